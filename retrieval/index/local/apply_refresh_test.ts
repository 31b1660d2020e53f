import { chunkDocument } from "@dossier/core";
import assert from "node:assert/strict";
import { IndexedTree } from "../../../tests/indexed_tree.ts";
import { viewIndex } from "../../../tests/index_view.ts";
import { recordReads } from "../../../tests/record_reads.ts";
import { findDocumentByPath, listDocumentStamps } from "./store/documents.ts";
import { findMeta } from "./store/meta.ts";
import { countLiveChunks, countSegments, listSegments } from "./store/segments.ts";
import { listSkipped } from "./store/skipped.ts";
import { applyRefresh, type ApplyRefreshOptions } from "./apply_refresh.ts";
import type { IndexProgress, RefreshOutcome } from "../index_source.ts";
import { planRefresh } from "./plan_refresh.ts";
import { createDocumentReader } from "./read_files.ts";
import { INDEX_WORKER } from "./refresh_index.ts";
import { callThread } from "../../machine/mod.ts";

async function apply(
  tree: IndexedTree,
  options: Partial<ApplyRefreshOptions> = {},
): Promise<RefreshOutcome> {
  const { store, root, visibility } = tree;
  const plan = await planRefresh(store, root, { visibility });
  const reader = createDocumentReader(root, { visibility });
  const outcome = await applyRefresh(store, plan, { reader, ...options });
  tree.trustTimes();
  return outcome;
}

function manyFiles(count: number): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, i) => [`file${i}.md`, `# Title ${i}\n\nword${i} common\n`]),
  );
}

function documentPaths({ store }: IndexedTree): string[] {
  return listDocumentStamps(store).map(({ path }) => path).sort();
}

Deno.test("applyRefresh() counts added, changed and removed documents", async () => {
  using tree = new IndexedTree({ "a.md": "one", "b.md": "two", "c.md": "three" });
  assert.deepEqual(await apply(tree), { added: 3, changed: 0, removed: 0, pending: 0 });
  tree.write("b.md", "changed");
  tree.write("d.md", "four");
  tree.remove("c.md");
  assert.deepEqual(await apply(tree), { added: 1, changed: 1, removed: 1, pending: 0 });
  assert.deepEqual(documentPaths(tree), ["a.md", "b.md", "d.md"]);
  assert.deepEqual(await apply(tree), { added: 0, changed: 0, removed: 0, pending: 0 });
});

Deno.test("applyRefresh() writes the chunks of the chunker, with their names", async () => {
  const text = "# Guide\n\nSome words.\n\n## Install\n\nMore words.\n";
  using tree = new IndexedTree({ "guide.md": text });
  await apply(tree);
  const document = findDocumentByPath(tree.store, "guide.md");
  const info = { path: "guide.md", language: "markdown", kind: "document" } as const;
  const expected = chunkDocument({ info, text, symbols: [] });
  assert.deepEqual(
    document?.chunks,
    expected.map(({ startLine, endLine, trail }) => ({
      startLine,
      endLine,
      label: trail.at(-1) ?? "",
    })),
  );
  assert.equal(document?.language, "markdown");
  assert.equal(document?.kind, "document");
  assert.equal(document?.size, text.length);
});

Deno.test("applyRefresh() names a chunk of code by its first definition and its container", async () => {
  using tree = new IndexedTree({
    "a.py": "def load(path):\n    return path\n",
    "b.py": "class Server:\n    x = 1\n",
  });
  await apply(tree);
  assert.equal(findDocumentByPath(tree.store, "a.py")?.chunks[0]?.label, "load");
  assert.equal(findDocumentByPath(tree.store, "b.py")?.chunks[0]?.label, "Server");
});

Deno.test("applyRefresh() follows a renamed file", async () => {
  using tree = new IndexedTree({ "old.md": "movable words", "other.md": "else" });
  await apply(tree);
  tree.rename("old.md", "new.md");
  assert.deepEqual(await apply(tree), { added: 1, changed: 0, removed: 1, pending: 0 });
  assert.deepEqual(await tree.searchPaths("movable"), ["new.md"]);
  assert.deepEqual(await tree.searchPaths("old"), []);
});

