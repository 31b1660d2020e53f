import assert from "node:assert/strict";
import { openMemoryStore } from "../../../../tests/synthetic_segment.ts";
import { deleteDocument, type NewDocument, writeDocument } from "./documents.ts";
import { listNameVectors, listUnembeddedNames, writeNameVectors } from "./name_vectors.ts";
import { insertSegment } from "./segments.ts";
import type { Store } from "./open_store.ts";

const VECTORS = { scales: new Float32Array([0.5, 2]), numbers: new Int8Array([1, -2, 3, 4, 5, 6]) };

/** Writes documents that define the given names, and returns their row numbers. */
function writeDocuments(store: Store, ...definitions: readonly (readonly string[])[]): number[] {
  const none = new Uint8Array();
  insertSegment(store, { body: new Uint16Array(), symbols: none, heading: none, path: none });
  return definitions.map((names, i) => {
    const document: NewDocument = {
      path: `f${i}.py`,
      language: "python",
      kind: "code",
      size: 1,
      modified: 1,
      changed: 1,
      inode: 1,
      racy: false,
      hash: `${i}`,
      blob: "",
      segment: 1,
      firstChunk: 0,
      chunks: [],
      definitions: names,
      nameTerms: "",
    };
    return writeDocument(store, document);
  });
}

Deno.test("writeNameVectors() stores the vectors of a document, and undefined deletes them", () => {
  using store = openMemoryStore();
  const [first = 0, second = 0] = writeDocuments(store, ["a"], ["b"]);
  writeNameVectors(store, first, { scales: new Float32Array(1), numbers: new Int8Array(3) });
  writeNameVectors(store, first, VECTORS);
  writeNameVectors(store, second, undefined);
  assert.deepEqual(listNameVectors(store, [first, second, 99], 3), new Map([[first, VECTORS]]));
  writeNameVectors(store, first, undefined);
  assert.deepEqual(listNameVectors(store, [first], 3), new Map());
});

Deno.test("listUnembeddedNames() returns the documents with names but without vectors", () => {
  using store = openMemoryStore();
  const [first = 0, second = 0] = writeDocuments(store, ["a", "b"], ["c"], []);
  writeNameVectors(store, second, VECTORS);
  const missing = [{ document: first, hash: "0", definitions: ["a", "b"] }];
  assert.deepEqual(listUnembeddedNames(store), missing);
  store.empty("name_vectors");
  assert.equal(listUnembeddedNames(store).length, 2);
});

Deno.test("deleteDocument() deletes the vectors of its names", () => {
  using store = openMemoryStore();
  const [first = 0] = writeDocuments(store, ["a"]);
  writeNameVectors(store, first, VECTORS);
  deleteDocument(store, "f0.py");
  assert.deepEqual(listNameVectors(store, [first], 3), new Map());
});

Deno.test("listNameVectors() rejects vectors that are cut short, have other dimensions or are incomplete", () => {
  using store = openMemoryStore();
  const [first = 0] = writeDocuments(store, ["a"]);
  writeNameVectors(store, first, VECTORS);
  const cannot = { code: "index-damaged", message: /vectors of the names of document 1/ };
  assert.throws(() => listNameVectors(store, [first], 4), cannot);
  store.statement("UPDATE name_vectors SET data = zeroblob(length(data))").run();
  assert.throws(() => listNameVectors(store, [first], 3), cannot);
  writeNameVectors(store, first, { ...VECTORS, scales: new Float32Array([1, NaN]) });
  assert.throws(() => listNameVectors(store, [first], 3), cannot);
});
