import assert from "node:assert/strict";
import { TempWorkspace } from "../../../tests/temp_workspace.ts";
import { renderConfig } from "./write_config.ts";
import { writeConfig } from "./write_config.ts";

const CONFIG = ".dossier/config.yaml";

function listAll(root: string): string[] {
  return [...Deno.readDirSync(root)].flatMap(({ name, isDirectory }) =>
    isDirectory ? [name, ...listAll(`${root}/${name}`).map((inner) => `${name}/${inner}`)] : [name]
  ).sort();
}

Deno.test("writeConfig() creates the configuration and nothing else", () => {
  using workspace = new TempWorkspace();
  assert.equal(writeConfig(workspace.root), workspace.path(CONFIG));
  assert.equal(workspace.read(CONFIG), renderConfig());
  assert.deepEqual(listAll(workspace.root), [".dossier", CONFIG]);
});

Deno.test("writeConfig() keeps an existing file, unless the caller forces a replacement", () => {
  using workspace = new TempWorkspace({ [CONFIG]: "log: {keep: 3}\n" });
  assert.throws(() => writeConfig(workspace.root), {
    code: "invalid-config",
    message: `Cannot write "${CONFIG}" as it exists already: edit it, or replace it with --force`,
  });
  assert.equal(workspace.read(CONFIG), "log: {keep: 3}\n");
  writeConfig(workspace.root, { force: true });
  assert.equal(workspace.read(CONFIG), renderConfig());
  assert.deepEqual(listAll(workspace.root), [".dossier", CONFIG]);
});

Deno.test("writeConfig() follows no link out of the root and replaces no folder", () => {
  using workspace = new TempWorkspace({ "outside/x": "", "tree/y": "", "in/.dossier": "" });
  const root = workspace.path("tree");
  Deno.symlinkSync(workspace.path("outside"), `${root}/.dossier`);
  for (const [at, force] of [[root, false], [root, true], [workspace.path("in"), true]] as const) {
    assert.throws(() => writeConfig(at, { force }), { code: "invalid-config" });
  }
  assert.deepEqual(listAll(workspace.path("outside")), ["x"]);

  Deno.removeSync(`${root}/.dossier`);
  Deno.mkdirSync(`${root}/${CONFIG}`, { recursive: true });
  for (const force of [false, true]) {
    assert.throws(() => writeConfig(root, { force }), {
      code: "invalid-config",
      message: `Cannot write "${CONFIG}" as it is a folder: move it away`,
    });
  }
  assert.deepEqual(listAll(root), [".dossier", CONFIG, "y"]);

  workspace.write("outside/target.yaml", "kept");
  Deno.removeSync(`${root}/${CONFIG}`);
  Deno.symlinkSync(workspace.path("outside/target.yaml"), `${root}/${CONFIG}`);
  assert.throws(() => writeConfig(root), { code: "invalid-config" });
  writeConfig(root, { force: true });
  assert.equal(workspace.read("outside/target.yaml"), "kept");
  assert.throws(() => writeConfig(workspace.path("none")), { code: "root-not-found" });
});