Deno.test("applyRefresh() indexes two files that were exchanged", async () => {
  using tree = new IndexedTree({ "a.md": "alpha", "b.md": "beta beta" });
  await apply(tree);
  tree.rename("a.md", "c.md");
  tree.rename("b.md", "a.md");
  tree.rename("c.md", "b.md");
  assert.deepEqual(await apply(tree), { added: 0, changed: 2, removed: 0, pending: 0 });
  assert.deepEqual(await tree.searchPaths("alpha"), ["b.md"]);
});

Deno.test("applyRefresh() indexes a file that becomes a folder, and a file again", async () => {
  using tree = new IndexedTree({ "a": "alpha" });
  await apply(tree);
  tree.remove("a");
  tree.write("a/b.md", "beta");
  assert.deepEqual(await apply(tree), { added: 1, changed: 0, removed: 1, pending: 0 });
  tree.remove("a");
  tree.write("a", "alpha");
  assert.deepEqual(await apply(tree), { added: 1, changed: 0, removed: 1, pending: 0 });
  assert.deepEqual(documentPaths(tree), ["a"]);
});

Deno.test("applyRefresh() only writes the new time of a file with the same bytes", async () => {
  using tree = new IndexedTree({ "a.md": "one", "b.md": "two" });
  await apply(tree);
  const before = findDocumentByPath(tree.store, "a.md")!;
  tree.touch("a.md", 77);
  assert.deepEqual(await apply(tree), { added: 0, changed: 0, removed: 0, pending: 0 });
  const { changed } = findDocumentByPath(tree.store, "a.md")!;
  assert.deepEqual(findDocumentByPath(tree.store, "a.md"), {
    ...before,
    modified: 77_000,
    changed,
  });
  assert.equal(countSegments(tree.store), 1);
  assert.deepEqual((await planRefresh(tree.store, tree.root, tree)).files, []);
});

Deno.test("applyRefresh() finds a change of a racy file that kept size and time", async () => {
  using tree = new IndexedTree();
  const now = Date.now() / 1000;
  tree.write("racy.md", "before");
  tree.touch("racy.md", now);
  await apply(tree);
  tree.write("racy.md", "behind");
  tree.touch("racy.md", now);
  assert.deepEqual(await apply(tree), { added: 0, changed: 1, removed: 0, pending: 0 });
  assert.deepEqual(await tree.searchPaths("behind"), ["racy.md"]);
});

Deno.test("applyRefresh() reads no file that has not changed", async () => {
  using tree = new IndexedTree({ "a.md": "one", "b.md": "two" });
  tree.write("binary.txt", Uint8Array.of(0));
  await apply(tree);
  tree.write("b.md", "changed");
  const reads = await recordReads(() => apply(tree));
  assert.deepEqual(reads, [tree.path("b.md")]);
});

Deno.test("applyRefresh() moves a file between indexed and skipped according to its bytes", async () => {
  using tree = new IndexedTree({ "a.txt": "text" });
  await apply(tree);
  tree.write("a.txt", Uint8Array.of(0, 1));
  assert.deepEqual(await apply(tree), { added: 0, changed: 0, removed: 1, pending: 0 });
  assert.deepEqual(listSkipped(tree.store).map(({ path, reason }) => [path, reason]), [
    ["a.txt", "it is binary"],
  ]);
  assert.deepEqual(documentPaths(tree), []);
  tree.write("a.txt", "text again");
  assert.deepEqual(await apply(tree), { added: 1, changed: 0, removed: 0, pending: 0 });
  assert.deepEqual(listSkipped(tree.store), []);
});

Deno.test("applyRefresh() omits a file that vanishes before it is read", async () => {
  using tree = new IndexedTree({ "a.md": "one", "b.md": "two" });
  const { store, root, visibility } = tree;
  const plan = await planRefresh(store, root, { visibility });
  tree.remove("a.md");
  const reader = createDocumentReader(root, { visibility });
  assert.equal((await applyRefresh(store, plan, { reader })).added, 1);
  assert.deepEqual(documentPaths(tree), ["b.md"]);
  await apply(tree);
  assert.deepEqual(listSkipped(store), []);
});

Deno.test("applyRefresh() writes a batch in one transaction", async () => {
  using tree = new IndexedTree(manyFiles(50));
  let writes = 0;
  const write = tree.store.write.bind(tree.store);
  tree.store.write = (body) => {
    writes++;
    return write(body);
  };
  await apply(tree);
  assert.equal(writes, 1);
  assert.equal(countSegments(tree.store), 1);
});

