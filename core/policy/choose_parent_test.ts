import assert from "node:assert/strict";
import { compilePattern } from "../../retrieval/machine/compile_pattern.ts";
import { chooseParent } from "./choose_parent.ts";
import type { Hook } from "./hook.ts";
import type { JsonObject } from "../text/json_value.ts";
import type { Profile } from "./profile.ts";
import { readHooks } from "./read_hooks.ts";

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
    ...{ origin, place: `"${origin}.yaml"`, compile: compilePattern },
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

Deno.test("R-20: the first of two matching hooks gives the parent", async () => {
  assert.equal(parentOf(await hooksOf("project", route("a"), route("b"))), "a");
});

Deno.test("R-20: a matching hook that names no profile is passed over", async () => {
  const without = { event: "route", action: { "set_extends": "" } };
  const fetching = { event: "route", action: { fetch: "knowledge/x" } };
  const hooks = await hooksOf("project", without, fetching, { event: "route" }, route("b"));
  assert.equal(parentOf(hooks), "b");
});

Deno.test("R-20: the project comes before the user, and he before what comes with the program", async () => {
  const builtin = await hooksOf("builtin", route("builtin"));
  const user = await hooksOf("user", route("user"));
  assert.equal(
    parentOf([...builtin, ...user, ...await hooksOf("project", route("project"))]),
    "project",
  );
  assert.equal(parentOf([...builtin, ...user]), "user");
  assert.equal(parentOf(builtin), "builtin");
});

Deno.test("R-20: a layer of its own goes before that of the origin", async () => {
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

Deno.test("R-20: what a profile itself extends is replaced, and that is told", async () => {
  const hooks = await hooksOf("project", route("new"));
  const chosen = chooseParent({ ...BASE, extends: "old" }, { hooks, inputs: {} });
  assert.deepEqual(chosen, { parent: "new", hook: hooks[0], replaced: "old" });
  assert.deepEqual(chooseParent(BASE, { hooks, inputs: {} }), { parent: "new", hook: hooks[0] });
});

Deno.test("R-21: conditions see whether there is a parent, the id, the model and the inputs", async () => {
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

Deno.test("R-22: without a match nothing gives a parent", async () => {
  const hooks = await hooksOf("project", route("x", { condition: { any: [] } }), {
    event: "start",
  });
  assert.equal(chooseParent(BASE, { hooks, inputs: {} }), undefined);
});
