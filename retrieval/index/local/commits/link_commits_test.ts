import assert from "node:assert/strict";
import { createVisibility, DEFAULT_EXCLUSIONS } from "@dossier/core/exclude";
import type { RefreshOptions } from "../../index_source.ts";
import { refreshIndex } from "../refresh_index.ts";
import { findCommitsState } from "../store/commits.ts";
import { GitTree } from "../../../../tests/git_tree.ts";
import { changesByPath, scoresByPath } from "../../../../tests/stored_commits.ts";

function refresh(
  { store, root, lockPath }: GitTree,
  options: RefreshOptions = {},
): Promise<unknown> {
  const visibility = createVisibility(DEFAULT_EXCLUSIONS);
  const source = { root, lockPath, visibility, symbols: "outline" as const };
  return refreshIndex(store, source, options);
}

Deno.test("refreshIndex() updates the history when documents are added and removed", async () => {
  using tree = new GitTree();
  tree.commit("red", { "a.md": "a", "b.md": "b" });
  await refresh(tree);
  assert.deepEqual(Object.keys(scoresByPath(tree.store, "red")), ["a.md", "b.md"]);
  Deno.removeSync(`${tree.root}/b.md`);
  tree.write("c.md", "c");
  await refresh(tree);
  assert.deepEqual(Object.keys(scoresByPath(tree.store, "red")), ["a.md"]);
  assert.deepEqual(Object.keys(changesByPath(tree.store)), ["a.md"]);
  tree.write("b.md", "b again");
  await refresh(tree);
  assert.deepEqual(Object.keys(scoresByPath(tree.store, "red")), ["a.md", "b.md"]);
  tree.commit("green", { "a.md": "new" });
  await refresh(tree);
  assert.deepEqual(Object.keys(scoresByPath(tree.store, "green")), ["a.md", "b.md", "c.md"]);
});

Deno.test("refreshIndex() reads no history without time, or when it is stopped", async () => {
  using tree = new GitTree();
  tree.commit("red", { "a.md": "a" });
  await refresh(tree, { maxMs: 0 });
  await refresh(tree, { signal: AbortSignal.abort() });
  assert.equal(findCommitsState(tree.store), undefined);
  await refresh(tree);
  assert.equal(findCommitsState(tree.store)?.commits, 1);
});
