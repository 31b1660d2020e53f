import { DEFAULT_TASK_SETTINGS } from "@dossier/core/plan";
import assert from "node:assert/strict";
import { TempWorkspace } from "../../../tests/temp_workspace.ts";
import { readSettings } from "../read_settings.ts";
import { mergeTaskSettings } from "./task_settings.ts";

const CONFIG = ".dossier/config.yaml";
const NOFACE = ".noface.toml";

/** Returns the task settings of a tree, with notes about errors in its files. */
async function resolveTaskSettings(
  root: string,
  overrides: Parameters<typeof mergeTaskSettings>[1] = {},
): Promise<ReturnType<typeof mergeTaskSettings>> {
  const given = await readSettings(root);
  const merged = mergeTaskSettings(given, overrides);
  return { ...merged, notes: [...given.notes, ...merged.notes] };
}

Deno.test("mergeTaskSettings() returns the defaults of noface without settings", async () => {
  using workspace = new TempWorkspace();
  const { settings, origins, notes } = await resolveTaskSettings(workspace.root);
  assert.deepEqual(settings, DEFAULT_TASK_SETTINGS);
  assert.deepEqual(Object.keys(origins), Object.keys(DEFAULT_TASK_SETTINGS));
  assert.deepEqual(new Set(Object.values(origins)), new Set(["default"]));
  assert.deepEqual(notes, []);
});

Deno.test("N-23 mergeTaskSettings() reports an invalid value with its location and uses the default", async () => {
  for (const wrong of ["0", "-1", '"x"']) {
    using workspace = new TempWorkspace({ [NOFACE]: `[monowiki]\nmax_file_size_kb = ${wrong}\n` });
    const { settings, origins, notes } = await resolveTaskSettings(workspace.root);
    assert.equal(settings.maxFileSizeKb, 100);
    assert.equal(origins.maxFileSizeKb, "default");
    assert.deepEqual(notes, [{
      code: "config-issue",
      message:
        '.noface.toml:2:20: "monowiki.max_file_size_kb" must be a whole number of at least 1; ' +
        "its default is used",
    }]);
  }
});

Deno.test("mergeTaskSettings() prefers the call to config.yaml, that to noface, and that to the defaults", async () => {
  using workspace = new TempWorkspace({
    [NOFACE]: "[context]\nalpha = 0.1\nbeta = 0.1\nlink_boost = 0.1\n",
    [CONFIG]: "task:\n  beta: 0.2\n  link_boost: 0.2\n",
  });
  const { settings, origins, notes } = await resolveTaskSettings(workspace.root, {
    linkBoost: 0.3,
  });
  assert.deepEqual(notes, []);
  const { minScore, alpha, beta, linkBoost } = settings;
  assert.deepEqual([minScore, alpha, beta, linkBoost], [0.15, 0.1, 0.2, 0.3]);
  assert.deepEqual(
    [origins.minScore, origins.alpha, origins.beta, origins.linkBoost],
    ["default", ".noface.toml:2", ".dossier/config.yaml:2", "call"],
  );
});

Deno.test("N-23 mergeTaskSettings() uses the value of noface instead of an invalid one in config.yaml", async () => {
  using workspace = new TempWorkspace({
    [NOFACE]: "[monowiki]\nmax_file_size_kb = 50\n",
    [CONFIG]: "task: { max_file_size_kb: 0, stale_dys: 3 }\n",
  });
  const { settings, origins, notes } = await resolveTaskSettings(workspace.root);
  assert.equal(settings.maxFileSizeKb, 50);
  assert.equal(origins.maxFileSizeKb, ".noface.toml:2");
  assert.deepEqual(notes.map(({ message }) => message), [
    '.dossier/config.yaml:1:27: "task.max_file_size_kb" must be a whole number of at least 1; it is ignored',
    '.dossier/config.yaml:1:30: Unknown key "task.stale_dys" is ignored: did you mean "stale_days"?',
  ]);
});

Deno.test("mergeTaskSettings() rejects an invalid value of the caller", async () => {
  using workspace = new TempWorkspace();
  await assert.rejects(resolveTaskSettings(workspace.root, { maxFileSizeKb: 0 }), {
    name: "RangeError",
    message: 'Cannot use the setting "maxFileSizeKb" as it must be a whole number of at least 1: ' +
      "current value is 0",
  });
  await assert.rejects(resolveTaskSettings(workspace.root, { vault: "/etc" }), RangeError);
});

Deno.test("mergeTaskSettings() uses neither share of documents when the minimum is above the maximum", () => {
  const given = { task: { docFractionMin: 0.5 }, origins: { "task.doc_fraction_min": "x:1" } };
  const { settings, origins, notes } = mergeTaskSettings(given);
  assert.deepEqual([settings.docFractionMin, settings.docFractionMax], [0.3, 0.4]);
  assert.equal(origins.docFractionMin, "default");
  assert.match(
    notes[0]!.message,
    /^x:1: "doc_fraction_min" of 0.5 is above "doc_fraction_max" of 0.4/,
  );
  assert.deepEqual(mergeTaskSettings(given, { docFractionMax: 0.5 }).notes, []);
});
