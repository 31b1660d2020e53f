import assert from "node:assert/strict";
import { namedSymbolEvidence } from "./named_symbol_evidence.ts";

/** Chunks of two files in order, each with the names that it has. */
const CHUNKS: readonly (readonly [file: number, names: readonly string[]])[] = [
  [0, ["list", "new"]],
  [0, ["list", "push"]],
  [0, ["tree", "new"]],
  [1, ["new"]],
  [1, ["tree", "new"]],
];

const SCORER = {
  listNamedChunks: (term: string) =>
    CHUNKS.flatMap(([file, names], chunk) => names.includes(term) ? [{ chunk, file }] : []),
};

Deno.test("namedSymbolEvidence() points at the chunk of each file that has the name", () => {
  assert.deepEqual(
    namedSymbolEvidence(SCORER, [{ term: "tree", weight: 0.7 }]),
    new Map([[2, 0.7], [4, 0.7]]),
  );
  assert.deepEqual(namedSymbolEvidence(SCORER, [{ term: "push", weight: 1 }]), new Map([[1, 1]]));
});

Deno.test("namedSymbolEvidence() points at the first of several for a question", () => {
  const list = [{ term: "list", weight: 1 }];
  assert.deepEqual(namedSymbolEvidence(SCORER, list, { asked: true }), new Map([[0, 1]]));
  assert.deepEqual(namedSymbolEvidence(SCORER, list), new Map());
});

Deno.test("namedSymbolEvidence() tells members of one name by the class that the query names", () => {
  const evidence = (container: string) =>
    namedSymbolEvidence(SCORER, [{ term: "new", container, weight: 1 }]);
  assert.deepEqual(evidence("tree"), new Map([[2, 1], [4, 1]]));
  assert.deepEqual(evidence("list"), new Map([[0, 1]]));
  assert.deepEqual(evidence("heap"), new Map());
});

Deno.test("namedSymbolEvidence() keeps the greatest weight of a chunk, and looks up eight symbols", () => {
  const both = [{ term: "push", weight: 1 }, { term: "push", weight: 0.5 }];
  assert.deepEqual(namedSymbolEvidence(SCORER, both), new Map([[1, 1]]));
  const many = Array.from({ length: 8 }, () => ({ term: "heap", weight: 1 }));
  assert.deepEqual(namedSymbolEvidence(SCORER, [...many, ...both]), new Map());
});
