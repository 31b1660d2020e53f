import assert from "node:assert/strict";
import { readPolicySettings } from "./policy_settings.ts";

Deno.test("readPolicySettings() leaves out what is of a wrong type, and tells of it once", () => {
  const { value, notes } = readPolicySettings({
    compose: ["budgeted"],
    tool_preload: 5,
    limits: { defaults: { turns: "8", tokens: -3, spend: 2, unknown: "x" } },
  });
  assert.deepEqual(value.limits, { spend: 2 });
  assert.equal(value.toolPreload.maxTokens, 2000);
  assert.deepEqual(notes, [
    'The setting "tool_preload" of policies must be a mapping: current value is 5',
    'The setting "compose" of policies must be "unbudgeted" or "budgeted": current value is a list',
    'The setting "limits.defaults.turns" of policies must be a number of at least 0: current value is "8"',
    'The setting "limits.defaults.tokens" of policies must be a number of at least 0: current value is -3',
  ]);
});
