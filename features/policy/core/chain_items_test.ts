import assert from "node:assert/strict";
import fc from "fast-check";
import { chooseParent, collectChainItems, extendChain, inheritFields } from "./chain_items.ts";
import type { ContextItems, Profile } from "./profile.ts";
import { compilePattern } from "../../../retrieval/machine/compile_pattern.ts";
import type { Hook } from "./hook.ts";
import type { JsonObject } from "../../../core/text/json_value.ts";
import { readHooks } from "./read_hooks.ts";
import { PolicyError } from "./policy_error.ts";

const NO_ITEMS: ContextItems = { system: [], before: [], after: [], suppress: [] };

function profile(id: string, fields: Partial<Profile> = {}): Profile {
  return {
    id,
    name: id,
    version: "",
    description: "",
    category: "",
    model: {},
    limits: {},
    permissions: [],
    permissionsText: "",
    acknowledgedRisks: [],
    hooks: [],
    inputs: [],
    outputs: [],
    preamble: "",
    body: "",
    ...fields,
  };
}

const asking = (id: string, context: Partial<ContextItems>) =>
  profile(id, { context: { ...NO_ITEMS, ...context } });

Deno.test("collectChainItems() keeps the first of equal items at its place", () => {
  const chain = [
    asking("root", { system: ["who", "how"], before: ["protocol"] }),
    profile("silent"),
    asking("leaf", { system: ["how", "more"], before: ["who"], after: ["list"] }),
  ];
  const told = ({ items }: ReturnType<typeof collectChainItems>) =>
    items.map(({ position, id, profile }) => `${position} ${id} ${profile}`);
  assert.deepEqual(told(collectChainItems(chain)), [
    "system who root",
    "system how root",
    "system more leaf",
    "before protocol root",
    "before who leaf",
    "after list leaf",
  ]);
  const once = collectChainItems(chain, { dedupe: "global" });
  assert.ok(!told(once).includes("before who leaf"));
  assert.deepEqual(once.left, [
    { id: "who", position: "before", profile: "leaf", reason: "excluded" },
  ]);
});

Deno.test("collectChainItems() omits items that a profile of the chain suppresses", () => {
  const id = fc.constantFrom("a", "b", "c", "a/b");
  const lists = fc.record({
    system: fc.array(id),
    before: fc.array(id),
    after: fc.array(id),
    suppress: fc.array(id),
  });
  fc.assert(
    fc.property(
      fc.array(lists, { minLength: 1, maxLength: 4 }),
      fc.constantFrom("per-position" as const, "global" as const),
      (contexts, dedupe) => {
        const chain = contexts.map((context, index) => asking(`p${index}`, context));
        const { items, left, suppress } = collectChainItems(chain, { dedupe });
        const asked = new Set(contexts.flatMap(({ system, before, after }) => [
          ...[...system, ...before, ...after],
        ]));
        assert.ok(items.every((item) => !suppress.includes(item.id)));
        assert.deepEqual(new Set([...items, ...left].map((item) => item.id)), asked);
        const places = items.map((item) => dedupe === "global" ? item.id : item.position + item.id);
        assert.equal(new Set(places).size, places.length);
      },
    ),
  );
});

Deno.test("inheritFields() inherits permissions and model of the nearest profile, and limits and inputs by name", () => {
  const input = (name: string, type: string) => ({ name, type, required: false });
  const chain = [
    profile("root", { permissions: ["fetch.*"], limits: { turns: 4, spend: 1 } }),
    profile("middle", {
      permissions: ["execute.*"],
      model: { tier: "large" },
      limits: { turns: 8 },
      inputs: [input("ship", "string"), input("port", "string")],
    }),
    profile("leaf", { inputs: [input("ship", "number")] }),
  ];
  assert.deepEqual(inheritFields(chain), {
    permissions: ["execute.*"],
    permissionsFrom: "middle",
    model: { tier: "large" },
    limits: { turns: 8, spend: 1 },
    inputs: [input("ship", "number"), input("port", "string")],
  });
  assert.deepEqual(inheritFields([profile("alone")]).permissions, []);
});

const BASE: Profile = {
  id: "project/deploy/web",
  name: "web",
  version: "",
  description: "",
  category: "",
  model: {},
  limits: {},
  permissions: [],
  permissionsText: "",
  acknowledgedRisks: [],
  hooks: [],
  inputs: [],
  outputs: [],
  preamble: "",
  body: "",
};

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

function route(parent: string, rest: JsonObject = {}): JsonObject {
  return { event: "route", action: { extend: parent }, ...rest };
}

function parentOf(hooks: readonly Hook[], profile = BASE, inputs: JsonObject = {}) {
  return chooseParent(profile, { hooks, inputs })?.parent;
}

Deno.test("R-20: the first of two matching hooks determines the parent", async () => {
  assert.equal(parentOf(await hooksOf("project", route("a"), route("b"))), "a");
});

Deno.test("R-20: a matching hook that names no profile is skipped", async () => {
  const without = { event: "route", action: { "set_extends": "" } };
  const fetching = { event: "route", action: { fetch: "knowledge/x" } };
  const hooks = await hooksOf("project", without, fetching, { event: "route" }, route("b"));
  assert.equal(parentOf(hooks), "b");
});

