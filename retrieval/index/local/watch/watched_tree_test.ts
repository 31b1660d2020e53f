import assert from "node:assert/strict";
import { git } from "../../../../tests/temp_tree.ts";
import { IndexedTree } from "../../../../tests/indexed_tree.ts";
import { deleteDocument } from "../store/documents.ts";
import { planRefresh } from "../plan_refresh.ts";
import type { RefreshReport } from "../../index_source.ts";
import { refreshIndex } from "../refresh_index.ts";
import { type WatchedTree, watchTree } from "./watched_tree.ts";

/** Changes are reported in order on Linux only, so trees are watched there only. */
const ignore = Deno.build.os !== "linux";

/** Watches a tree, with a clock that stands still unless another is passed. */
function watch({ root, lockPath }: IndexedTree, now: () => number = () => 0): WatchedTree {
  const watched = watchTree(root, lockPath.slice(0, lockPath.lastIndexOf("/")), { now });
  assert.ok(watched !== undefined);
  return watched;
}

async function refresh(tree: IndexedTree, watched: WatchedTree): Promise<RefreshReport> {
  const { root, lockPath, visibility, store } = tree;
  const report = await refreshIndex(store, { root, lockPath, visibility, watched });
  tree.trustTimes();
  return report;
}

/** Asserts that a comparison of the whole tree finds no change that the watcher missed. */
async function assertNothingMissed({ store, root, visibility }: IndexedTree, step: string) {
  const { files, removed } = await planRefresh(store, root, { visibility });
  assert.deepEqual([files.map(({ path }) => path), removed], [[], []], step);
}

const STEPS: readonly (readonly [name: string, act: (tree: IndexedTree) => void])[] = [
  ["nothing", () => {}],
  ["a changed file", (tree) => tree.write("a.md", "changed")],
  ["a new file", (tree) => tree.write("new.md", "new")],
  ["a file in new folders", (tree) => tree.write("x/y/z.md", "deep")],
  ["a file beside it", (tree) => tree.write("x/y/second.md", "deep")],
  ["a removed file", (tree) => tree.remove("new.md")],
  ["a renamed file", (tree) => tree.rename("a.md", "renamed.md")],
  ["a file replaced by another", (tree) => {
    tree.write("replacement.md", "replaced");
    tree.rename("replacement.md", "renamed.md");
  }],
  ["a renamed folder", (tree) => tree.rename("x", "renamed")],
  ["a file in it", (tree) => tree.write("renamed/y/z.md", "changed")],
  ["an ignore file", (tree) => tree.write(".gitignore", "renamed/y/second.md\n")],
  ["an ignore file without rules", (tree) => tree.write(".gitignore", "")],
  ["a removed folder", (tree) => Deno.removeSync(tree.path("renamed"), { recursive: true })],
  ["a file in place of a folder", (tree) => tree.write("renamed", "no folder")],
  ["more changes than reports are kept for", (tree) => {
    for (let i = 0; i < 300; i++) tree.write(`many/${i}.md`, "one of many");
  }],
  ["changes of all these", (tree) => {
    for (let i = 0; i < 300; i++) tree.write(`many/${i}.md`, "another of many");
  }],
  ["a folder in place of another", (tree) => {
    tree.remove("b");
    tree.write("b/c.md", "in a new folder");
  }],
  ["a file in it that is new", (tree) => tree.write("b/new.md", "new")],
  ["an empty folder", (tree) => Deno.mkdirSync(tree.path("empty"))],
  ["a file in what was an empty folder", (tree) => tree.write("empty/a.md", "first")],
  ["a folder without its only file", (tree) => tree.remove("empty/a.md")],
  ["a file in what has become empty", (tree) => tree.write("empty/b.md", "second")],
  ["empty folders in each other", (tree) => {
    Deno.mkdirSync(tree.path("outer/middle/inner"), { recursive: true });
  }],
  ["a file in the innermost", (tree) => tree.write("outer/middle/inner/a.md", "deep")],
  ["a folder with only a file that is left out", (tree) => tree.write("img/x.png", "picture")],
  ["a file beside what is left out", (tree) => tree.write("img/a.md", "not a picture")],
  ["a file in a folder that held nothing from the start", (tree) => {
    tree.write("hollow/a.md", "no longer hollow");
  }],
  ["a file that is left out", (tree) => tree.write("many/.env", "SECRET=1")],
];

async function assertFollowed(
  tree: IndexedTree,
  steps: readonly (readonly [name: string, act: (tree: IndexedTree) => void])[],
): Promise<void> {
  using watched = watch(tree);
  await refresh(tree, watched);
  for (const [name, act] of steps) {
    act(tree);
    const report = await refresh(tree, watched);
    assert.equal(report.pending, 0, name);
    await assertNothingMissed(tree, name);
  }
}

Deno.test({
  name: "WatchedTree plan() misses no change of a tree",
  ignore,
  async fn() {
    using tree = new IndexedTree({ "a.md": "one", "b/c.md": "two" });
    Deno.mkdirSync(tree.path("hollow"));
    await assertFollowed(tree, STEPS);
  },
});

