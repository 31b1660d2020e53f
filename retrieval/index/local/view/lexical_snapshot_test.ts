import assert from "node:assert/strict";
import fc from "fast-check";
import {
  deleteChunksOf,
  openMemoryStore,
  writeSegment,
} from "../../../../tests/synthetic_segment.ts";
import { deleteDocument, findDocumentByPath } from "../store/documents.ts";
import { readLexicalSnapshot } from "./lexical_snapshot.ts";

Deno.test("readLexicalSnapshot() numbers the chunks of all segments consecutively", () => {
  using store = openMemoryStore();
  const one = writeSegment(store, [
    { path: "aa", lines: ["red", "red green"] },
    { path: "bb", lines: [] },
    { path: "cc", lines: ["red green blue"] },
  ]);
  const two = writeSegment(store, [{ path: "dd", lines: ["red", "green"] }]);
  const snapshot = readLexicalSnapshot(store);
  assert.equal(snapshot.chunkCount, 5);
  assert.equal(snapshot.liveCount, 5);
  assert.deepEqual([...snapshot.segments].map(([id, { base }]) => [id, base]), [[one, 0], [
    two,
    3,
  ]]);
  assert.deepEqual([...snapshot.lengths.body], [1, 2, 3, 1, 1]);
  assert.deepEqual([...snapshot.lengths.path], [1, 1, 1, 1, 1]);
});

Deno.test("readLexicalSnapshot() knows the file of every chunk, for any segments", () => {
  const sizes = fc.array(fc.array(fc.nat(3), { maxLength: 5 }), { maxLength: 5 });
  fc.assert(
    fc.property(sizes, (segments) => {
      using store = openMemoryStore();
      const expected: { document: number; chunks: number }[] = [];
      segments.forEach((counts, segment) => {
        const documents = counts.map((count, i) => ({
          path: `${segment}/${i}`,
          lines: Array.from({ length: count }, () => "word word"),
        }));
        writeSegment(store, documents);
        for (const { path, lines } of documents) {
          expected.push({ document: findDocumentByPath(store, path)!.id, chunks: lines.length });
        }
      });
      const { files, fileOf, chunkCount } = readLexicalSnapshot(store);
      assert.deepEqual(
        [...files.documents],
        expected.map(({ document, chunks }) => chunks === 0 ? 0 : document),
      );
      assert.deepEqual([...files.lengths], expected.map(({ chunks }) => chunks * 2));
      assert.deepEqual(
        [...fileOf],
        expected.flatMap(({ chunks }, file) => Array.from({ length: chunks }, () => file)),
      );
      assert.equal(files.firstChunks.at(-1), chunkCount);
      const mean = chunkCount * 2 / expected.length;
      assert.equal(files.averageLength, expected.length === 0 ? 0 : mean);
    }),
    { numRuns: 30 },
  );
});

Deno.test("readLexicalSnapshot() contains a document once that was empty and is not any more", () => {
  using store = openMemoryStore();
  writeSegment(store, [{ path: "aa", lines: [] }, { path: "bb", lines: ["red"] }]);
  writeSegment(store, [{ path: "aa", lines: ["green"] }]);
  const { id } = findDocumentByPath(store, "aa")!;
  const { documents } = readLexicalSnapshot(store).files;
  assert.equal([...documents].filter((document) => document === id).length, 1);
  assert.equal(documents.indexOf(id), 2);
});

Deno.test("readLexicalSnapshot() averages lengths over the live chunks only", () => {
  using store = openMemoryStore();
  writeSegment(store, [
    { path: "aa/bb", lines: ["red", "red green"] },
    { path: "cc", lines: ["red green blue gold"] },
  ]);
  writeSegment(store, [{ path: "dd", lines: ["red"] }]);
  assert.deepEqual(readLexicalSnapshot(store).averageLengths, {
    body: 8 / 4,
    symbols: 0,
    heading: 0,
    path: 6 / 4,
  });
  deleteChunksOf(store, "cc");
  deleteDocument(store, "cc");
  const { averageLengths, liveCount, chunkCount, files } = readLexicalSnapshot(store);
  assert.deepEqual([liveCount, chunkCount], [3, 4]);
  assert.deepEqual([...files.documents].map((id) => id === 0), [false, true, false]);
  assert.deepEqual([averageLengths.body, averageLengths.path], [4 / 3, 5 / 3]);
});

Deno.test("readLexicalSnapshot() has averages of 0 for an index without live chunks", () => {
  using store = openMemoryStore();
  writeSegment(store, [{ path: "a", lines: ["red"] }]);
  deleteChunksOf(store, "a");
  const { averageLengths, liveCount } = readLexicalSnapshot(store);
  assert.equal(liveCount, 0);
  assert.deepEqual(averageLengths, { body: 0, symbols: 0, heading: 0, path: 0 });
});
