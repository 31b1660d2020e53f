import assert from "node:assert/strict";
import { makeTree } from "../../tests/temp_tree.ts";
import { findGitRoot, findRoot } from "./git_folder.ts";

Deno.test("findRoot() finds the nearest folder with .git above", () => {
  using tree = makeTree({ ".git/HEAD": "ref", "a/b/c.ts": "1", "a/inner/.git": "gitdir: x" });
  assert.equal(findRoot(tree.root), tree.root);
  assert.equal(findRoot(`${tree.root}/a/b`), tree.root);
  assert.equal(findRoot(`${tree.root}/a/b/`), tree.root);
  assert.equal(findRoot(`${tree.root}/a/inner`), `${tree.root}/a/inner`);
});

Deno.test("findRoot() returns the folder itself when no folder above has .git", () => {
  using tree = makeTree({ "a/b.ts": "1" });
  assert.equal(findRoot(`${tree.root}/a`), `${tree.root}/a`);
  assert.equal(findRoot("/"), "/");
});

Deno.test("findRoot() passes over an empty .git folder, as git does", () => {
  using tree = makeTree({ ".git/HEAD": "ref", "a/b.ts": "1" });
  Deno.mkdirSync(`${tree.root}/a/.git`);
  assert.equal(findRoot(`${tree.root}/a`), tree.root);
});

Deno.test("findGitRoot() finds none where no folder above has .git", () => {
  using tree = makeTree({ "a/b.ts": "1" });
  assert.equal(findGitRoot(`${tree.root}/a`), undefined);
});
