import assert from "node:assert/strict";
import { openMemoryStore } from "../../../../tests/synthetic_segment.ts";
import { listDefiningDocuments, listDocumentPlaces } from "./document_places.ts";
import { writeDocument } from "./documents.ts";
import type { Store } from "./open_store.ts";
import { insertSegment } from "./segments.ts";

/** Opens an index with documents that define the given names. */
function openDefining(definitions: Readonly<Record<string, readonly string[]>>): Store {
  const store = openMemoryStore();
  const none = new Uint8Array(0);
  const lengths = { body: new Uint16Array(0), symbols: none, heading: none, path: none };
  insertSegment(store, { id: 1, chunkCount: 0, lengths });
  for (const [path, names] of Object.entries(definitions)) {
    writeDocument(store, {
      path,
      language: "python",
      kind: "code",
      size: 9,
      modified: 1_700_000_000_123,
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

Deno.test("listDocumentPlaces() gives the documents that it is asked for", () => {
  using store = openDefining({ "a.py": ["send"], "b.py": [] });
  const [, second] = listDocumentPlaces(store, [1, 2]);
  assert.deepEqual(second, {
    id: 2,
    path: "b.py",
    language: "python",
    kind: "code",
    hash: "hash of b.py",
  });
  assert.deepEqual(listDocumentPlaces(store, [2]), [second]);
  assert.deepEqual(listDocumentPlaces(store, []), []);
});

Deno.test("listDefiningDocuments() goes by whole names, wherever they stand in the list", () => {
  using store = openDefining({
    "a.py": ["send", "open"],
    "b.py": ["open", "send"],
    "c.py": ["resend", "send_all", "Send"],
    "d.py": ["send"],
  });
  const found = listDefiningDocuments(store, [1, 2, 3], "send");
  assert.deepEqual(found.map(({ path }) => path).sort(), ["a.py", "b.py"]);
});
