import assert from "node:assert/strict";
import fc from "fast-check";
import { compilePattern } from "../../../retrieval/machine/compile_pattern.ts";
import {
  type Hook,
  HOOK_EVENTS,
  type HookOrigin,
  mergeHooks,
  orderHooks,
  planFetches,
} from "./hook.ts";
import type { JsonObject } from "../../../core/text/json_value.ts";
import { readHooks } from "./read_hooks.ts";

async function hooksOf(
  origin: Hook["origin"],
  ...entries: readonly JsonObject[]
): Promise<readonly Hook[]> {
  const { hooks, warnings } = await readHooks(entries, {
    origin,
    place: `"${origin}.yaml"`,
    compile: compilePattern,
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

Deno.test("orderHooks() calls every hook of an event once, for any mixture of files", async () => {
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

function hook(origin: HookOrigin, id: string, more: Partial<Hook> = {}): Hook {
  return {
    event: "start",
    origin,
    position: "before",
    wrap: true,
    actions: [],
    ...(id === "" ? {} : { id }),
    ...more,
  };
}

/** Returns hooks as `origin id layer description`. */
function tell(hooks: readonly Hook[]): readonly string[] {
  return hooks.map(({ origin, id = "", layer = "", description = "" }) =>
    [origin, id, layer, description].join(" ").trim()
  );
}

Deno.test("R-44: mergeHooks() puts a hook in the place of one of a farther space with its id", () => {
  const user = [hook("user", "a"), hook("user", "b")];
  const project = [hook("project", "c"), hook("project", "a", { description: "mine" })];
  assert.deepEqual(tell(mergeHooks([{ files: [project] }, { files: [user] }])), [
    "user a  mine",
    "user b",
    "project c",
  ]);
  const system = [hook("builtin", "b"), hook("builtin", "d")];
  assert.deepEqual(
    tell(mergeHooks([{ files: [project] }, { files: [user] }, { files: [system] }])),
    [
      ...["builtin b", "builtin d", "user a  mine", "project c"],
    ],
  );
});

Deno.test("R-44: mergeHooks() keeps the layer of the place, unless the hook has its own", () => {
  const user = [hook("user", "a", { layer: 7 }), hook("user", "b", { layer: 7 })];
  const project = [hook("project", "a"), hook("project", "b", { layer: 1 })];
  assert.deepEqual(tell(mergeHooks([{ files: [project] }, { files: [user] }])), [
    "user a 7",
    "user b 1",
  ]);
});

Deno.test("mergeHooks() keeps hooks without an id, and all that one file has under an id", () => {
  const user = [hook("user", ""), hook("user", "a"), hook("user", "a")];
  const ours = [hook("project", ""), hook("project", "a", { description: "1" })];
  const theirs = [hook("project", "a", { description: "2" }), hook("project", "")];
  assert.deepEqual(tell(mergeHooks([{ files: [ours, theirs] }, { files: [user] }])), [
    ...["user", "user a  1", "project", "project"],
  ]);
  assert.deepEqual(tell(mergeHooks([{ files: [user] }, { files: [[]] }])), [
    "user",
    "user a",
    "user a",
  ]);
  assert.deepEqual(mergeHooks([]), []);
});

Deno.test("mergeHooks() keeps the hooks of an additive space, and appends nearer ones", () => {
  const builtin = [hook("builtin", "a"), hook("builtin", "b")];
  const user = [hook("user", "a", { description: "user's" }), hook("user", "c")];
  const project = [
    hook("project", "a", { description: "project's" }),
    hook("project", "b"),
    hook("project", "c", { description: "project's" }),
  ];
  const spaces = [{ files: [project] }, { files: [user], isAdditive: true }, { files: [builtin] }];
  assert.deepEqual(tell(mergeHooks(spaces)), [
    ...["builtin a  user's", "project a  project's", "builtin b", "user c", "project c  project's"],
  ]);
});
