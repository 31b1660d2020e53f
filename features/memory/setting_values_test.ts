import assert from "node:assert/strict";
import { listSettings, parseSetting } from "./setting_values.ts";
import { DEFAULT_SETTINGS } from "./store/mod.ts";

Deno.test("listSettings() names each setting, with a value that parseSetting() accepts", () => {
  const lines = listSettings({ ...DEFAULT_SETTINGS, budgets: { docs: 50 } });
  assert.deepEqual(lines.map(({ name, value }) => `${name}=${value}`), [
    "push=off",
    "give=off",
    "capture=off",
    "gate=review",
    "graph=off",
    "weighting=on",
    "corroboration=off",
    "scorer=hybrid",
    "budgets.bug_fix=750",
    "budgets.feature=400",
    "budgets.refactor=600",
    "budgets.chore=300",
    "budgets.docs=50",
    "retentionDays=0",
  ]);
  const missing = Object.keys(DEFAULT_SETTINGS)
    .filter((name) => !lines.some((line) => line.name.split(".")[0] === name));
  assert.deepEqual(missing, []);
  for (const { name, value } of lines) parseSetting(DEFAULT_SETTINGS, name, value);
});

Deno.test("parseSetting() returns changed settings, and resets to defaults", () => {
  const settings = { ...DEFAULT_SETTINGS, budgets: { chore: 1, docs: 2 } };
  assert.deepEqual(parseSetting(settings, "push", "on"), { push: true });
  assert.deepEqual(parseSetting(settings, "gate", "open"), { gate: "open" });
  assert.deepEqual(parseSetting(settings, "retentionDays", "90"), { retentionDays: 90 });
  assert.deepEqual(parseSetting(settings, "budgets.chore", "0"), {
    budgets: { chore: 0, docs: 2 },
  });
  assert.deepEqual(parseSetting(settings, "budgets.chore", "default"), { budgets: { docs: 2 } });
  assert.deepEqual(parseSetting(settings, "budgets", "default"), { budgets: {} });
  assert.deepEqual(parseSetting(settings, "scorer", "default"), { scorer: "hybrid" });
});

Deno.test("parseSetting() refuses names and values that there are not, and names those that there are", () => {
  const wrong: readonly (readonly [string, string, RegExp])[] = [
    ["push", "maybe", /must be one of on, off, default$/],
    ["gate", "shut", /must be one of review, open, default$/],
    ["retentionDays", "-1", /whole number of days/],
    ["retentionDays", "1e9", /whole number of days/],
    ["budgets.chore", "many", /whole number of tokens/],
    ["budgets.__proto__", "1", /use one of push, give/],
    ["budgets", "1", /use one of push, give/],
    ["__proto__", "1", /use one of push, give/],
    ["constructor", "on", /use one of push, give/],
  ];
  for (const [name, value, message] of wrong) {
    assert.throws(
      () => parseSetting(DEFAULT_SETTINGS, name, value),
      { name: "SettingProblem", message },
      name,
    );
  }
});
