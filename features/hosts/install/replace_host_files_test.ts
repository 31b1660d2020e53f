import assert from "node:assert/strict";
import { TempWorkspace } from "../../../tests/temp_workspace.ts";
import { replaceHostFiles } from "./replace_host_files.ts";

Deno.test("replaceHostFiles() restores all files and folders when one cannot be written", () => {
  using workspace = new TempWorkspace();
  const folder = workspace.root;
  const [first, second] = [`${folder}/first.json`, `${folder}/second.json`];
  Deno.writeTextFileSync(first, "1");
  Deno.writeTextFileSync(second, "2");
  Deno.chmodSync(first, 0o600);
  Deno.writeTextFileSync(`${folder}/file`, "");
  const list = () => [...Deno.readDirSync(folder)].map(({ name }) => name).sort();
  const before = list();
  const others = [
    { path: first, before: "1", after: "changed" },
    { path: second, before: "2", after: undefined, base: folder },
    { path: `${folder}/new/folder/third.json`, before: undefined, after: "made" },
  ];
  const broken = [
    // Detected before any change: a folder of the path is a file.
    { path: `${folder}/file/a/b.json`, before: undefined, after: "x" },
    // Detected after all other changes: the file to remove does not exist.
    { path: `${folder}/gone.json`, before: "there", after: undefined },
  ];
  for (const each of broken) {
    assert.throws(() => replaceHostFiles([...others, each]), {
      name: "WriteError",
      message:
        /^Cannot write ".*\/(a\/b|gone)\.json" \(.*\): free some space or make its folder writable/,
    });
    assert.deepEqual(list(), before);
    assert.deepEqual([first, second].map((path) => Deno.readTextFileSync(path)), ["1", "2"]);
    assert.equal((Deno.statSync(first).mode ?? 0) & 0o777, 0o600);
  }
  replaceHostFiles(others);
  assert.deepEqual(list(), ["file", "first.json", "new"]);
});
