import { chunkDocument, embeddingTexts, outlineSymbols } from "@dossier/core";
import assert from "node:assert/strict";
import { viewIndex } from "../../../tests/index_view.ts";
import { IndexedTree } from "../../../tests/indexed_tree.ts";
import { openTestEmbedder } from "../../../tests/static_table.ts";
import { type Embedder, EmbedderError } from "../../embed/embedder.ts";
import { quantise, quantiseRows } from "../../embed/quantise.ts";
import { findMeta, writeMeta } from "./store/meta.ts";
import { encodeVectorRows } from "./store/vector_rows.ts";
import { acquireIndexLock } from "../../machine/index_lock.ts";

const PYTHON = "def retry_upload(file):\n    return send(file)\n\n\nclass Queue:\n    pass\n";
const FILES = {
  "src/upload.py": PYTHON,
  "docs/guide.md": "# Guide\n\nRetry a failed upload.\n",
  "notes.txt": "close the server\n",
};

/** Returns an embedder that counts as slow, with some members replaced. */
function slow(embedder: Embedder, changes: Partial<Embedder> = {}): Embedder {
  return {
    name: "slow",
    fingerprint: embedder.fingerprint,
    dimensions: embedder.dimensions,
    isFast: false,
    batchSize: 1,
    embedQueries: (texts, options) => embedder.embedQueries(texts, options),
    embedPassages: (texts, options) => embedder.embedPassages(texts, options),
    [Symbol.dispose]() {},
    ...changes,
  };
}

function use(tree: IndexedTree, embedder: Embedder | undefined): void {
  tree.embedding = { embedder, settings: undefined };
}

function vectorsOf(tree: IndexedTree) {
  return viewIndex(tree.store).vectors;
}

/** Returns the vectors of names by path. */
function namesOf(tree: IndexedTree) {
  return viewIndex(tree.store).nameVectors;
}

function codesOf({ notes }: { readonly notes: readonly { readonly code: string }[] }): string[] {
  return notes.map(({ code }) => code);
}

Deno.test("refreshIndex() stores the vector of the passage of each chunk", async () => {
  using tree = new IndexedTree(FILES);
  using embedder = await openTestEmbedder();
  use(tree, embedder);
  assert.deepEqual(codesOf(await tree.refresh()), []);
  const vectors = vectorsOf(tree);
  assert.deepEqual(Object.keys(vectors), ["docs/guide.md#0", "notes.txt#0", "src/upload.py#0"]);
  const info = { path: "src/upload.py", language: "python", kind: "code" } as const;
  const symbols = outlineSymbols(PYTHON, "python");
  const chunks = chunkDocument({ info, text: PYTHON, symbols });
  const passages = embeddingTexts({ path: info.path, text: PYTHON, chunks });
  const [row] = await embedder.embedPassages(passages);
  const numbers = new Int8Array(embedder.dimensions);
  const scale = quantise(row!, numbers, 0);
  assert.deepEqual(vectors["src/upload.py#0"], [scale, ...numbers]);
  const named = await embedder.embedPassages(["retry_upload Queue"]);
  const bytes = [...encodeVectorRows(quantiseRows(named))];
  assert.deepEqual(namesOf(tree), { "src/upload.py": bytes });
  assert.equal(findMeta(tree.store, "embedder"), embedder.fingerprint);
});

Deno.test("refreshIndex() stores no vectors without an embedder, and deletes existing ones", async () => {
  using tree = new IndexedTree(FILES);
  await tree.refresh();
  assert.deepEqual(vectorsOf(tree), {});
  using embedder = await openTestEmbedder();
  use(tree, embedder);
  await tree.refresh();
  assert.equal(Object.keys(vectorsOf(tree)).length, 3);
  tree.embedding = undefined;
  await tree.refresh();
  assert.deepEqual([vectorsOf(tree), namesOf(tree)], [{}, {}]);
  assert.equal(findMeta(tree.store, "embedder"), undefined);
});

