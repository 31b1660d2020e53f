import assert from "node:assert/strict";
import { openMemoryStore } from "../../../../tests/synthetic_segment.ts";
import {
  countDocuments,
  deleteDocument,
  findDocument,
  findDocumentByPath,
  listChunkLocations,
  listDocumentFacts,
  listDocumentStamps,
  moveDocument,
  type NewDocument,
  writeDocument,
  writeDocumentStamp,
} from "./documents.ts";
import type { Store } from "./open_store.ts";
import { insertSegment } from "./segments.ts";

function openWithSegments(): Store {
  const store = openMemoryStore();
  const none = new Uint8Array(0);
  for (let i = 0; i < 2; i++) {
    insertSegment(store, { body: new Uint16Array(0), symbols: none, heading: none, path: none });
  }
  return store;
}

const UPLOAD: NewDocument = {
  path: "src/upload.py",
  language: "python",
  kind: "code",
  size: 2 ** 40,
  modified: 1_700_000_000_123,
  changed: 3,
  inode: 4,
  racy: true,
  hash: "00ff",
  blob: "11aa",
  segment: 1,
  firstChunk: 7,
  chunks: [
    { startLine: 1, endLine: 9, label: "Upload.retry" },
    { startLine: 11, endLine: 12, label: "" },
  ],
  definitions: ["Upload", "retry"],
  nameTerms: "upload",
};

Deno.test("writeDocument() stores every fact of a document", () => {
  using store = openWithSegments();
  const id = writeDocument(store, UPLOAD);
  assert.deepEqual(findDocument(store, id), { ...UPLOAD, id });
  assert.deepEqual(findDocumentByPath(store, UPLOAD.path), { ...UPLOAD, id });
});

Deno.test("writeDocument() stores paths and labels with quotes, line breaks, NUL and lone surrogates", () => {
  using store = openWithSegments();
  const path = 'a b/it\'s "q"\n😀/-x %_.md';
  const label = "a\0b 'c' \"d\" \ud83d 漢";
  const chunks = [{ startLine: 1, endLine: 1, label }];
  const id = writeDocument(store, { ...UPLOAD, path, chunks });
  assert.deepEqual(findDocumentByPath(store, path), { ...UPLOAD, path, chunks, id });
});

Deno.test("writeDocument() replaces the document at the same path and keeps its row number", () => {
  using store = openWithSegments();
  const id = writeDocument(store, UPLOAD);
  const changed: NewDocument = {
    ...UPLOAD,
    language: "text",
    kind: "document",
    size: 1,
    modified: 2,
    changed: 3,
    inode: 4,
    racy: false,
    hash: "aa",
    segment: 2,
    firstChunk: 0,
    chunks: [],
  };
  assert.equal(writeDocument(store, changed), id);
  assert.deepEqual(findDocument(store, id), { ...changed, id });
  assert.equal(countDocuments(store), 1);
});

Deno.test("writeDocument() distinguishes paths that differ in case or in the encoding of accents", () => {
  using store = openWithSegments();
  const paths = ["README.md", "readme.md", "caf\u00e9.md", "cafe\u0301.md"];
  const ids = paths.map((path) => writeDocument(store, { ...UPLOAD, path }));
  assert.equal(new Set(ids).size, 4);
  for (const path of paths) assert.equal(findDocumentByPath(store, path)?.path, path);
});

Deno.test("writeDocument() refuses a document in a segment that does not exist", () => {
  using store = openWithSegments();
  assert.throws(() => writeDocument(store, { ...UPLOAD, segment: 3 }), /FOREIGN KEY/);
});

Deno.test("writeDocumentStamp() changes size, time and racy, and nothing else", () => {
  using store = openWithSegments();
  const id = writeDocument(store, UPLOAD);
  const other = writeDocument(store, { ...UPLOAD, path: "other.py" });
  writeDocumentStamp(store, UPLOAD.path, {
    size: 5,
    modified: 6,
    changed: 7,
    inode: 8,
    racy: false,
  });
  assert.deepEqual(findDocument(store, id), {
    ...UPLOAD,
    id,
    size: 5,
    modified: 6,
    changed: 7,
    inode: 8,
    racy: false,
  });
  assert.deepEqual(findDocument(store, other), { ...UPLOAD, path: "other.py", id: other });
});

Deno.test("moveDocument() changes the location of the chunks, and nothing else", () => {
  using store = openWithSegments();
  const id = writeDocument(store, UPLOAD);
  moveDocument(store, { id, segment: 2, firstChunk: 0 });
  assert.deepEqual(findDocument(store, id), { ...UPLOAD, id, segment: 2, firstChunk: 0 });
  assert.deepEqual(listChunkLocations(store), [{ id, segment: 2, firstChunk: 0 }]);
});

Deno.test("deleteDocument() removes one document and does nothing for a path without one", () => {
  using store = openWithSegments();
  const id = writeDocument(store, UPLOAD);
  writeDocument(store, { ...UPLOAD, path: "other.py" });
  deleteDocument(store, UPLOAD.path);
  deleteDocument(store, "nowhere.py");
  assert.equal(findDocument(store, id), undefined);
  assert.equal(findDocumentByPath(store, UPLOAD.path), undefined);
  assert.equal(countDocuments(store), 1);
});

Deno.test("listDocumentStamps() and listDocumentFacts() return every document", () => {
  using store = openWithSegments();
  const id = writeDocument(store, UPLOAD);
  const { path, size, modified, changed, inode, racy, language, kind } = UPLOAD;
  assert.deepEqual(listDocumentStamps(store), [{ path, size, modified, changed, inode, racy }]);
  assert.deepEqual(listDocumentFacts(store), [{ id, path, language, kind }]);
});
