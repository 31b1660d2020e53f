import assert from "node:assert/strict";
import { TempWorkspace } from "../../tests/temp_workspace.ts";
import { draftPath } from "./draft_path.ts";
import { writeAtomically } from "./draft_path.ts";

const LEFT = "7b0e5f0a-5f0f-4d7a-9a53-0c1d2e3f4a5b";

Deno.test("draftPath() removes temporary files that killed processes left for a file, and nothing else", () => {
  const kept = ["a.md", "b.md." + LEFT, "a.md.notes", `a.md.${LEFT}x`, `xa.md.${LEFT}`, LEFT];
  using workspace = new TempWorkspace(
    Object.fromEntries([...kept, `a.md.${LEFT}`].map((name) => [name, name])),
  );
  for (const { name } of [...Deno.readDirSync(workspace.root)]) {
    Deno.utimeSync(workspace.path(name), 1, 1);
  }
  const fresh = `a.md.${crypto.randomUUID()}`;
  workspace.write(fresh, "another process is at work");
  Deno.mkdirSync(workspace.path(`a.md.${crypto.randomUUID()}`));
  const draft = draftPath(workspace.path("a.md"));
  assert.match(draft, /\/a\.md\.[\da-f-]{36}$/);
  const names = [...Deno.readDirSync(workspace.root)].filter(({ isFile }) => isFile)
    .map(({ name }) => name);
  assert.deepEqual(names.sort(), [...kept, fresh].sort());
});

Deno.test("writeAtomically() lets the write report a folder that cannot be listed", () => {
  assert.throws(() => writeAtomically("/nowhere/at/all/a.md", ""), Deno.errors.NotFound);
});
