import { readEvidence, scoreDocumentMeaning } from "../../mod.ts";
import assert from "node:assert/strict";
import { IndexedTree } from "../../../../tests/indexed_tree.ts";
import { openView } from "../../../../tests/synthetic_segment.ts";
import { QueryText } from "../../../search/query_text.ts";
import { interpretQuery } from "../../../search/interpret_query.ts";
import { findDocumentByPath } from "../store/documents.ts";
import { writeMeta } from "../store/meta.ts";
import { writeNameVectors } from "../store/name_vectors.ts";

Deno.test("LocalView reads each document once, and returns the same values afterwards", async () => {
  using tree = new IndexedTree({
    "src/retryUpload.ts": "export function retryUpload() {\n  return 1;\n}\n",
    "tests/note.txt": "A note.\n",
  });
  await tree.refresh();
  const idOf = (path: string) => findDocumentByPath(tree.store, path)!.id;
  const [code, note] = [idOf("src/retryUpload.ts"), idOf("tests/note.txt")];
  const view = openView(tree.store);
  const document = view.find(code);
  const names = view.listNames([code, note]);
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
      hash: view.find(note)!.hash,
      kind: "document",
      definitions: "",
      name: { whole: undefined, pieces: ["note"] },
      kinds: ["test"],
    },
  ]);
  assert.equal(view.find(code), document);
  assert.equal(view.listNames([note, code]).get(code), names.get(code));
  assert.equal(view.find(999), undefined);
  assert.throws(() => view.listNames([code, 999]), { code: "index-damaged" });
});

Deno.test("LocalView finds a term as long as a live chunk has it, and reads it again in the next state", async () => {
  using tree = new IndexedTree({ "a.txt": "alpha\n", "b.txt": "beta\n" });
  await tree.refresh();
  const before = openView(tree.store);
  assert.deepEqual(["alpha", "beta", "gamma"].map((term) => before.hasTerm(term)), [
    true,
    true,
    false,
  ]);
  assert.equal(before.hasTerm("alpha", Uint8Array.of(0, 1)), false);
  tree.write("a.txt", "gamma\n");
  await tree.refresh();
  const after = openView(tree.store);
  assert.deepEqual(["alpha", "beta", "gamma"].map((term) => after.hasTerm(term)), [
    false,
    true,
    true,
  ]);
});

Deno.test("readEvidence() uses the nearest run of names of each file of the pool", async () => {
  using tree = new IndexedTree({
    "a.txt": "red\n",
    "b.txt": "red\n",
    "c.txt": "blue\n",
    "d.txt": "red\n",
  });
  await tree.refresh();
  const idOf = (path: string) => findDocumentByPath(tree.store, path)!.id;
  const write = (path: string, scales: number[], numbers: number[]) =>
    writeNameVectors(tree.store, idOf(path), {
      scales: new Float32Array(scales),
      numbers: new Int8Array(numbers),
    });
  // Cosines with (0, 1): .25 and .75; -.5; .875, which the pool excludes.
  write("a.txt", [0.25, 0.25], [4, 1, 0, 3]);
  write("b.txt", [0.5], [1, -1]);
  write("c.txt", [0.125], [0, 7]);
  writeMeta(tree.store, "embedder", "two");
  const vector = { fingerprint: "two", numbers: new Float32Array([0, 1]) };
  const disabled = new Set<string>();
  const query = await interpretQuery(new QueryText("red"), { disabled });
  const { scores, pool } = await readEvidence(tree.reader, { query, vector, disabled });
  const { scores: found, highest } = scores.definitions!;
  const shown = pool.map(({ path, file }) => [path, found[file]!.toFixed(4)]).sort();
  assert.deepEqual(shown, [["a.txt", "0.7500"], ["b.txt", "0.0000"], ["d.txt", "0.0000"]]);
  assert.equal(highest.toFixed(4), "0.7500");
  const other = { ...vector, fingerprint: "another" };
  assert.equal(await scoreDocumentMeaning(tree.reader, other, [idOf("a.txt")]), undefined);
});
