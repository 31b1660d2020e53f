import { DEFAULT_EXCLUSIONS } from "@dossier/core";
import assert from "node:assert/strict";
import { TempWorkspace } from "../../tests/temp_workspace.ts";
import { resolveSettings, type SettingsMemory } from "./resolve_settings.ts";

/** Keeps what it is given. */
function openMemory(text?: string): SettingsMemory {
  return {
    find: () => text,
    write: (written) => {
      text = written;
    },
  };
}

const CONFIG = ".dossier/config.yaml";

Deno.test("resolveSettings() gives the default rules where there is no configuration", async () => {
  using workspace = new TempWorkspace();
  const memory = openMemory();
  const { visibility, notes } = await resolveSettings(memory, workspace.root);
  assert.deepEqual(visibility.rules, DEFAULT_EXCLUSIONS);
  assert.deepEqual(notes, []);
  assert.equal(memory.find(), undefined);
});

Deno.test("resolveSettings() gives the rules of the configuration, its globs made ready", async () => {
  using workspace = new TempWorkspace({
    [CONFIG]: "exclude:\n  dirs: [private]\n  include: ['private/open/**']\n  max_file_bytes: 9\n",
  });
  const memory = openMemory();
  // The second time it is what the first has kept.
  for (let round = 0; round < 2; round++) {
    const { visibility } = await resolveSettings(memory, workspace.root);
    assert.equal(visibility.rules.maxFileBytes, 9);
    assert.equal(visibility.decide("private/a")?.pattern, "private");
    assert.equal(visibility.decide("private/open/a"), undefined);
  }
});

Deno.test("resolveSettings() keeps what it made of a text, notes included, until that changes", async () => {
  using workspace = new TempWorkspace({ [CONFIG]: "exclude:\n  flies: [a]\n" });
  const memory = openMemory();
  const { notes } = await resolveSettings(memory, workspace.root);
  assert.deepEqual(notes.map(({ code }) => code), ["config-issue"]);
  assert.match(notes[0]!.message, /^\.dossier\/config\.yaml:2:3: .*did you mean "files"\?$/);

  const kept = JSON.parse(memory.find()!);
  memory.write(JSON.stringify({ ...kept, notes: [{ code: "kept", message: "" }] }));
  const again = await resolveSettings(memory, workspace.root);
  assert.deepEqual(again.notes.map(({ code }) => code), ["kept"]);

  workspace.write(CONFIG, "exclude:\n  files: [a]\n");
  const changed = await resolveSettings(memory, workspace.root);
  assert.deepEqual(changed.notes, []);
  assert.deepEqual(changed.visibility.rules.files, ["a"]);
});

Deno.test("resolveSettings() keeps nothing of a text that can not be parsed", async () => {
  using workspace = new TempWorkspace({ [CONFIG]: "exclude: [" });
  const memory = openMemory();
  for (let round = 0; round < 2; round++) {
    await assert.rejects(resolveSettings(memory, workspace.root), {
      name: "ContextError",
      code: "invalid-config",
    });
  }
  workspace.write(CONFIG, "");
  const { visibility } = await resolveSettings(memory, workspace.root);
  assert.deepEqual(visibility.rules, DEFAULT_EXCLUSIONS);
});

Deno.test("resolveSettings() takes folders to leave out from noface, and rather from the configuration", async () => {
  using workspace = new TempWorkspace({ ".noface.toml": '[exclude]\ndirs = ["gen"]\n' });
  const memory = openMemory();
  // The second time it is what the first has kept.
  for (let round = 0; round < 2; round++) {
    const { visibility, origins, notes } = await resolveSettings(memory, workspace.root);
    assert.deepEqual(visibility.rules, { ...DEFAULT_EXCLUSIONS, dirs: ["gen"] });
    assert.deepEqual(origins, { "exclude.dirs": ".noface.toml:2" });
    assert.deepEqual(notes, []);
  }
  workspace.write(CONFIG, "exclude: { files: [a] }\n");
  const both = await resolveSettings(memory, workspace.root);
  assert.deepEqual(both.visibility.rules, { ...DEFAULT_EXCLUSIONS, dirs: ["gen"], files: ["a"] });
  workspace.write(CONFIG, "exclude: { dirs: [] }\n");
  const own = await resolveSettings(memory, workspace.root);
  assert.deepEqual(own.visibility.rules.dirs, []);
  assert.equal(own.origins["exclude.dirs"], ".dossier/config.yaml:1");
});

Deno.test("resolveSettings() keeps task settings with the texts, and sees each text change", async () => {
  using workspace = new TempWorkspace({ ".noface.toml": "[context]\nalpha = 0.1\n" });
  const memory = openMemory();
  const read = async () => (await resolveSettings(memory, workspace.root)).task;
  assert.deepEqual(await read(), { alpha: 0.1 });
  assert.deepEqual(await read(), { alpha: 0.1 });
  workspace.write(CONFIG, "task:\n  beta: 0.2\n");
  assert.deepEqual(await read(), { alpha: 0.1, beta: 0.2 });
  workspace.remove(".noface.toml");
  assert.deepEqual(await read(), { beta: 0.2 });
  workspace.remove(CONFIG);
  assert.deepEqual(await read(), {});
});

Deno.test("N-23 resolveSettings() goes on with a noface file that is broken, and says so", async () => {
  using workspace = new TempWorkspace({ ".noface.toml": "[exclude\n" });
  const memory = openMemory();
  const { visibility, notes } = await resolveSettings(memory, workspace.root);
  assert.deepEqual(visibility.rules, DEFAULT_EXCLUSIONS);
  assert.match(
    notes[0]!.message,
    /^\.noface\.toml:1:\d+: The file is passed over as it is not TOML/,
  );
  workspace.remove(".noface.toml");
  Deno.mkdirSync(workspace.path(".noface.toml"));
  const folder = await resolveSettings(memory, workspace.root);
  assert.match(
    folder.notes[0]!.message,
    /^"\.noface\.toml" is passed over as it is no regular file/,
  );
});
