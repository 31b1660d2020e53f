import assert from "node:assert/strict";
import { readPolicySettings } from "./policy_settings.ts";

Deno.test("readPolicySettings() leaves out what is of a wrong type, and tells of it once", () => {
  const said = {
    compose: ["budgeted"],
    "tool_preload": 5,
    limits: { defaults: { turns: "8", tokens: -3, spend: 2, unknown: "x" } },
  };
  const { value, notes } = readPolicySettings([{ path: "p.yaml", form: "rye", value: said }]);
  assert.deepEqual(value.limits, { spend: 2 });
  assert.equal(value.toolPreload.maxTokens, 2000);
  assert.deepEqual(notes, [
    '"p.yaml": The setting "tool_preload" of policies must be a mapping: current value is 5',
    '"p.yaml": The setting "compose" of policies must be "unbudgeted" or "budgeted": current value is a list',
    '"p.yaml": The setting "limits.defaults.turns" of policies must be a number of at least 0: current value is "8"',
    '"p.yaml": The setting "limits.defaults.tokens" of policies must be a number of at least 0: current value is -3',
  ]);
});

Deno.test("readPolicySettings() tells keys of our form that it does not know, and not those of Rye", () => {
  const value = {
    composee: "budgeted",
    "tool_preload": { max: 1 },
    limits: { defaults: { turn: 1 } },
  };
  const { notes } = readPolicySettings([
    { path: "ours.yaml", form: "dossier", value },
    { path: "theirs.yaml", form: "rye", value },
  ]);
  assert.deepEqual(
    notes,
    ["composee", "tool_preload.max", "limits.defaults.turn"].map((key) =>
      `"ours.yaml": There is no setting "${key}" of policies: it is passed over`
    ),
  );
});

Deno.test("readPolicySettings() tells the file of a risk that is not known", () => {
  const value = { "capability_risk": { "fetch.*": "high" } };
  assert.throws(() => readPolicySettings([{ path: "p.yaml", form: "dossier", value }]), {
    message: /^Cannot read the risks of "p\.yaml" as "fetch\.\*" must be one of /,
  });
});
