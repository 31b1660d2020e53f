import assert from "node:assert/strict";
import { TempWorkspace } from "../../tests/temp_workspace.ts";
import { writeAtomically } from "./draft_path.ts";

Deno.test("writeAtomically() replaces a file, even a link, by a text, with its mode", () => {
  using workspace = new TempWorkspace({ "other.txt": "other", "a.txt": "before" });
  Deno.symlinkSync(workspace.path("other.txt"), workspace.path("link"));
  for (const name of ["new.txt", "a.txt", "link"]) {
    writeAtomically(workspace.path(name), "after", { mode: 0o600 });
    const { isFile, mode } = Deno.lstatSync(workspace.path(name));
    assert.deepEqual([isFile, mode! & 0o777], [true, 0o600], name);
    assert.equal(Deno.readTextFileSync(workspace.path(name)), "after");
  }
  assert.equal(Deno.readTextFileSync(workspace.path("other.txt")), "other");
});

Deno.test("writeAtomically() leaves other files in the way, and no temporary file", () => {
  using workspace = new TempWorkspace({ "folder/a.txt": "kept" });
  assert.throws(() => writeAtomically(workspace.path("folder"), "text"));
  assert.throws(() => writeAtomically(workspace.path("none/a.txt"), "text"), Deno.errors.NotFound);
  assert.equal(Deno.readTextFileSync(workspace.path("folder/a.txt")), "kept");
  const left = [...Deno.readDirSync(workspace.root)].map(({ name }) => name);
  assert.ok(left.every((name) => !name.startsWith("folder.")), left.join());
});
