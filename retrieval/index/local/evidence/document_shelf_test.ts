import assert from "node:assert/strict";
import { IndexedTree } from "../../../../tests/indexed_tree.ts";
import { findDocumentByPath } from "../store/documents.ts";
import { writeNameVectors } from "../store/name_vectors.ts";
import { DocumentShelf } from "./document_shelf.ts";
import { readLexicalSnapshot } from "./lexical_snapshot.ts";

Deno.test("DocumentShelf reads each document once, and says the same of it ever after", async () => {
  using tree = new IndexedTree({
    "src/retryUpload.ts": "export function retryUpload() {\n  return 1;\n}\n",
    "tests/note.txt": "A note.\n",
  });
  await tree.refresh();
  const idOf = (path: string) => findDocumentByPath(tree.store, path)!.id;
  const [code, note] = [idOf("src/retryUpload.ts"), idOf("tests/note.txt")];
  const rows = { scales: new Float32Array([1]), numbers: new Int8Array([3, 4]) };
  writeNameVectors(tree.store, code, rows);
  const shelf = new DocumentShelf(tree.store, readLexicalSnapshot(tree.store));
  const document = shelf.find(code);
  const names = shelf.namesOf([code, note, 999]);
  const vectors = shelf.vectorsOf([code, note], 2);
  assert.deepEqual(document, findDocumentByPath(tree.store, "src/retryUpload.ts"));
  assert.deepEqual([...names.values()], [
    {
      path: "src/retryUpload.ts",
      hash: document!.hash,
      kind: "code",
      definitions: "retryUpload",
      name: { whole: "retryupload", pieces: ["retri", "upload"] },
      kinds: [],
    },
    {
      path: "tests/note.txt",
      hash: shelf.find(note)!.hash,
      kind: "document",
      definitions: "",
      name: { whole: undefined, pieces: ["note"] },
      kinds: ["test"],
    },
  ]);
  assert.deepEqual([vectors.get(code), vectors.get(note)?.scales.length], [rows, 0]);
  assert.equal(shelf.find(code), document);
  assert.equal(shelf.namesOf([note, code]).get(code), names.get(code));
  assert.equal(shelf.vectorsOf([code], 2).get(code), vectors.get(code));
  assert.equal(shelf.find(999), undefined);
});
