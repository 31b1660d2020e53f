import assert from "node:assert/strict";
import fc from "fast-check";
import { compilePattern } from "../../retrieval/machine/compile_pattern.ts";
import { type Hook, HOOK_EVENTS, orderHooks, planFetches } from "./hook.ts";
import type { JsonObject } from "../text/json_value.ts";
import { readHooks } from "./read_hooks.ts";

async function hooksOf(
  origin: Hook["origin"],
  ...entries: readonly JsonObject[]
): Promise<readonly Hook[]> {
  const { hooks, warnings } = await readHooks(entries, {
    ...{ origin, place: `"${origin}.yaml"`, compile: compilePattern },
  });
  assert.deepEqual(warnings, []);
  return hooks;
}

const START = {
  event: "start",
  facts: { name: "Ada", n: 3, inputs: { i: "in" } },
  suppress: [],
  limit: { add() {} },
};

function fetchesOf(hooks: readonly Hook[], suppress: readonly string[] = []) {
  const { fetches, suppressed } = planFetches(hooks, { ...START, suppress });
  return { items: fetches.map(({ itemId }) => itemId), suppressed };
}

Deno.test("R-28: a hook is left out by its id and by the id of its item, not by a part of either", async () => {
  const hooks = await hooksOf("project", {
    id: "voice",
    event: "start",
    action: { fetch: "knowledge/a/b" },
  });
  assert.deepEqual(fetchesOf(hooks, ["voice"]), { items: [], suppressed: ["voice"] });
  assert.deepEqual(fetchesOf(hooks, ["a/b"]), { items: [], suppressed: ["a/b"] });
  for (const part of ["b", "a", "voic", "knowledge/a/b", "", "A/B"]) {
    assert.deepEqual(fetchesOf(hooks, [part]), { items: ["a/b"], suppressed: [] }, part);
  }
});

Deno.test("R-28: of several actions only that of the item is left out, also one that facts name", async () => {
  const actions = [{ fetch: "knowledge/a" }, { fetch: "knowledge/${name}" }, { fetch: "c" }];
  const hooks = await hooksOf("user", { id: "h", event: "start", actions });
  assert.deepEqual(fetchesOf(hooks, ["Ada"]), { items: ["a", "c"], suppressed: ["Ada"] });
});

Deno.test("R-32: all matching hooks run, by layer and then in the order of the file", async () => {
  const start = (item: string, rest: JsonObject = {}) => ({
    event: "thread_started",
    action: { primary: "fetch", "item_type": "knowledge", "item_id": item },
    ...rest,
  });
  const hooks = [
    ...await hooksOf("project", start("p1"), start("p2"), start("p0", { layer: -1 })),
    ...await hooksOf("builtin", start("b1"), start("no", { condition: { any: [] } })),
    ...await hooksOf("context", start("c1")),
    ...await hooksOf("infra", start("i1")),
    ...await hooksOf("profile", start("d1"), start("d2")),
    ...await hooksOf("user", start("u1"), { event: "other" }, start("u9", { layer: 9 })),
  ];
  const expected = ["p0", "u1", "d1", "d2", "b1", "c1", "p1", "p2", "i1", "u9"];
  assert.deepEqual(fetchesOf(hooks).items, expected);
  assert.equal(orderHooks(hooks, "other").length, 1);
});

Deno.test("planFetches() replaces expressions in ids and parameters, and nowhere else", async () => {
  const action = {
    primary: "${name}",
    "item_type": "${name}",
    "item_id": "k/${name}/{input:i}",
    params: { n: "${n}", text: "<${gone}>" },
  };
  const hooks = await hooksOf("user", { event: "start", action });
  const [fetch] = planFetches(hooks, START).fetches;
  assert.deepEqual(fetch, {
    kind: "fetch",
    primary: "${name}",
    itemType: "${name}",
    itemId: "k/Ada/in",
    parameters: { n: 3, text: "<>" },
    missing: ["${gone}"],
    hook: hooks[0],
  });
});

Deno.test("orderHooks() asks every hook of an event once, however their files are mixed", async () => {
  const origins = ["user", "profile", "builtin", "context", "project", "infra"] as const;
  const hook = fc.record({
    event: fc.constantFrom(...HOOK_EVENTS.slice(1)),
    origin: fc.constantFrom(...origins),
    layer: fc.option(fc.integer({ min: -2, max: 6 }), { nil: undefined }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(hook), async (drafts) => {
      const read = await Promise.all(
        drafts.map(({ event, origin, layer }, i) =>
          hooksOf(origin, { id: `${i}`, event, ...(layer === undefined ? {} : { layer }) })
        ),
      );
      const hooks = read.flat();
      const ordered = orderHooks(hooks, "start");
      const inOrder = origins.flatMap((origin) => hooks.filter((one) => one.origin === origin));
      assert.equal(ordered.length, hooks.filter(({ event }) => event === "start").length);
      assert.deepEqual(orderHooks(inOrder, "start"), ordered);
    }),
  );
});