Deno.test("refreshIndex() computes all vectors again for another model", async () => {
  using tree = new IndexedTree(FILES);
  using first = await openTestEmbedder();
  using second = await openTestEmbedder({ seed: 2, dimensions: 24 });
  use(tree, first);
  await tree.refresh();
  const before = vectorsOf(tree);
  use(tree, second);
  assert.deepEqual(codesOf(await tree.refresh()), []);
  using other = new IndexedTree(FILES);
  use(other, second);
  await other.refresh();
  assert.deepEqual(vectorsOf(tree), vectorsOf(other));
  assert.notDeepEqual(vectorsOf(tree), before);
});

Deno.test("refreshIndex() embeds with a slow model after indexing the words, with the same vectors", async () => {
  using embedder = await openTestEmbedder();
  using fast = new IndexedTree(FILES);
  use(fast, embedder);
  await fast.refresh();
  using tree = new IndexedTree(FILES);
  use(tree, slow(embedder, { batchSize: 2 }));
  const progress: unknown[] = [];
  await tree.refresh({ onProgress: ({ embedding }) => embedding && progress.push(embedding) });
  assert.deepEqual(vectorsOf(tree), vectorsOf(fast));
  // The names of one file, and three chunks.
  const done = [1, 3, 4].map((embedded) => ({ embedded, total: 4 }));
  assert.deepEqual(progress, done);
  assert.deepEqual(namesOf(tree), namesOf(fast));
  assert.equal(findMeta(tree.store, "unembedded"), undefined);
});

Deno.test("refreshIndex() continues where a slow model was stopped, and embeds nothing twice", async () => {
  using embedder = await openTestEmbedder();
  using tree = new IndexedTree(FILES);
  const seen: string[] = [];
  const counting = slow(embedder, {
    embedPassages: (texts, options) => {
      seen.push(...texts);
      return embedder.embedPassages(texts, options);
    },
  });
  use(tree, counting);
  const report = await tree.refresh({ maxEmbedMs: 0 });
  assert.deepEqual(codesOf(report), ["vectors-pending"]);
  assert.match(report.notes[0]!.message, /^3 texts have no vector yet/);
  assert.deepEqual([Object.keys(namesOf(tree)), vectorsOf(tree)], [["src/upload.py"], {}]);
  const stop = new AbortController();
  await tree.refresh({ signal: stop.signal, onProgress: () => stop.abort() });
  assert.equal(Object.keys(vectorsOf(tree)).length, 1);
  assert.deepEqual(codesOf(await tree.refresh()), []);
  assert.equal(Object.keys(vectorsOf(tree)).length, 3);
  assert.equal(seen.length, 4);
  assert.equal(new Set(seen).size, 4);
});

Deno.test("refreshIndex() reports a model that fails, and still indexes the words", async () => {
  using embedder = await openTestEmbedder();
  for (const isFast of [true, false]) {
    using tree = new IndexedTree(FILES);
    use(
      tree,
      slow(embedder, {
        isFast,
        embedPassages: () => Promise.reject(new EmbedderError("failed", "Cannot embed today")),
      }),
    );
    const report = await tree.refresh();
    assert.deepEqual(codesOf(report), ["embedder-failed"]);
    assert.match(report.notes[0]!.message, /^Cannot embed today, so the answer uses /);
    assert.deepEqual(vectorsOf(tree), {});
    assert.ok((await tree.searchPaths("retry upload")).length > 0);
    use(tree, embedder);
    assert.deepEqual(codesOf(await tree.refresh()), []);
    assert.equal(Object.keys(vectorsOf(tree)).length, 3);
  }
});

Deno.test("refreshIndex() keeps vectors while the model cannot be opened, and adds missing ones later", async () => {
  using embedder = await openTestEmbedder();
  using tree = new IndexedTree(FILES);
  use(tree, embedder);
  await tree.refresh();
  use(tree, undefined);
  tree.write("new.txt", "open the server\n");
  await tree.refresh();
  assert.equal(Object.keys(vectorsOf(tree)).length, 3);
  use(tree, embedder);
  await tree.refresh();
  assert.equal(Object.keys(vectorsOf(tree)).length, 4);
});

