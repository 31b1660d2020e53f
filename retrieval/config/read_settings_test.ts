import assert from "node:assert/strict";
import { RetrievalError } from "../machine/errors.ts";
import { TempWorkspace } from "../../tests/temp_workspace.ts";
import { readSettingsTexts } from "./read_texts.ts";
import { DEFAULT_EXCLUSIONS } from "@dossier/core";
import { resolveSettings, type SettingsCache } from "./read_settings.ts";

async function readConfigText(root: string): Promise<string | null> {
  return (await readSettingsTexts(root)).texts.config;
}

Deno.test("readSettingsTexts() returns the text, or null without a file", async () => {
  const root = Deno.makeTempDirSync();
  try {
    assert.equal(await readConfigText(root), null);
    assert.equal(await readConfigText(`${root}/none`), null);
    Deno.mkdirSync(`${root}/.dossier`);
    assert.equal(await readConfigText(root), null);
    Deno.writeTextFileSync(`${root}/.dossier/config.yaml`, "exclude: {}\n");
    assert.equal(await readConfigText(root), "exclude: {}\n");
  } finally {
    Deno.removeSync(root, { recursive: true });
  }
});

Deno.test("readSettingsTexts() names the file when it is a folder", async () => {
  const root = Deno.makeTempDirSync();
  try {
    Deno.mkdirSync(`${root}/.dossier/config.yaml`, { recursive: true });
    await assert.rejects(
      () => readConfigText(root),
      (error) =>
        error instanceof RetrievalError && error.code === "invalid-config" &&
        error.message.includes('".dossier/config.yaml"'),
    );
  } finally {
    Deno.removeSync(root, { recursive: true });
  }
});

Deno.test("readSettingsTexts() reads no link and does not block on a pipe", async () => {
  const root = Deno.makeTempDirSync();
  try {
    Deno.mkdirSync(`${root}/tree/.dossier`, { recursive: true });
    Deno.writeTextFileSync(`${root}/outside.yaml`, "exclude: {}\n");
    const path = `${root}/tree/.dossier/config.yaml`;
    Deno.symlinkSync("../../outside.yaml", path);
    await assert.rejects(readConfigText(`${root}/tree`), RetrievalError);
    Deno.removeSync(path);
    new Deno.Command("mkfifo", { args: [path] }).outputSync();
    assert.equal(Deno.lstatSync(path).isFifo, true);
    await assert.rejects(readConfigText(`${root}/tree`), RetrievalError);
  } finally {
    Deno.removeSync(root, { recursive: true });
  }
});

const NOTHING = { texts: { config: null, noface: null }, notes: [] };

Deno.test("readSettingsTexts() returns the text, and nothing without a file", async () => {
  using workspace = new TempWorkspace();
  assert.deepEqual(await readSettingsTexts(workspace.root), NOTHING);
  const path = workspace.path(".noface.toml");
  Deno.symlinkSync("/nowhere/at/all", path);
  assert.deepEqual(await readSettingsTexts(workspace.root), NOTHING);
  Deno.removeSync(path);
  workspace.write(".noface.toml", "[context]\n");
  assert.deepEqual(await readSettingsTexts(workspace.root), {
    texts: { config: null, noface: "[context]\n" },
    notes: [],
  });
});

Deno.test("readSettingsTexts() skips links, folders, pipes and files that are too large, with a note", async () => {
  const makers: readonly ((path: string) => void)[] = [
    (path) => Deno.symlinkSync("/etc/hostname", path),
    (path) => Deno.mkdirSync(path),
    (path) => new Deno.Command("mkfifo", { args: [path] }).outputSync(),
    (path) => Deno.writeTextFileSync(path, "# ".repeat(1024 * 1024)),
  ];
  for (const make of makers) {
    using workspace = new TempWorkspace();
    make(workspace.path(".noface.toml"));
    const { texts, notes } = await readSettingsTexts(workspace.root);
    assert.equal(texts.noface, null);
    assert.deepEqual(notes.map(({ code }) => code), ["config-issue"]);
    assert.match(notes[0]!.message, /^"\.noface\.toml" is ignored as it is /);
  }
});

/** Returns a cache in memory. */
function openMemory(text?: string): SettingsCache {
  return {
    find: () => text,
    write: (written) => {
      text = written;
    },
  };
}

const CONFIG = ".dossier/config.yaml";

Deno.test("resolveSettings() returns the default rules without a configuration", async () => {
  using workspace = new TempWorkspace();
  const memory = openMemory();
  const { visibility, notes } = await resolveSettings(memory, workspace.root);
  assert.deepEqual(visibility.rules, DEFAULT_EXCLUSIONS);
  assert.deepEqual(notes, []);
  assert.equal(memory.find(), undefined);
});

Deno.test("resolveSettings() returns the rules of the configuration, with compiled globs", async () => {
  using workspace = new TempWorkspace({
    [CONFIG]: "exclude:\n  dirs: [private]\n  include: ['private/open/**']\n  max_file_bytes: 9\n",
  });
  const memory = openMemory();
  // The second round uses the cache of the first.
  for (let round = 0; round < 2; round++) {
    const { visibility } = await resolveSettings(memory, workspace.root);
    assert.equal(visibility.rules.maxFileBytes, 9);
    assert.equal(visibility.findHidingRule("private/a")?.pattern, "private");
    assert.equal(visibility.findHidingRule("private/open/a"), undefined);
  }
});

Deno.test("resolveSettings() caches the settings of a text with their notes until the text changes", async () => {
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

Deno.test("resolveSettings() caches nothing for a text that cannot be parsed", async () => {
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

Deno.test("resolveSettings() uses excluded folders of noface, but prefers those of the configuration", async () => {
  using workspace = new TempWorkspace({ ".noface.toml": '[exclude]\ndirs = ["gen"]\n' });
  const memory = openMemory();
  // The second round uses the cache of the first.
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

Deno.test("resolveSettings() caches task settings with the texts, and notices a change of each text", async () => {
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

Deno.test("N-23 resolveSettings() continues with a broken noface file, and reports it", async () => {
  using workspace = new TempWorkspace({ ".noface.toml": "[exclude\n" });
  const memory = openMemory();
  const { visibility, notes } = await resolveSettings(memory, workspace.root);
  assert.deepEqual(visibility.rules, DEFAULT_EXCLUSIONS);
  assert.match(
    notes[0]!.message,
    /^\.noface\.toml:1:\d+: The file is ignored as it is not valid TOML/,
  );
  workspace.remove(".noface.toml");
  Deno.mkdirSync(workspace.path(".noface.toml"));
  const folder = await resolveSettings(memory, workspace.root);
  assert.match(
    folder.notes[0]!.message,
    /^"\.noface\.toml" is ignored as it is not a regular file/,
  );
});