Deno.test("applyRefresh() writes a batch after its collection time, and keeps it when stopped later", async () => {
  using tree = new IndexedTree(manyFiles(100));
  const written: number[] = [];
  let reported = 0;
  const onProgress = ({ chunks }: IndexProgress) => {
    written.push(chunks - countLiveChunks(tree.store));
    if (++reported === 2) throw new Error("killed");
  };
  await assert.rejects(apply(tree, { collectMs: 0, onProgress }), /killed/);
  assert.deepEqual(written, [0, 0]);
  const { added } = await apply(tree);
  assert.equal(added, 100 - 2 * 32);
  assert.equal(documentPaths(tree).length, 100);
});

Deno.test("applyRefresh() reads fewer files together when they are large", async () => {
  using tree = new IndexedTree(manyFiles(3));
  for (const name of ["a", "b", "c"]) tree.write(`${name}.md`, "word\n".repeat(60_000));
  const files: number[] = [];
  await apply(tree, { onProgress: (progress) => files.push(progress.files) });
  assert.deepEqual(files, [2, 6]);
});

Deno.test("applyRefresh() keeps its writes when the process ends during a merge", async () => {
  using tree = new IndexedTree(manyFiles(31));
  const { store } = tree;
  const write = store.write.bind(store);
  for (let i = 0; i < 40; i++) {
    tree.write(`more${i}.md`, `# More ${i}\n`);
    await apply(tree);
  }
  let writes = 0;
  store.write = (body) => {
    if (++writes === 2) throw new Error("killed");
    return write(body);
  };
  tree.write("last.md", "last\n");
  await assert.rejects(apply(tree), /killed/);
  assert.equal(documentPaths(tree).includes("last.md"), true);
});

Deno.test("applyRefresh() leaves the index unchanged when a batch fails in the middle", async () => {
  using tree = new IndexedTree({ "a.md": "one", "b.md": "two", "c.md": "three" });
  await apply(tree);
  const before = [viewIndex(tree.store), listSegments(tree.store), documentPaths(tree)];
  const updatedAt = findMeta(tree.store, "updated_at");
  tree.write("a.md", "changed");
  tree.write("d.md", "added");
  tree.remove("b.md");
  tree.store.execute(
    `CREATE TEMP TRIGGER fail BEFORE INSERT ON postings WHEN new.term = 'chang'
      BEGIN SELECT RAISE(ABORT, 'failed on purpose'); END`,
  );
  await assert.rejects(apply(tree), /failed on purpose/);
  assert.deepEqual([viewIndex(tree.store), listSegments(tree.store), documentPaths(tree)], before);
  assert.equal(findMeta(tree.store, "updated_at"), updatedAt);
  tree.store.execute("DROP TRIGGER fail");
  assert.deepEqual(await apply(tree), { added: 1, changed: 1, removed: 1, pending: 0 });
});

Deno.test("applyRefresh() keeps finished work when it is stopped, and continues from there", async () => {
  using tree = new IndexedTree(manyFiles(70));
  const abort = new AbortController();
  const stopped = await apply(tree, { signal: abort.signal, onProgress: () => abort.abort() });
  assert.ok(stopped.added > 0 && stopped.pending > 0, JSON.stringify(stopped));
  assert.equal(stopped.added + stopped.pending, 70);
  assert.equal(documentPaths(tree).length, stopped.added);
  assert.deepEqual(await apply(tree), { ...stopped, added: stopped.pending, pending: 0 });
  using whole = new IndexedTree(manyFiles(70));
  await apply(whole);
  assert.deepEqual(viewIndex(tree.store), viewIndex(whole.store));
});

Deno.test("applyRefresh() removes documents even without time to read files", async () => {
  using tree = new IndexedTree({ "a.md": "one", "b.md": "two" });
  await apply(tree);
  tree.remove("a.md");
  tree.write("b.md", "changed");
  assert.deepEqual(await apply(tree, { deadline: -Infinity }), {
    added: 0,
    changed: 0,
    removed: 1,
    pending: 1,
  });
  assert.deepEqual(await tree.searchPaths("one two"), ["b.md"]);
});