Deno.test("refreshIndex() skips chunks of a file that changes during embedding", async () => {
  using embedder = await openTestEmbedder();
  using tree = new IndexedTree(FILES);
  let isFirst = true;
  use(
    tree,
    slow(embedder, {
      batchSize: 8,
      embedPassages: async (texts, options) => {
        if (isFirst) {
          isFirst = false;
          tree.write("notes.txt", "open the file\n");
          await tree.refresh();
        }
        return await embedder.embedPassages(texts, options);
      },
    }),
  );
  await tree.refresh();
  use(tree, slow(embedder));
  await tree.refresh();
  using other = new IndexedTree({ ...FILES, "notes.txt": "open the file\n" });
  use(other, embedder);
  await other.refresh();
  assert.deepEqual(vectorsOf(tree), vectorsOf(other));
});

Deno.test("refreshIndex() stores the vectors of names with their documents, for slow and fast models", async () => {
  using embedder = await openTestEmbedder();
  for (const own of [embedder, slow(embedder)]) {
    using tree = new IndexedTree(FILES);
    use(tree, own);
    await tree.refresh();
    const before = namesOf(tree);
    tree.write("src/upload.py", "def open(server):\n    pass\n");
    tree.write("more.py", PYTHON);
    await tree.refresh();
    assert.deepEqual(Object.keys(namesOf(tree)), ["more.py", "src/upload.py"]);
    assert.deepEqual(namesOf(tree)["more.py"], before["src/upload.py"]);
    assert.notDeepEqual(namesOf(tree)["src/upload.py"], before["src/upload.py"]);
    tree.write("src/upload.py", "x = 1\n");
    tree.remove("more.py");
    await tree.refresh();
    assert.deepEqual(namesOf(tree), {});
    assert.equal(findMeta(tree.store, "unembedded"), undefined);
  }
});

Deno.test("refreshIndex() looks up a file once for all chunks that are embedded together", async () => {
  const sections = Array.from(
    { length: 60 },
    (_, i) => `## Part ${i}\n\n${"retry ".repeat(200)}\n`,
  );
  using tree = new IndexedTree({ "long.md": sections.join("\n") });
  using embedder = await openTestEmbedder();
  use(tree, slow(embedder, { batchSize: 1000 }));
  let lookups = 0;
  const { store } = tree;
  const findRow = store.findRow.bind(store);
  store.findRow = (sql, ...values) => {
    if (/FROM documents WHERE id = \?/.test(sql)) lookups++;
    return findRow(sql, ...values);
  };
  await tree.refresh();
  const count = Object.keys(vectorsOf(tree)).length;
  assert.ok(count > 20, `${count} chunks`);
  // To read the file, and to write its vectors. Its row lists all of its chunks.
  assert.ok(lookups <= 3, `${lookups} lookups for ${count} chunks`);
});

Deno.test("refreshIndex() leaves embedding to another process that does so already", async () => {
  using embedder = await openTestEmbedder();
  using tree = new IndexedTree(FILES);
  use(tree, slow(embedder));
  using _ = await acquireIndexLock(`${tree.lockPath}.vectors`, { waitMs: 0 });
  assert.deepEqual(codesOf(await tree.refresh()), ["vectors-pending"]);
  assert.deepEqual(vectorsOf(tree), {});
});

Deno.test("refreshIndex() gives the same vectors on another thread", async () => {
  using embedder = await openTestEmbedder();
  const files = Object.fromEntries(
    Array.from({ length: 210 }, (_, i) => [`f${i}.txt`, `open file ${i} and retry the upload\n`]),
  );
  using tree = new IndexedTree(files);
  // The thread cannot open this embedder, so the vectors are computed after it has ended.
  use(tree, embedder);
  await tree.refresh();
  assert.equal(Object.keys(vectorsOf(tree)).length, 210);
});

/** Never resolves, but rejects with the signal's reason, like a request to a hanging service. */
function hang(signal: AbortSignal | undefined): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  signal?.addEventListener("abort", () => reject(signal.reason));
  return promise;
}

Deno.test("refreshIndex() stops waiting for a hanging model at its time limit, and reports it", async () => {
  using embedder = await openTestEmbedder();
  using tree = new IndexedTree(FILES);
  use(tree, slow(embedder, { embedPassages: (_, options) => hang(options?.signal) }));
  const report = await tree.refresh({ maxEmbedMs: 5 });
  assert.deepEqual(codesOf(report), ["embedder-failed"]);
  assert.match(
    report.notes[0]!.message,
    /^Cannot embed with "slow" as it took longer than 5 ms, so .+: run the command "index" once/,
  );
});

