import assert from "node:assert/strict";
import { IndexedTree } from "../../../tests/indexed_tree.ts";
import { viewIndex } from "../../../tests/index_view.ts";
import { recordReads } from "../../../tests/record_reads.ts";
import { listDocumentStamps } from "./store/documents.ts";
import { findMeta } from "./store/meta.ts";
import { listSkipped } from "./store/skipped.ts";
import { acquireIndexLock } from "../../machine/index_lock.ts";

function documentPaths({ store }: IndexedTree): string[] {
  return listDocumentStamps(store).map(({ path }) => path).sort();
}

Deno.test("refreshIndex() indexes a tree, and reads and writes nothing until it changes", async () => {
  using tree = new IndexedTree({ "a.md": "one", "b.md": "two" });
  const first = await tree.refresh();
  assert.deepEqual(first, {
    added: 2,
    changed: 0,
    removed: 0,
    pending: 0,
    refreshed: true,
    notes: [],
  });
  const version = tree.store.dataVersion();
  const reads = await recordReads(async () => {
    assert.deepEqual(await tree.refresh(), { ...first, added: 0 });
  });
  assert.deepEqual(reads, []);
  assert.equal(tree.store.dataVersion(), version);
});

Deno.test("refreshIndex() takes no lock when nothing has changed", async () => {
  using tree = new IndexedTree({ "a.md": "one" });
  await tree.refresh();
  using _ = (await acquireIndexLock(tree.lockPath, { waitMs: 0 }))!;
  assert.deepEqual((await tree.refresh({ maxMs: 0 })).notes, []);
});

Deno.test("refreshIndex() returns the pending files when another process holds the lock", async () => {
  using tree = new IndexedTree({ "a.md": "one", "b.md": "two" });
  using _ = (await acquireIndexLock(tree.lockPath, { waitMs: 0 }))!;
  const { added, pending, refreshed, notes } = await tree.refresh({ maxMs: 30 });
  assert.deepEqual([added, pending, refreshed], [0, 2, true]);
  assert.deepEqual(notes.map(({ code }) => code), ["indexing-elsewhere"]);
  assert.deepEqual(documentPaths(tree), []);
});

Deno.test("refreshIndex() does not repeat work that another process did during the wait", async () => {
  using tree = new IndexedTree({ "a.md": "one" });
  await tree.refresh();
  tree.write("b.md", "two");
  const [one, other] = await Promise.all([tree.refresh(), tree.refresh()]);
  assert.deepEqual([one.added, other.added].sort(), [0, 1]);
  assert.deepEqual(documentPaths(tree), ["a.md", "b.md"]);
});

Deno.test("refreshIndex() does not rebuild a new index that another process built during the wait", async () => {
  using tree = new IndexedTree({ "a.md": "one", "b.md": "two" });
  const [one, other] = await Promise.all([tree.refresh(), tree.refresh()]);
  assert.deepEqual([one.added, other.added].sort(), [0, 2]);
  assert.deepEqual(documentPaths(tree), ["a.md", "b.md"]);
});

Deno.test("refreshIndex() leaves all files pending without time", async () => {
  using tree = new IndexedTree({ "a.md": "one", "b.md": "two" });
  const { added, pending } = await tree.refresh({ maxMs: 0 });
  assert.deepEqual({ added, pending }, { added: 0, pending: 2 });
  assert.equal((await tree.refresh()).added, 2);
});

Deno.test("refreshIndex() starts with the most recent changes when its time is limited", async () => {
  using tree = new IndexedTree();
  const names = Array.from({ length: 80 }, (_, i) => `${String(i).padStart(2, "0")}.md`);
  // Neither in the order of their names nor in reverse.
  const byTime = [...names.slice(50), ...names.slice(0, 50)];
  for (const name of byTime) tree.write(name, `text of ${name}`);
  const abort = new AbortController();
  const report = await tree.refresh({
    maxMs: 3_600_000,
    signal: abort.signal,
    onProgress: () => abort.abort(),
  });
  assert.ok(report.added > 0 && report.pending > 0);
  assert.deepEqual(documentPaths(tree), byTime.slice(-report.added).sort());
});

Deno.test("refreshIndex() checks skipped files again only when the rules change", async () => {
  using tree = new IndexedTree({ "big.txt": "word ".repeat(100), "small.txt": "word" });
  tree.exclude({ maxFileBytes: 100 });
  await tree.refresh();
  assert.deepEqual(listSkipped(tree.store).map(({ path }) => path), ["big.txt"]);
  assert.deepEqual(await recordReads(() => tree.refresh()), []);
  tree.exclude({ maxFileBytes: 1000 });
  assert.equal((await tree.refresh()).added, 1);
  assert.deepEqual(documentPaths(tree), ["big.txt", "small.txt"]);
  assert.deepEqual(listSkipped(tree.store), []);
});

Deno.test("refreshIndex() removes documents that a new rule on size excludes", async () => {
  using tree = new IndexedTree({ "big.txt": "word ".repeat(100), "small.txt": "word" });
  await tree.refresh();
  tree.exclude({ maxFileBytes: 100 });
  assert.equal((await tree.refresh()).removed, 1);
  assert.deepEqual(documentPaths(tree), ["small.txt"]);
  assert.deepEqual(await tree.searchPaths("word"), ["small.txt"]);
});

Deno.test("refreshIndex() removes and adds documents as the rules on names change", async () => {
  using tree = new IndexedTree({ "a.md": "word", "private/b.md": "word" });
  await tree.refresh();
  tree.exclude({ dirs: ["private"] });
  assert.equal((await tree.refresh()).removed, 1);
  tree.exclude({ dirs: [] });
  assert.equal((await tree.refresh()).added, 1);
  assert.deepEqual(documentPaths(tree), ["a.md", "private/b.md"]);
});

Deno.test("refreshIndex() writes the time of the update, even for an empty tree", async () => {
  using tree = new IndexedTree();
  await tree.refresh();
  const updatedAt = findMeta(tree.store, "updated_at");
  assert.ok(updatedAt !== undefined);
  assert.equal(new Date(updatedAt).toISOString(), updatedAt);
});

Deno.test("refreshIndex() builds the same index of many files on another thread", async () => {
  const files = Object.fromEntries(
    Array.from(
      { length: 250 },
      (_, i) => [`d${i % 7}/f${i}.py`, `def f${i}():\n    return ${i}\n`],
    ),
  );
  using atOnce = new IndexedTree(files);
  assert.equal((await atOnce.refresh()).added, 250);
  using inParts = new IndexedTree();
  let written = 0;
  for (const [path, text] of Object.entries(files)) {
    inParts.write(path, text);
    if (++written % 100 === 0) await inParts.refresh();
  }
  await inParts.refresh();
  assert.deepEqual(viewIndex(atOnce.store), viewIndex(inParts.store));
  assert.equal((await atOnce.refresh()).added, 0);
});

Deno.test("refreshIndex() on another thread leaves files pending when the time is up", async () => {
  using tree = new IndexedTree();
  for (let i = 0; i < 210; i++) tree.write(`${i}.md`, `word${i}`);
  const { added, pending } = await tree.refresh({ maxMs: 0 });
  assert.deepEqual({ added, pending }, { added: 0, pending: 210 });
});
