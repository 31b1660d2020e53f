import assert from "node:assert/strict";
import { chooseParent } from "./choose_parent.ts";
import type { Hook } from "./hook.ts";
import type { JsonObject } from "./json_value.ts";
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

function hooksOf(origin: Hook["origin"], ...entries: readonly JsonObject[]): readonly Hook[] {
  const { hooks, warnings } = readHooks(entries, { origin, place: `"${origin}.yaml"` });
  assert.deepEqual(warnings, []);
  return hooks;
}

function route(parent: string, rest: JsonObject = {}): JsonObject {
  return { event: "route", action: { extend: parent }, ...rest };
}

function parentOf(hooks: readonly Hook[], profile = BASE, inputs: JsonObject = {}) {
  return chooseParent(profile, { hooks, inputs })?.parent;
}

Deno.test("R-20: the first of two matching hooks gives the parent", () => {
  assert.equal(parentOf(hooksOf("project", route("a"), route("b"))), "a");
});

Deno.test("R-20: a matching hook that names no profile is passed over", () => {
  const without = { event: "route", action: { "set_extends": "" } };
  const fetching = { event: "route", action: { fetch: "knowledge/x" } };
  const hooks = hooksOf("project", without, fetching, { event: "route" }, route("b"));
  assert.equal(parentOf(hooks), "b");
});

Deno.test("R-20: the project comes before the user, and he before what comes with the program", () => {
  const builtin = hooksOf("builtin", route("builtin"));
  const user = hooksOf("user", route("user"));
  assert.equal(parentOf([...builtin, ...user, ...hooksOf("project", route("project"))]), "project");
  assert.equal(parentOf([...builtin, ...user]), "user");
  assert.equal(parentOf(builtin), "builtin");
});

Deno.test("R-20: a layer of its own goes before that of the origin", () => {
  const user = hooksOf("user", route("user"));
  assert.equal(parentOf([...user, ...hooksOf("project", route("project", { layer: 2 }))]), "user");
  assert.equal(
    parentOf([...hooksOf("project", route("p")), ...hooksOf("builtin", route("b", { layer: -1 }))]),
    "b",
  );
});

Deno.test("R-20: hooks of profiles and of the machinery choose no parent", () => {
  for (const origin of ["profile", "context", "infra"] as const) {
    assert.equal(parentOf(hooksOf(origin, route("x"))), undefined);
  }
});

Deno.test("R-20: what a profile itself extends is replaced, and that is told", () => {
  const hooks = hooksOf("project", route("new"));
  const chosen = chooseParent({ ...BASE, extends: "old" }, { hooks, inputs: {} });
  assert.deepEqual(chosen, { parent: "new", hook: hooks[0], replaced: "old" });
  assert.deepEqual(chooseParent(BASE, { hooks, inputs: {} }), { parent: "new", hook: hooks[0] });
});

Deno.test("R-21: conditions see whether there is a parent, the id, the model and the inputs", () => {
  const isChosen = (condition: JsonObject, profile = BASE) =>
    parentOf(hooksOf("project", route("x", { condition })), profile, { env: "live" }) === "x";
  const child: Profile = { ...BASE, extends: "old", model: { id: "opus", tier: "large" } };
  assert.equal(isChosen({ path: "has_extends", value: true }), false);
  assert.equal(isChosen({ path: "has_extends", value: true }, child), true);
  assert.equal(isChosen({ path: "has_extends", value: false }), true);
  assert.equal(isChosen({ path: "directive", op: "contains", value: "deploy" }), true);
  assert.equal(isChosen({ path: "profile", op: "contains", value: "review" }), false);
  assert.equal(isChosen({ path: "directive", op: "regex", value: "^project/deploy/" }), true);
  assert.equal(isChosen({ path: "directive", op: "regex", value: "^deploy/" }), false);
  assert.equal(isChosen({ path: "model", op: "in", value: ["opus", "sonnet"] }, child), true);
  assert.equal(isChosen({ path: "model", op: "in", value: ["opus"] }), false);
  assert.equal(
    isChosen({ path: "model", value: "large" }, { ...BASE, model: { tier: "large" } }),
    true,
  );
  assert.equal(isChosen({ path: "model_config.tier", value: "large" }, child), true);
  assert.equal(isChosen({ path: "inputs.env", value: "live" }), true);
});

Deno.test("R-22: without a match nothing gives a parent", () => {
  const hooks = hooksOf("project", route("x", { condition: { any: [] } }), { event: "start" });
  assert.equal(chooseParent(BASE, { hooks, inputs: {} }), undefined);
});