Deno.test("refreshIndex() keeps vectors from before a model hangs, and postpones the rest", async () => {
  using embedder = await openTestEmbedder();
  using tree = new IndexedTree(FILES);
  let calls = 0;
  use(
    tree,
    slow(embedder, {
      embedPassages: (texts, options) =>
        calls++ === 0 ? embedder.embedPassages(texts, options) : hang(options?.signal),
    }),
  );
  const report = await tree.refresh({ maxEmbedMs: 500 });
  assert.deepEqual(codesOf(report), ["vectors-pending"]);
  assert.match(report.notes[0]!.message, /^3 texts have no vector yet/);
  assert.deepEqual([Object.keys(namesOf(tree)), calls], [["src/upload.py"], 2]);
});

Deno.test("refreshIndex() sends growing batches to a slow model when its time is limited", async () => {
  using embedder = await openTestEmbedder();
  const files = Object.fromEntries(
    Array.from({ length: 12 }, (_, i) => [`${i}.txt`, `file ${i}\n`]),
  );
  for (
    const [maxEmbedMs, batches] of [[60_000, [1, 2, 4, 4, 1]], [undefined, [4, 4, 4]]] as const
  ) {
    using tree = new IndexedTree(files);
    const seen: number[] = [];
    use(
      tree,
      slow(embedder, {
        batchSize: 4,
        embedPassages: (texts, options) => {
          seen.push(texts.length);
          return embedder.embedPassages(texts, options);
        },
      }),
    );
    await tree.refresh({ maxEmbedMs });
    assert.deepEqual(seen, batches);
  }
});

/** Returns an embedder that refuses batches with `word` in a text. */
function refusing(embedder: Embedder, word: string, seen: string[]): Embedder {
  return slow(embedder, {
    batchSize: 4,
    embedPassages: (texts, options) => {
      seen.push(...texts);
      return texts.some((text) => text.includes(word))
        ? Promise.reject(new EmbedderError("refused", `Cannot embed "${word}"`))
        : embedder.embedPassages(texts, options);
    },
  });
}

Deno.test("refreshIndex() embeds all texts but those that a model refuses, and later retries only those", async () => {
  using embedder = await openTestEmbedder();
  const files = { ...FILES, "queue.py": "class Queue:\n    pass\n" };
  using tree = new IndexedTree(files);
  const seen: string[] = [];
  use(tree, refusing(embedder, "retry_upload", seen));
  const report = await tree.refresh();
  assert.deepEqual(report.notes, [{
    code: "vectors-refused",
    message: '2 texts get no vector, so they are found by words only: Cannot embed "retry_upload"',
  }]);
  assert.deepEqual(Object.keys(namesOf(tree)), ["queue.py"]);
  assert.deepEqual(Object.keys(vectorsOf(tree)), ["docs/guide.md#0", "notes.txt#0", "queue.py#0"]);
  seen.length = 0;
  await tree.refresh();
  assert.deepEqual(seen.map((text) => text.includes("retry_upload")), [true, true]);
});

Deno.test("refreshIndex() gives up on a model that refuses everything", async () => {
  using embedder = await openTestEmbedder();
  const files = Object.fromEntries(
    Array.from({ length: 99 }, (_, i) => [`${i}.txt`, `file ${i}\n`]),
  );
  using tree = new IndexedTree(files);
  const seen: string[] = [];
  use(tree, refusing(embedder, "file", seen));
  assert.deepEqual(codesOf(await tree.refresh()), ["embedder-failed"]);
  assert.equal(new Set(seen).size, 64);
});

Deno.test("refreshIndex() embeds no more names once the index has another model", async () => {
  using embedder = await openTestEmbedder();
  using tree = new IndexedTree({ ...FILES, "queue.py": PYTHON, "more.py": PYTHON });
  let calls = 0;
  use(
    tree,
    slow(embedder, {
      embedPassages: (texts, options) => {
        calls++;
        writeMeta(tree.store, "embedder", "another");
        return embedder.embedPassages(texts, options);
      },
    }),
  );
  await tree.refresh();
  assert.deepEqual([calls, namesOf(tree), vectorsOf(tree)], [1, {}, {}]);
});
