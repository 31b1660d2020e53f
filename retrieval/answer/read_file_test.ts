import assert from "node:assert/strict";
import { NO_EMBEDDER } from "../../tests/task_fixture.ts";
import { TempWorkspace } from "../../tests/temp_workspace.ts";
import { openEngine } from "../engine.ts";

Deno.test("readFile() rejects lines with the last before the first, for any file", async () => {
  using workspace = new TempWorkspace({ "a.md": "one\ntwo\nthree\n" });
  using engine = await openEngine({ root: workspace.root, openEmbedder: NO_EMBEDDER });
  await assert.rejects(engine.readFile("a.md", { startLine: 3, endLine: 2 }), {
    name: "RangeError",
    message:
      'Cannot read "a.md" as the last line must not be before the first: current values are 2 and 3',
  });
  await assert.rejects(engine.readFile("a.md", { startLine: 9 }), {
    code: "file-not-found",
    message: 'Cannot read line 9 of "a.md" as it has 3 lines',
  });
});

Deno.test("readFile() reads a file with a backslash in its name, and no other one", async () => {
  using workspace = new TempWorkspace({
    "docs/a.md": "slash\n",
    "docs\\b.md": "backslash\n",
    "..\\inside.md": "inside\n",
    "\\c.md": "first\n",
    "../outside.md": "outside\n",
    ".dossierignore": "secret*\n",
    "secret\\plan.md": "plan\n",
  });
  using engine = await openEngine({ root: workspace.root, openEmbedder: NO_EMBEDDER });
  const read = async (path: string) => (await engine.readFile(path)).text;
  assert.equal(await read("docs\\a.md"), "slash");
  assert.equal(await read("docs\\b.md"), "backslash");
  assert.equal(await read("..\\inside.md"), "inside");
  assert.equal(await read("\\c.md"), "first");
  assert.equal(await read(`${workspace.root}/docs\\b.md`), "backslash");
  for (const path of ["..\\outside.md", "docs\\..\\..\\outside.md", "secret\\plan.md", "\\d.md"]) {
    await assert.rejects(read(path), { code: /^file-(not-found|excluded)$/ }, path);
  }
});
