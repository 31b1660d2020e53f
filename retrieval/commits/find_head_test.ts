import assert from "node:assert/strict";
import { makeTree } from "../../tests/temp_tree.ts";
import { GitTree } from "../../tests/git_tree.ts";
import { findHeadCommit, findWorkTreeHead } from "./find_head.ts";

Deno.test("findHeadCommit() returns the commit of a branch, from its own file or the packed list", () => {
  using tree = new GitTree();
  const first = tree.commit("one", { a: "1" });
  assert.equal(findHeadCommit({ root: tree.root }), first);
  tree.git("pack-refs", "--all");
  assert.equal(findHeadCommit({ root: tree.root }), first);
  const second = tree.commit("two", { a: "2" });
  assert.equal(findHeadCommit({ root: tree.root }), second);
});

Deno.test("findHeadCommit() distinguishes a branch from one whose name ends in the same way", () => {
  using tree = new GitTree();
  tree.commit("one", { a: "1" });
  tree.git("branch", "x/topic");
  const second = tree.commit("two", { a: "2" });
  tree.git("checkout", "--quiet", "-b", "topic");
  tree.git("pack-refs", "--all");
  assert.equal(findHeadCommit({ root: tree.root }), second);
});

Deno.test("findHeadCommit() returns the commit of a detached head, and of the repository of a folder", () => {
  using tree = new GitTree();
  const first = tree.commit("one", { "sub/a": "1" });
  tree.commit("two", { "sub/a": "2" });
  tree.git("checkout", "--quiet", "--detach", first);
  assert.equal(findHeadCommit({ root: `${tree.root}/sub` }), first);
});

Deno.test("findHeadCommit() returns a linked work tree's own head", () => {
  using tree = new GitTree();
  const first = tree.commit("one", { a: "1" });
  tree.git("worktree", "add", "--quiet", "-b", "linked", tree.beside("linked"));
  const second = tree.commit("two", { a: "2" });
  assert.equal(findHeadCommit({ root: tree.beside("linked") }), first);
  assert.equal(findHeadCommit({ root: tree.root }), second);
  tree.git("pack-refs", "--all");
  assert.equal(findHeadCommit({ root: tree.beside("linked") }), first);
});

Deno.test("findWorkTreeHead() returns the commit of a shallow clone, for which findHeadCommit() returns none", () => {
  using tree = new GitTree();
  tree.commit("one", { a: "1" });
  const second = tree.commit("two", { a: "2" });
  const clone = tree.beside("clone");
  tree.git("clone", "--quiet", "--depth=1", `file://${tree.root}`, clone);
  assert.deepEqual([findHeadCommit({ root: clone }), findWorkTreeHead(clone)], [undefined, second]);
});

Deno.test("findHeadCommit() changes with the first commit of an empty repository", () => {
  using tree = new GitTree();
  const before = findHeadCommit({ root: tree.root });
  assert.notEqual(before, undefined);
  assert.notEqual(tree.commit("one", { a: "1" }), before);
  assert.notEqual(findHeadCommit({ root: tree.root }), before);
});

Deno.test("findHeadCommit() changes with the tables of a repository that keeps references in tables", () => {
  using tree = new GitTree();
  Deno.mkdirSync(`${tree.root}/.git/reftable`);
  const heads = ["0x1-0x1-a.ref\n", "0x1-0x1-a.ref\n0x2-0x2-b.ref\n"].map((list) => {
    Deno.writeTextFileSync(`${tree.root}/.git/reftable/tables.list`, list);
    return findHeadCommit({ root: tree.root });
  });
  assert.notEqual(heads[0], undefined);
  assert.notEqual(heads[0], heads[1]);
});

Deno.test("findHeadCommit() finds no history in a shallow clone, in a broken repository and without one", () => {
  using tree = new GitTree();
  tree.commit("one", { a: "1" });
  tree.commit("two", { a: "2" });
  tree.git("clone", "--quiet", "--depth=1", `file://${tree.root}`, tree.beside("shallow"));
  assert.equal(findHeadCommit({ root: tree.beside("shallow") }), undefined);
  const pinned = { repository: `${tree.beside("shallow")}/.git`, revision: "HEAD" };
  assert.equal(findHeadCommit({ root: tree.root, pinned }), undefined);
  using plain = makeTree({ a: "1", "linked/.git": "gitdir: ../nowhere\n", "odd/.git": "text" });
  for (const root of [plain.root, `${plain.root}/odd`]) {
    assert.equal(findHeadCommit({ root }), undefined, root);
  }
});

Deno.test("findHeadCommit() ends for a cycle of references", () => {
  using tree = new GitTree();
  Deno.writeTextFileSync(`${tree.root}/.git/HEAD`, "ref: refs/heads/a\n");
  Deno.writeTextFileSync(`${tree.root}/.git/refs/heads/a`, "ref: refs/heads/b\n");
  Deno.writeTextFileSync(`${tree.root}/.git/refs/heads/b`, "ref: refs/heads/a\n");
  assert.equal(typeof findHeadCommit({ root: tree.root }), "string");
});
