import assert from "node:assert/strict";
import { RetrievalError } from "../machine/errors.ts";
import { TempWorkspace } from "../../tests/temp_workspace.ts";
import { readSettingsTexts } from "./read_texts.ts";

async function readConfigText(root: string): Promise<string | null> {
  return (await readSettingsTexts(root)).texts.config;
}

Deno.test("readSettingsTexts() returns the text, or null when there is no file", async () => {
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

Deno.test("readSettingsTexts() names the file when there is a folder in its place", async () => {
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

Deno.test("readSettingsTexts() reads no link and waits for no pipe", async () => {
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

Deno.test("readSettingsTexts() returns the text, and nothing where there is no file", async () => {
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

Deno.test("readSettingsTexts() passes over links, folders, pipes and what is too large, with a note", async () => {
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
    assert.match(notes[0]!.message, /^"\.noface\.toml" is passed over as it is /);
  }
});
