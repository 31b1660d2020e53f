import assert from "node:assert/strict";
import type { NamedSymbol } from "./analyzed_query.ts";
import { namedSymbolEvidence } from "./named_symbols.ts";

/** Chunks of two files in order, each with its names and its label. */
const CHUNKS: readonly (readonly [file: number, names: readonly string[], label?: string])[] = [
  [0, ["list", "new"]],
  [0, ["list", "push"]],
  [0, ["tree", "new"]],
  [1, ["new"]],
  [1, ["tree", "new"]],
  [2, ["graph", "state"], "GraphState"],
  [2, ["graph"], "graphs"],
  [2, ["graph"], "Graph"],
  [2, ["graph", "node"], "Graph._node"],
  [2, ["graph", "node"], "Graph.node"],
  [2, ["part", "node"], "Part.node"],
  [3, ["graph", "node"], "Graph.nodes"],
];

const INDEX = {
  listNamedChunks: (term: string) =>
    CHUNKS.flatMap(([file, names], chunk) => names.includes(term) ? [{ chunk, file }] : []),
};

function asSymbol(name: string, container?: string): NamedSymbol {
  const qualifiers = container === undefined ? [] : [container];
  return {
    name,
    qualifiers,
    term: name.toLowerCase(),
    container: container?.toLowerCase(),
    weight: 1,
  };
}

/** Returns the evidence of a question for chunks and files with labels. */
function ask(name: string, container?: string) {
  const labelOf = (chunk: number) => CHUNKS[chunk]![2] ?? "";
  return namedSymbolEvidence([asSymbol(name, container)], { ...INDEX, labelOf, isQuestion: true });
}

Deno.test("namedSymbolEvidence() points at the chunk with the name in each file", () => {
  assert.deepEqual(
    namedSymbolEvidence([{ ...asSymbol("tree"), weight: 0.7 }], INDEX).chunks,
    new Map([[2, 0.7], [4, 0.7]]),
  );
  assert.deepEqual(namedSymbolEvidence([asSymbol("push")], INDEX).chunks, new Map([[1, 1]]));
});

Deno.test("namedSymbolEvidence() points at the first of several chunks for a question", () => {
  const list = [asSymbol("list")];
  assert.deepEqual(
    namedSymbolEvidence(list, { ...INDEX, isQuestion: true }).chunks,
    new Map([[0, 1]]),
  );
  assert.deepEqual(namedSymbolEvidence(list, INDEX).chunks, new Map());
});

Deno.test("namedSymbolEvidence() points at the label that equals the name in a question", () => {
  assert.deepEqual(ask("Graph"), { chunks: new Map([[7, 1], [11, 1]]), files: new Map([[2, 1]]) });
  assert.deepEqual(ask("node").chunks, new Map([[9, 1], [11, 1]]));
  assert.deepEqual(ask("node").files, new Map([[2, 1]]));
  assert.deepEqual(ask("node", "Part").chunks, new Map([[10, 1], [11, 1]]));
  assert.deepEqual(ask("node", "Part").files, new Map([[2, 1]]));
});

Deno.test("namedSymbolEvidence() uses another spelling when no label has the name itself", () => {
  assert.deepEqual(ask("GRAPH"), { chunks: new Map([[6, 1], [11, 1]]), files: new Map() });
});

Deno.test("namedSymbolEvidence() looks at files of the pool only", () => {
  const { chunks } = namedSymbolEvidence([asSymbol("tree")], {
    ...INDEX,
    isInPool: (file) => file !== 0,
  });
  assert.deepEqual(chunks, new Map([[4, 1]]));
});

Deno.test("namedSymbolEvidence() distinguishes members with the same name by the named class", () => {
  const evidence = (container: string) =>
    namedSymbolEvidence([asSymbol("new", container)], INDEX).chunks;
  assert.deepEqual(evidence("tree"), new Map([[2, 1], [4, 1]]));
  assert.deepEqual(evidence("list"), new Map([[0, 1]]));
  assert.deepEqual(evidence("heap"), new Map());
});

Deno.test("namedSymbolEvidence() keeps the greatest weight of a chunk, and looks up eight symbols", () => {
  const both = [asSymbol("push"), { ...asSymbol("push"), weight: 0.5 }];
  assert.deepEqual(namedSymbolEvidence(both, INDEX).chunks, new Map([[1, 1]]));
  const many = Array.from({ length: 8 }, () => asSymbol("heap"));
  assert.deepEqual(namedSymbolEvidence([...many, ...both], INDEX).chunks, new Map());
});
