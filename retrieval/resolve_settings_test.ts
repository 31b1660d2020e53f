import { decideExclusion, DEFAULT_EXCLUSIONS } from "@dossier/core";
import assert from "node:assert/strict";
import { openMemoryStore } from "../tests/synthetic_segment.ts";
import { TempWorkspace } from "../tests/temp_workspace.ts";
import { resolveSettings } from "./resolve_settings.ts";
import { findMeta, writeMeta } from "./store/meta.ts";

const CONFIG = ".dossier/config.yaml";

Deno.test("resolveSettings() gives the default rules where there is no configuration", async () => {
  using workspace = new TempWorkspace();
  using store = openMemoryStore();
  const { exclusions, notes } = await resolveSettings(store, workspace.root);
  assert.deepEqual(exclusions.rules, DEFAULT_EXCLUSIONS);
  assert.deepEqual(notes, []);
  assert.equal(findMeta(store, "config"), undefined);
});

Deno.test("resolveSettings() gives the rules of the configuration, its globs made ready", async () => {
  using workspace = new TempWorkspace({
    [CONFIG]: "exclude:\n  dirs: [private]\n  include: ['private/open/**']\n  max_file_bytes: 9\n",
  });
  using store = openMemoryStore();
  // The second time it is what the first has kept.
  for (let round = 0; round < 2; round++) {
    const { exclusions } = await resolveSettings(store, workspace.root);
    assert.equal(exclusions.rules.maxFileBytes, 9);
    assert.equal(decideExclusion({ path: "private/a" }, exclusions)?.pattern, "private");
    assert.equal(decideExclusion({ path: "private/open/a" }, exclusions), undefined);
  }
});

Deno.test("resolveSettings() keeps what it made of a text, notes included, until that changes", async () => {
  using workspace = new TempWorkspace({ [CONFIG]: "exclude:\n  flies: [a]\n" });
  using store = openMemoryStore();
  const { notes } = await resolveSettings(store, workspace.root);
  assert.deepEqual(notes.map(({ code }) => code), ["config-issue"]);
  assert.match(notes[0]!.message, /^\.dossier\/config\.yaml:2:3: .*did you mean "files"\?$/);

  const kept = JSON.parse(findMeta(store, "config")!);
  writeMeta(store, "config", JSON.stringify({ ...kept, notes: [{ code: "kept", message: "" }] }));
  const again = await resolveSettings(store, workspace.root);
  assert.deepEqual(again.notes.map(({ code }) => code), ["kept"]);

  workspace.write(CONFIG, "exclude:\n  files: [a]\n");
  const changed = await resolveSettings(store, workspace.root);
  assert.deepEqual(changed.notes, []);
  assert.deepEqual(changed.exclusions.rules.files, ["a"]);
});

Deno.test("resolveSettings() keeps nothing of a text that can not be parsed", async () => {
  using workspace = new TempWorkspace({ [CONFIG]: "exclude: [" });
  using store = openMemoryStore();
  for (let round = 0; round < 2; round++) {
    await assert.rejects(resolveSettings(store, workspace.root), {
      name: "ContextError",
      code: "invalid-config",
    });
  }
  workspace.write(CONFIG, "");
  const { exclusions } = await resolveSettings(store, workspace.root);
  assert.deepEqual(exclusions.rules, DEFAULT_EXCLUSIONS);
});