Deno.test({
  name: "WatchedTree plan() misses no change of a git work tree",
  ignore,
  async fn() {
    using tree = new IndexedTree({ "a.md": "one", "b/c.md": "two" });
    Deno.mkdirSync(tree.path("hollow"));
    git(tree.root, "init", "-q");
    await assertFollowed(tree, [
      ...STEPS,
      ["a folder with only an ignored file", (tree) => {
        tree.write(".gitignore", "*.tmp\n");
        tree.write("scratch/a.tmp", "ignored");
      }],
      ["a file beside it", (tree) => tree.write("scratch/a.md", "not ignored")],
      ["another file of ignored names", (tree) => {
        tree.write("names", "c.md\n");
        git(tree.root, "config", "core.excludesFile", tree.path("names"));
      }],
    ]);
  },
});

Deno.test({
  name: "WatchedTree plan() compares the whole tree again after five seconds",
  ignore,
  async fn() {
    using tree = new IndexedTree({ "a.md": "one", "b.md": "two" });
    let now = 0;
    using watched = watch(tree, () => now);
    await refresh(tree, watched);
    // Only a comparison of the whole tree finds b.md missing from the index.
    deleteDocument(tree.store, "b.md");
    now = 4999;
    assert.deepEqual((await watched.plan(tree.store, tree.visibility)).files, []);
    watched.markApplied();
    now = 5000;
    const { files } = await watched.plan(tree.store, tree.visibility);
    assert.deepEqual(files.map(({ path }) => path), ["b.md"]);
  },
});

Deno.test({
  name: "WatchedTree plan() checks only reported files once a plan was carried out",
  ignore,
  async fn() {
    using tree = new IndexedTree({ "a.md": "one", "b.md": "two" });
    using watched = watch(tree);
    await refresh(tree, watched);
    // A comparison of the whole tree would find b.md missing from the index.
    deleteDocument(tree.store, "b.md");
    tree.write("a.md", "changed");
    assert.deepEqual(
      (await watched.plan(tree.store, tree.visibility)).files.map(({ path }) => path),
      ["a.md"],
    );
  },
});

Deno.test({
  name: "WatchedTree plan() compares the whole tree again when a plan was not carried out",
  ignore,
  async fn() {
    using tree = new IndexedTree({ "a.md": "one", "b.md": "two" });
    using watched = watch(tree);
    await refresh(tree, watched);
    tree.write("a.md", "changed");
    await watched.plan(tree.store, tree.visibility);
    const { files } = await watched.plan(tree.store, tree.visibility);
    assert.deepEqual(files.map(({ path }) => path), ["a.md"]);
  },
});

Deno.test({
  name: "WatchedTree plan() compares the whole tree when another tree had too many reports",
  ignore,
  async fn() {
    using tree = new IndexedTree({ "a.md": "one", "b.md": "two" });
    using other = new IndexedTree({ "a.md": "one" });
    using watched = watch(tree);
    using watchedOther = watch(other);
    await refresh(tree, watched);
    await refresh(other, watchedOther);
    deleteDocument(tree.store, "b.md");
    assert.equal(watched.isBehind, false);
    for (let at = 0; at < 300; at++) other.write(`many/${at}.md`, "one of many");
    for (let at = 0; at < 300; at++) other.write(`${at}.md`, "one of many");
    await refresh(other, watchedOther);
    assert.equal(watched.isBehind, true);
    const { files } = await watched.plan(tree.store, tree.visibility);
    assert.deepEqual(files.map(({ path }) => path), ["b.md"]);
  },
});

Deno.test({
  name: "WatchedTree plan() watches the lists of a repository that was created around the tree",
  ignore,
  async fn() {
    using tree = new IndexedTree({ "a.md": "one", "b.md": "two" });
    const around = tree.root.slice(0, tree.root.lastIndexOf("/"));
    let now = 0;
    using watched = watch(tree, () => now);
    await refresh(tree, watched);
    git(around, "init", "-q");
    now = 5000;
    await refresh(tree, watched);
    Deno.writeTextFileSync(`${around}/.gitignore`, "b.md\n");
    const { removed } = await watched.plan(tree.store, tree.visibility);
    assert.deepEqual(removed, ["b.md"]);
  },
});

Deno.test({
  name: "WatchedTree is behind after another commit, whatever its files",
  ignore,
  async fn() {
    using tree = new IndexedTree({ "a.md": "one" });
    git(tree.root, "init", "-q");
    git(tree.root, "add", "--all");
    using watched = watch(tree);
    for (const [...args] of [["commit"], ["commit", "--amend"], ["checkout", "-b", "other"]]) {
      await refresh(tree, watched);
      await watched.waitUntilIdle();
      assert.equal(watched.isBehind, false);
      git(tree.root, ...args, "-q", ...(args[0] === "commit" ? ["-m", args.join()] : []));
      await watched.waitUntilIdle();
      assert.equal(watched.isBehind, true, args.join(" "));
    }
    git(tree.root, "commit", "-q", "--allow-empty", "-m", "two");
    await refresh(tree, watched);
    await watched.waitUntilIdle();
    assert.equal(watched.isBehind, false, "it has been looked at");
  },
});

Deno.test({
  name: "WatchedTree plan() continues without its watcher",
  ignore,
  async fn() {
    using tree = new IndexedTree({ "a.md": "one" });
    const watched = watch(tree);
    await refresh(tree, watched);
    watched[Symbol.dispose]();
    tree.write("a.md", "changed");
    assert.equal((await refresh(tree, watched)).changed, 1);
    watched[Symbol.dispose]();
  },
});
