import assert from "node:assert/strict";
import { TempWorkspace } from "../../tests/temp_workspace.ts";
import { readNofaceText } from "./read_noface_text.ts";

Deno.test("readNofaceText() returns the text, and nothing where there is no file", async () => {
  using workspace = new TempWorkspace();
  assert.deepEqual(await readNofaceText(workspace.root), { notes: [] });
  const path = workspace.path(".noface.toml");
  Deno.symlinkSync("/nowhere/at/all", path);
  assert.deepEqual(await readNofaceText(workspace.root), { notes: [] });
  Deno.removeSync(path);
  workspace.write(".noface.toml", "[context]\n");
  assert.deepEqual(await readNofaceText(workspace.root), { text: "[context]\n", notes: [] });
});

Deno.test("readNofaceText() passes over links, folders, pipes and what is too large, with a note", async () => {
  const makers: readonly ((path: string) => void)[] = [
    (path) => Deno.symlinkSync("/etc/hostname", path),
    (path) => Deno.mkdirSync(path),
    (path) => new Deno.Command("mkfifo", { args: [path] }).outputSync(),
    (path) => Deno.writeTextFileSync(path, "# ".repeat(1024 * 1024)),
  ];
  for (const make of makers) {
    using workspace = new TempWorkspace();
    make(workspace.path(".noface.toml"));
    const { text, notes } = await readNofaceText(workspace.root);
    assert.equal(text, undefined);
    assert.deepEqual(notes.map(({ code }) => code), ["config-issue"]);
    assert.match(notes[0]!.message, /^"\.noface\.toml" is passed over as it is /);
  }
});
