import assert from "node:assert/strict";
import { IndexedTree } from "../../../tests/indexed_tree.ts";
import { recordReads } from "../../../tests/record_reads.ts";
import { listDocumentStamps } from "./store/documents.ts";
import { listSkipped } from "./store/skipped.ts";
import { refreshIndex } from "./refresh_index.ts";
import { planRefresh, type RefreshPlan } from "./plan_refresh.ts";

function plan({ store, root, visibility }: IndexedTree): Promise<RefreshPlan> {
  return planRefresh(store, root, { visibility });
}

function pathsOf({ files }: RefreshPlan): string[] {
  return files.map(({ path }) => path);
}

const BINARY = Uint8Array.of(1, 0, 2);

Deno.test("planRefresh() plans every file of a tree that was never indexed, in path order", async () => {
  using tree = new IndexedTree({ "b.md": "b", "a/z.md": "z", "a.md": "a" });
  const { files, removed } = await plan(tree);
  assert.deepEqual(files.map(({ path, known }) => [path, known]), [
    ["a.md", false],
    ["a/z.md", false],
    ["b.md", false],
  ]);
  assert.deepEqual(removed, []);
});

Deno.test("planRefresh() plans nothing for a tree that has not changed", async () => {
  using tree = new IndexedTree({ "a.md": "a", "b.md": "b" });
  tree.write("binary.txt", BINARY);
  await tree.refresh();
  const { files, removed } = await plan(tree);
  assert.deepEqual({ files, removed }, { files: [], removed: [] });
});

Deno.test("planRefresh() distinguishes added, changed and removed files", async () => {
  using tree = new IndexedTree({ "same.md": "a", "changed.md": "b", "removed.md": "c" });
  await tree.refresh();
  tree.write("changed.md", "b longer");
  tree.write("added.md", "d");
  tree.remove("removed.md");
  const { files, removed } = await plan(tree);
  assert.deepEqual(files.map(({ path, known }) => [path, known]), [
    ["added.md", false],
    ["changed.md", true],
  ]);
  assert.deepEqual(removed, ["removed.md"]);
});

Deno.test("planRefresh() notices a new time with the same size, and a new size with the same time", async () => {
  using tree = new IndexedTree({ "time.md": "a", "size.md": "b" });
  tree.touch("size.md", 500);
  await tree.refresh();
  tree.write("time.md", "x");
  tree.write("size.md", "bb");
  tree.touch("size.md", 500);
  assert.deepEqual(pathsOf(await plan(tree)), ["size.md", "time.md"]);
});

Deno.test("planRefresh() notices a file whose time moved back", async () => {
  using tree = new IndexedTree({ "a.md": "a" });
  await tree.refresh();
  tree.touch("a.md", 12);
  assert.deepEqual(pathsOf(await plan(tree)), ["a.md"]);
});

Deno.test("planRefresh() notices a file that was replaced by one with the same size and time", async () => {
  using tree = new IndexedTree({ "a.md": "before", "b.md": "behind" });
  tree.touch("a.md", 500);
  tree.touch("b.md", 500);
  await tree.refresh();
  tree.rename("b.md", "a.md");
  const { files, removed } = await plan(tree);
  assert.deepEqual([files.map(({ path }) => path), removed], [["a.md"], ["b.md"]]);
});

Deno.test("planRefresh() notices a change whose author reset the time", async () => {
  using tree = new IndexedTree({ "a.md": "before" });
  await tree.refresh();
  const path = tree.path("a.md");
  const { mtime } = Deno.lstatSync(path);
  // The disk reports times in whole seconds.
  await new Promise((resolve) => setTimeout(resolve, 1100));
  Deno.writeTextFileSync(path, "behind");
  Deno.utimeSync(path, mtime!, mtime!);
  assert.deepEqual(pathsOf(await plan(tree)), ["a.md"]);
  await tree.refresh();
  assert.deepEqual(await tree.searchPaths("behind"), ["a.md"]);
});

