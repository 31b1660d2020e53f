import assert from "node:assert/strict";
import type { JsonObject } from "@dossier/core/text";
import { readPolicySettings, type SettingsFile } from "./policy_settings.ts";

Deno.test("readPolicySettings() omits values of a wrong type, and warns of each once", () => {
  const said = {
    compose: ["budgeted"],
    "tool_preload": 5,
    limits: { defaults: { turns: "8", tokens: -3, spend: 2, unknown: "x" } },
  };
  const { value, notes } = readPolicySettings([{
    path: "p.yaml",
    form: "rye",
    space: "project",
    value: said,
  }]);
  assert.deepEqual(value.limits, { spend: 2 });
  assert.equal(value.toolPreload.maxTokens, 2000);
  assert.deepEqual(notes, [
    '"p.yaml": The setting "tool_preload" of policies must be a mapping: current value is 5',
    '"p.yaml": The setting "compose" of policies must be "unbudgeted" or "budgeted": current value is a list',
    '"p.yaml": The setting "limits.defaults.turns" of policies must be a number of at least 0: current value is "8"',
    '"p.yaml": The setting "limits.defaults.tokens" of policies must be a number of at least 0: current value is -3',
  ]);
});

Deno.test("readPolicySettings() reports unknown keys of our form, and not those of Rye", () => {
  const value = {
    composee: "budgeted",
    "tool_preload": { max: 1 },
    limits: { defaults: { turn: 1 } },
  };
  const { notes } = readPolicySettings([
    { path: "ours.yaml", form: "dossier", space: "project", value },
    { path: "theirs.yaml", form: "rye", space: "project", value },
  ]);
  assert.deepEqual(
    notes,
    ["composee", "tool_preload.max", "limits.defaults.turn"].map((key) =>
      `"ours.yaml": There is no setting "${key}" of policies: it is ignored`
    ),
  );
});

Deno.test("readPolicySettings() names the file of an unknown risk", () => {
  const value = { "capability_risk": { "fetch.*": "high" } };
  assert.throws(
    () => readPolicySettings([{ path: "p.yaml", form: "dossier", space: "project", value }]),
    {
      message: /^Cannot read the risks of "p\.yaml" as "fetch\.\*" must be one of /,
    },
  );
});

Deno.test("readPolicySettings() reports settings of a project that permit more than the user does", () => {
  const file = (space: "project" | "user", value: JsonObject) =>
    ({ path: `${space}.yaml`, form: "dossier", space, value }) as const;
  const strict = {
    "no_permissions": "deny",
    limits: { defaults: { turns: 5, spend: 2 } },
    "capability_risk": { "execute.tool.sh.*": "unrestricted", "fetch.*": "safe" },
  };
  const loose = {
    "no_permissions": "primary-only",
    limits: { defaults: { turns: 9, spend: 1 } },
    "capability_risk": { "rye.execute.tool.sh.run": "safe", "fetch.*": "write", "*": "safe" },
  };
  const read = (...files: SettingsFile[]) => readPolicySettings(files).notes;
  assert.deepEqual(read(file("user", strict), file("project", loose)), [
    '"project.yaml" permits more than "user.yaml": no_permissions is primary-only instead of deny',
    '"project.yaml" permits more than "user.yaml": limits.defaults.turns is 9 instead of 5',
    '"project.yaml" permits more than "user.yaml": the risk of rye.execute.tool.sh.run is safe instead of unrestricted',
  ]);
  assert.deepEqual(read(file("user", loose), file("project", strict)), [
    '"project.yaml" permits more than "user.yaml": limits.defaults.spend is 2 instead of 1',
    '"project.yaml" permits more than "user.yaml": the risk of fetch.* is safe instead of write',
  ]);
  assert.deepEqual(read(file("user", strict), file("user", loose)), []);
});
