import { DEFAULT_EXCLUSIONS } from "@dossier/core/exclude";
import { DEFAULT_TASK_SETTINGS } from "@dossier/core/plan";
import assert from "node:assert/strict";
import { TempWorkspace } from "../../../tests/temp_workspace.ts";
import { reportSettings } from "./report_settings.ts";

Deno.test("reportSettings() lists every setting in a fixed order, with its default", async () => {
  using workspace = new TempWorkspace();
  const { root, settings, notes } = await reportSettings(workspace.root);
  assert.equal(root, workspace.root);
  assert.deepEqual(notes, []);
  assert.deepEqual(Object.keys(settings).filter((name) => !name.startsWith("task.")), [
    ...["dirs", "extensions", "files", "include", "max_file_bytes"].map((key) => `exclude.${key}`),
    "embedder",
    "warm",
    "index.store",
    "index.nodes",
    "index.prefix",
    "index.commits",
    "names.command",
    "log.older_than",
    "log.keep",
  ]);
  assert.deepEqual(
    Object.entries(settings).filter(([name]) => name.startsWith("task."))
      .map(([, { value }]) => value),
    Object.values(DEFAULT_TASK_SETTINGS),
  );
  assert.deepEqual(settings["exclude.dirs"]?.value, DEFAULT_EXCLUSIONS.dirs);
  assert.ok(Object.values(settings).every(({ origin }) => origin === "default"));
});

Deno.test("reportSettings() returns the file and line that sets a setting", async () => {
  using workspace = new TempWorkspace({
    ".noface.toml": '[exclude]\ndirs = ["a"]\n[context]\nalpha = 0.1\nbeta = 0.2\n',
    ".dossier/config.yaml": "# settings\nexclude:\n  files: [b]\ntask: {beta: 0.3}\n" +
      "embedder:\n  kind: transformers\n  model: m\n  precision: fp32\n",
  });
  const { settings } = await reportSettings(workspace.root);
  const given = Object.entries(settings).filter(([, { origin }]) => origin !== "default");
  assert.deepEqual(given.map(([name, { value, origin }]) => [name, origin, value]), [
    ["exclude.dirs", ".noface.toml:2", ["a"]],
    ["exclude.files", ".dossier/config.yaml:3", ["b"]],
    ["embedder", ".dossier/config.yaml:5", { kind: "transformers", model: "m", precision: "fp32" }],
    ["task.alpha", ".noface.toml:4", 0.1],
    ["task.beta", ".dossier/config.yaml:4", 0.3],
  ]);
});

Deno.test("reportSettings() rejects a missing root and a broken configuration", async () => {
  using workspace = new TempWorkspace({ ".dossier/config.yaml": "exclude: [" });
  await assert.rejects(reportSettings(workspace.path("none")), { code: "root-not-found" });
  await assert.rejects(reportSettings(workspace.root), { code: "invalid-config" });
});