Deno.test("planRefresh() plans a file again that changed on disk just before it was read", async () => {
  using tree = new IndexedTree({ "a.md": "before" });
  const { store, root, lockPath, visibility } = tree;
  await refreshIndex(store, { root, lockPath, visibility });
  assert.deepEqual(pathsOf(await plan(tree)), ["a.md"]);
});

Deno.test("planRefresh() plans a file again that was modified just before it was read", async () => {
  using tree = new IndexedTree({ "old.md": "a" });
  tree.writeNow("racy.md", "b");
  await tree.refresh();
  const stamps = listDocumentStamps(tree.store).map(({ path, racy }) => [path, racy]);
  assert.deepEqual(stamps.sort(), [["old.md", false], ["racy.md", true]]);
  assert.deepEqual(pathsOf(await plan(tree)), ["racy.md"]);
});

Deno.test("planRefresh() plans a file again whose time comes from a clock that is ahead", async () => {
  using tree = new IndexedTree({ "a.md": "a" });
  tree.touch("a.md", Date.now() / 1000 + 60);
  await tree.refresh();
  assert.deepEqual(pathsOf(await plan(tree)), ["a.md"]);
});

Deno.test("planRefresh() does not forever read a file whose time comes from a wrong clock", async () => {
  using tree = new IndexedTree({ "a.md": "a" });
  tree.touch("a.md", Date.now() / 1000 + 86_400);
  await tree.refresh();
  assert.deepEqual(pathsOf(await plan(tree)), []);
  tree.writeNow("a.md", "b");
  assert.deepEqual(pathsOf(await plan(tree)), ["a.md"]);
});

Deno.test("planRefresh() does not plan a skipped file again until it changes", async () => {
  using tree = new IndexedTree();
  tree.write("binary.txt", BINARY);
  await tree.refresh();
  assert.deepEqual(listSkipped(tree.store).map(({ path }) => path), ["binary.txt"]);
  assert.deepEqual(pathsOf(await plan(tree)), []);
  tree.write("binary.txt", "now text");
  const { files } = await plan(tree);
  assert.deepEqual(files.map(({ path, known }) => [path, known]), [["binary.txt", false]]);
});

Deno.test("planRefresh() removes a skipped file that is missing", async () => {
  using tree = new IndexedTree();
  tree.write("binary.txt", BINARY);
  await tree.refresh();
  tree.remove("binary.txt");
  assert.deepEqual((await plan(tree)).removed, ["binary.txt"]);
  await tree.refresh();
  assert.deepEqual(listSkipped(tree.store), []);
});

Deno.test("planRefresh() removes documents that a new rule excludes", async () => {
  using tree = new IndexedTree({ "a.md": "a", "private/b.md": "b" });
  await tree.refresh();
  tree.exclude({ dirs: ["private"] });
  assert.deepEqual((await plan(tree)).removed, ["private/b.md"]);
});

Deno.test("planRefresh() treats a file that vanishes after it was listed as a missing one", async () => {
  using tree = new IndexedTree({ "a.md": "a", "b.md": "b" });
  await tree.refresh();
  const lstatSync = Deno.lstatSync;
  Deno.lstatSync = (path) => {
    if (String(path).endsWith("/b.md")) throw new Deno.errors.NotFound();
    return lstatSync(path);
  };
  try {
    const { files, removed } = await plan(tree);
    assert.deepEqual({ files, removed }, { files: [], removed: ["b.md"] });
  } finally {
    Deno.lstatSync = lstatSync;
  }
});

Deno.test("planRefresh() opens no file, whatever has changed", async () => {
  using tree = new IndexedTree({ "a.md": "a", "b.md": "b", "c.md": "c" });
  tree.write("binary.txt", BINARY);
  await tree.refresh();
  tree.write("a.md", "changed");
  tree.write("d.md", "added");
  tree.remove("c.md");
  assert.deepEqual(await recordReads(() => plan(tree)), []);
});
