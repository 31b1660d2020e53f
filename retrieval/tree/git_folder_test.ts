import assert from "node:assert/strict";
import { makeTree } from "../../tests/temp_tree.ts";
import { findGitRoot } from "./git_folder.ts";

Deno.test("findGitRoot() finds none when no folder above has .git", () => {
  using tree = makeTree({ "a/b.ts": "1" });
  assert.equal(findGitRoot(`${tree.root}/a`), undefined);
  assert.equal(findGitRoot("/"), undefined);
});

Deno.test("findGitRoot() finds the nearest folder with .git above, ignoring settings in between", () => {
  using tree = makeTree({ ".git/HEAD": "ref", "a/.dossier/config.yaml": "", "a/b/c.ts": "1" });
  assert.equal(findGitRoot(`${tree.root}/a/b/`), tree.root);
});
