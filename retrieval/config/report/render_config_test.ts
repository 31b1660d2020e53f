import { DEFAULT_EXCLUSIONS } from "@dossier/core/exclude";
import { DEFAULT_TASK_SETTINGS } from "@dossier/core/plan";
import assert from "node:assert/strict";
import { TempWorkspace } from "../../../tests/temp_workspace.ts";
import { DEFAULT_LOG_SETTINGS } from "../retention.ts";
import { parseConfig } from "../../../tests/parse_settings.ts";
import { renderConfig } from "./write_config.ts";
import { reportSettings } from "./report_settings.ts";

const MARK_REGEXP = /^# ?/gm;

Deno.test("renderConfig() returns a text without settings, in lines that fit a terminal", () => {
  assert.deepEqual(parseConfig(renderConfig()), parseConfig(""));
  for (const line of renderConfig().split("\n")) assert.ok(line.length <= 100, line);
});

Deno.test("renderConfig() has the default of every setting after its comment marks are removed", async () => {
  const text = renderConfig().replaceAll(MARK_REGEXP, "");
  const { rules, embedder, task, log, issues } = parseConfig(text);
  assert.deepEqual(issues, []);
  assert.deepEqual(rules, DEFAULT_EXCLUSIONS);
  assert.deepEqual(embedder, { kind: "static" });
  assert.deepEqual(task, DEFAULT_TASK_SETTINGS);
  assert.deepEqual(log, DEFAULT_LOG_SETTINGS);
  using without = new TempWorkspace();
  using given = new TempWorkspace({ ".dossier/config.yaml": text });
  const defaults = await reportSettings(without.root);
  const { settings, userOnly, notes } = await reportSettings(given.root);
  assert.deepEqual(notes, []);
  assert.deepEqual(Object.keys(settings), Object.keys(defaults.settings));
  for (const [name, { value, origin }] of Object.entries(settings)) {
    assert.deepEqual(value, defaults.settings[name]?.value, name);
    if (userOnly[name] === "any value") continue;
    assert.match(origin, /^\.dossier\/config\.yaml:\d+$/, name);
  }
});

Deno.test("renderConfig() describes every setting in the line before it", () => {
  const lines = renderConfig().split("\n");
  const settings = lines.flatMap((line, at) => /^# +\w+:/.test(line) ? [at] : []);
  assert.ok(settings.length > 25, String(settings.length));
  for (const at of settings) assert.match(lines[at - 1]!, /^## /, String(lines[at]));
});
