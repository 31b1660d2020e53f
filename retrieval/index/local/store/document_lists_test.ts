import assert from "node:assert/strict";
import { openMemoryStore } from "../../../../tests/synthetic_segment.ts";
import {
  findDocumentFacts,
  listDefiningDocuments,
  listDefinitions,
  listDocumentNames,
  listDocumentsByFileKeys,
  listModifiedPaths,
} from "./document_lists.ts";
import { writeDocument, writeDocumentStamp } from "./documents.ts";
import type { Store } from "./open_store.ts";
import { insertSegment } from "./segments.ts";

function openWithDocuments(...paths: readonly string[]): Store {
  const store = openMemoryStore();
  const lengths = {
    body: new Uint16Array(0),
    symbols: new Uint8Array(0),
    heading: new Uint8Array(0),
    path: new Uint8Array(0),
  };
  insertSegment(store, lengths);
  for (const path of paths) {
    writeDocument(store, {
      path,
      language: "python",
      kind: "code",
      size: 9,
      modified: 1_700_000_000_123,
      changed: 1,
      inode: 1,
      racy: false,
      hash: "00ff",
      blob: "11aa",
      segment: 1,
      firstChunk: 0,
      chunks: [],
      definitions: [path, "send"],
      nameTerms: `terms of ${path}`,
    });
  }
  return store;
}

Deno.test("listDefinitions() is in the order of paths, however documents were written", () => {
  using store = openWithDocuments("b.py", "c.py", "a.py");
  assert.deepEqual(listDefinitions(store, 2), [
    { path: "a.py", definitions: "a.py\nsend" },
    { path: "b.py", definitions: "b.py\nsend" },
  ]);
});

Deno.test("listModifiedPaths() begins with the most recent change", () => {
  using store = openWithDocuments("b.py", "a.py", "c.py");
  const time = 1_700_000_000_123;
  writeDocumentStamp(store, "c.py", {
    size: 9,
    modified: time + 1,
    changed: 1,
    inode: 1,
    racy: false,
  });
  assert.deepEqual(listModifiedPaths(store, time, 9), ["c.py"]);
  assert.deepEqual(listModifiedPaths(store, time - 1, 2), ["c.py", "a.py"]);
});

Deno.test("listDocumentNames() returns the requested documents", () => {
  using store = openWithDocuments("a.py", "b.py");
  assert.deepEqual(listDocumentNames(store, [2, 3]), [
    {
      id: 2,
      path: "b.py",
      kind: "code",
      hash: "00ff",
      definitions: "b.py\nsend",
      nameTerms: "terms of b.py",
    },
  ]);
});

Deno.test("listDocumentsByFileKeys() finds files by their names and folders by those of their files", () => {
  using store = openWithDocuments("src/Url_Parser.py", "src/forms/__init__.py", "src/forms/url.py");
  const pathsOf = (...keys: readonly string[]) =>
    listDocumentsByFileKeys(store, keys).map(({ path }) => path).sort();
  assert.deepEqual(pathsOf("urlparser"), ["src/Url_Parser.py"]);
  assert.deepEqual(pathsOf("forms"), ["src/forms/__init__.py"]);
  assert.deepEqual(pathsOf("init", "url"), ["src/forms/__init__.py", "src/forms/url.py"]);
  assert.deepEqual(pathsOf("src"), []);
});

/** Opens an index with documents that define the given names. */
function openDefining(definitions: Readonly<Record<string, readonly string[]>>): Store {
  const store = openMemoryStore();
  const none = new Uint8Array(0);
  const lengths = { body: new Uint16Array(0), symbols: none, heading: none, path: none };
  insertSegment(store, lengths);
  for (const [path, names] of Object.entries(definitions)) {
    writeDocument(store, {
      path,
      language: "python",
      kind: "code",
      size: 9,
      modified: 1_700_000_000_123,
      changed: 1,
      inode: 1,
      racy: false,
      hash: `hash of ${path}`,
      blob: "11aa",
      segment: 1,
      firstChunk: 0,
      chunks: [],
      definitions: names,
      nameTerms: "",
    });
  }
  return store;
}

Deno.test("findDocumentFacts() returns the requested documents", () => {
  using store = openDefining({ "a.py": ["send"], "b.py": [] });
  const [, second] = findDocumentFacts(store, [1, 2]);
  assert.deepEqual(second, {
    id: 2,
    path: "b.py",
    language: "python",
    kind: "code",
    hash: "hash of b.py",
  });
  assert.deepEqual(findDocumentFacts(store, [2]), [second]);
  assert.deepEqual(findDocumentFacts(store, []), []);
});

Deno.test("listDefiningDocuments() compares whole names, anywhere in the list", () => {
  using store = openDefining({
    "a.py": ["send", "open"],
    "b.py": ["open", "send"],
    "c.py": ["resend", "send_all", "Send"],
    "d.py": ["send"],
  });
  const found = listDefiningDocuments(store, [1, 2, 3], "send");
  assert.deepEqual(found.map(({ path }) => path).sort(), ["a.py", "b.py"]);
});