Deno.test("applyRefresh() writes nothing when there is nothing to do", async () => {
  using tree = new IndexedTree();
  await apply(tree);
  const version = tree.store.dataVersion();
  await apply(tree);
  await apply(tree, { signal: AbortSignal.abort() });
  assert.equal(tree.store.dataVersion(), version);
});

Deno.test("applyRefresh() reports progress up to the last file", async () => {
  using tree = new IndexedTree(manyFiles(40));
  const seen: number[] = [];
  await apply(tree, {
    onProgress: ({ files, totalFiles, chunks }) => {
      assert.equal(totalFiles, 40);
      assert.ok(chunks >= files, "each of these files has a chunk");
      seen.push(files);
    },
  });
  assert.equal(seen.at(-1), 40);
  assert.deepEqual(seen, seen.toSorted((a, b) => a - b));
});

Deno.test("the index worker builds the same index as applyRefresh()", async () => {
  const files = { ...manyFiles(60), "src/a.py": "def load():\n    pass\n", "empty.md": "" };
  using here = new IndexedTree(files);
  using there = new IndexedTree(files);
  there.write("binary.txt", Uint8Array.of(0));
  here.write("binary.txt", Uint8Array.of(0));
  const outcome = await apply(here);
  const { store, root, visibility } = there;
  const seen: number[] = [];
  const plan = await planRefresh(store, root, { visibility });
  const job = { indexPath: store.path, root, plan };
  assert.deepEqual(
    await callThread<RefreshOutcome>(INDEX_WORKER, {
      ...job,
      rules: visibility.rules,
      maxMs: undefined,
    }, {
      onProgress: (progress: IndexProgress) => seen.push(progress.files),
    }),
    outcome,
  );
  assert.equal(seen.at(-1), 63);
  assert.deepEqual(viewIndex(store), viewIndex(here.store));
  // On a busy machine more batches, and so more segments, are written in the same time.
  const facts = (tree: IndexedTree) => [
    documentPaths(tree).map((path) => {
      const { segment: _, firstChunk: __, changed: ___, inode: ____, racy: _____, ...document } =
        findDocumentByPath(tree.store, path)!;
      return document;
    }),
    listSkipped(tree.store).map((
      { path, size, modified, reason },
    ) => [path, size, modified, reason]),
  ];
  assert.deepEqual(facts(there), facts(here));
});

Deno.test("the index worker stops on request and keeps complete batches", async () => {
  using tree = new IndexedTree(manyFiles(60));
  const { store, root, visibility } = tree;
  const plan = await planRefresh(store, root, { visibility });
  const job = { indexPath: store.path, root, plan };
  const outcome = await callThread<RefreshOutcome>(INDEX_WORKER, {
    ...job,
    rules: visibility.rules,
    maxMs: undefined,
  }, { signal: AbortSignal.abort() });
  assert.equal(outcome.added + outcome.pending, 60);
  assert.ok(outcome.pending > 0, JSON.stringify(outcome));
  assert.equal(documentPaths(tree).length, outcome.added);
});

Deno.test("the index worker passes on an error of onProgress, and leaves the index usable", async () => {
  using tree = new IndexedTree(manyFiles(300));
  const { store, root, visibility } = tree;
  const plan = await planRefresh(store, root, { visibility });
  const job = {
    indexPath: store.path,
    root,
    plan,
    rules: visibility.rules,
    symbols: "outline",
    maxMs: undefined,
  } as const;
  const error = new Error("the screen is gone");
  const onProgress = () => {
    throw error;
  };
  await assert.rejects(callThread(INDEX_WORKER, job, { onProgress }), error);
  await apply(tree);
  assert.equal(documentPaths(tree).length, 300);
});

Deno.test("the index worker passes on an error of the index, with its code", async () => {
  using tree = new IndexedTree({ "a.md": "one" });
  const { root, visibility } = tree;
  Deno.writeTextFileSync(`${tree.lockPath}.db`, "no database ".repeat(100));
  const plan = await planRefresh(tree.store, root, { visibility });
  await assert.rejects(
    callThread(INDEX_WORKER, {
      indexPath: `${tree.lockPath}.db`,
      root,
      plan,
      rules: visibility.rules,
      maxMs: undefined,
    }),
    { name: "ContextError", code: "index-damaged" },
  );
});