Deno.test("R-20: hooks of the project precede those of the user, and these precede those of the program", async () => {
  const builtin = await hooksOf("builtin", route("builtin"));
  const user = await hooksOf("user", route("user"));
  assert.equal(
    parentOf([...builtin, ...user, ...await hooksOf("project", route("project"))]),
    "project",
  );
  assert.equal(parentOf([...builtin, ...user]), "user");
  assert.equal(parentOf(builtin), "builtin");
});

Deno.test("R-20: the hook's own layer has precedence over the layer of its origin", async () => {
  const user = await hooksOf("user", route("user"));
  assert.equal(
    parentOf([...user, ...await hooksOf("project", route("project", { layer: 2 }))]),
    "user",
  );
  assert.equal(
    parentOf([
      ...await hooksOf("project", route("p")),
      ...await hooksOf("builtin", route("b", { layer: -1 })),
    ]),
    "b",
  );
});

Deno.test("R-20: hooks of profiles and of the machinery choose no parent", async () => {
  for (const origin of ["profile", "context", "infra"] as const) {
    assert.equal(parentOf(await hooksOf(origin, route("x"))), undefined);
  }
});

Deno.test("R-20: the declared parent of a profile is replaced, with a note", async () => {
  const hooks = await hooksOf("project", route("new"));
  const chosen = chooseParent({ ...BASE, extends: "old" }, { hooks, inputs: {} });
  assert.deepEqual(chosen, { parent: "new", hook: hooks[0], replaced: "old" });
  assert.deepEqual(chooseParent(BASE, { hooks, inputs: {} }), { parent: "new", hook: hooks[0] });
});

Deno.test("R-21: conditions can test the presence of a parent, the id, the model and the inputs", async () => {
  const isChosen = async (condition: JsonObject, profile = BASE) =>
    parentOf(await hooksOf("project", route("x", { condition })), profile, { env: "live" }) === "x";
  const child: Profile = { ...BASE, extends: "old", model: { id: "opus", tier: "large" } };
  assert.equal(await isChosen({ path: "has_extends", value: true }), false);
  assert.equal(await isChosen({ path: "has_extends", value: true }, child), true);
  assert.equal(await isChosen({ path: "has_extends", value: false }), true);
  assert.equal(await isChosen({ path: "directive", op: "contains", value: "deploy" }), true);
  assert.equal(await isChosen({ path: "profile", op: "contains", value: "review" }), false);
  assert.equal(await isChosen({ path: "directive", op: "regex", value: "^project/deploy/" }), true);
  assert.equal(await isChosen({ path: "directive", op: "regex", value: "^deploy/" }), false);
  assert.equal(await isChosen({ path: "model", op: "in", value: ["opus", "sonnet"] }, child), true);
  assert.equal(await isChosen({ path: "model", op: "in", value: ["opus"] }), false);
  assert.equal(
    await isChosen({ path: "model", value: "large" }, { ...BASE, model: { tier: "large" } }),
    true,
  );
  assert.equal(await isChosen({ path: "model_config.tier", value: "large" }, child), true);
  assert.equal(await isChosen({ path: "inputs.env", value: "live" }), true);
});

Deno.test("R-22: without a match there is no parent", async () => {
  const hooks = await hooksOf("project", route("x", { condition: { any: [] } }), {
    event: "start",
  });
  assert.equal(chooseParent(BASE, { hooks, inputs: {} }), undefined);
});

/** Loads profiles from `"a > b"`: a extends b. */
function loader(...written: readonly string[]) {
  const profiles = new Map(written.map((line) => {
    const [id = "", parent] = line.split(" > ");
    return [id, { id, ...(parent === undefined ? {} : { extends: parent }) }];
  }));
  return (id: string) => {
    const found = profiles.get(id);
    if (found !== undefined) return Promise.resolve(found);
    return Promise.reject(new PolicyError("profile-not-found", `Cannot find the profile "${id}"`));
  };
}

async function chainOf(leaf: string, ...written: readonly string[]) {
  const load = loader(...written);
  return (await extendChain(await load(leaf), load)).map(({ id }) => id);
}

Deno.test("extendChain() returns the root first", async () => {
  assert.deepEqual(await chainOf("a", "a > b", "b > c", "c"), ["c", "b", "a"]);
  assert.deepEqual(await chainOf("a", "a"), ["a"]);
});

Deno.test("extendChain() refuses a circle, and names the way", async () => {
  const refused = (code: string, message: RegExp) => (error: unknown) =>
    error instanceof PolicyError && error.code === code && message.test(error.message);
  await assert.rejects(
    chainOf("a", "a > b", "b > a"),
    refused("circular-profile", /"a" extends itself \(chain: a → b → a\)/),
  );
  await assert.rejects(chainOf("a", "a > a"), refused("circular-profile", /chain: a → a/));
  await assert.rejects(
    chainOf("a", "a > b", "b > lost"),
    refused("profile-not-found", /"lost" cannot be loaded \(chain: a → b → lost\)/),
  );
});

Deno.test("extendChain() follows a thousand parents, and shows the ends of a long circle", async () => {
  const written = Array.from({ length: 1000 }, (_, index) => `p${index} > p${index + 1}`);
  assert.equal((await chainOf("p0", ...written, "p1000")).length, 1001);
  await assert.rejects(
    chainOf("p0", ...written, "p1000 > p0"),
    /chain: p0 → p1 → p2 → p3 → p4 → 992 more → p997 → p998 → p999 → p1000 → p0\)/,
  );
});
