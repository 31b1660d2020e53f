import assert from "node:assert/strict";
import { IndexedTree } from "../../../../tests/indexed_tree.ts";
import { VectorScanner } from "../vectors/vector_scanner.ts";
import { listDocumentFacts } from "../store/documents.ts";
import { writeNameVectors } from "../store/name_vectors.ts";
import { definitionsEvidence } from "./gather_evidence.ts";
import { DocumentShelf } from "./document_shelf.ts";
import { readLexicalSnapshot } from "./lexical_snapshot.ts";

Deno.test("definitionsEvidence() takes the nearest run of names of each file of the pool", async () => {
  using tree = new IndexedTree({ "a.txt": "a\n", "b.txt": "b\n", "c.txt": "c\n", "d.txt": "d\n" });
  await tree.refresh();
  const snapshot = readLexicalSnapshot(tree.store);
  const ids = new Map(listDocumentFacts(tree.store).map(({ path, id }) => [path, id]));
  const write = (path: string, scales: number[], numbers: number[]) =>
    writeNameVectors(tree.store, ids.get(path)!, {
      scales: new Float32Array(scales),
      numbers: new Int8Array(numbers),
    });
  // Cosines with (0, 1): .25 and .75; -.5; .875, which the pool leaves out.
  write("a.txt", [0.25, 0.25], [4, 1, 0, 3]);
  write("b.txt", [0.5], [1, -1]);
  write("c.txt", [0.125], [0, 7]);
  const fileOf = (path: string) => snapshot.files.documents.indexOf(ids.get(path)!);
  const pool = ["a.txt", "b.txt", "d.txt"].map(fileOf);
  const { scores, highest } = definitionsEvidence(new DocumentShelf(tree.store, snapshot), pool, {
    query: new Float32Array([0, 1]),
    scanner: new VectorScanner(tree.store),
  });
  const found = ["a.txt", "b.txt", "c.txt", "d.txt"].map((path) =>
    scores[fileOf(path)]!.toFixed(4)
  );
  assert.deepEqual(found, ["0.7500", "0.0000", "0.0000", "0.0000"]);
  assert.equal(highest, scores[fileOf("a.txt")]);
});
