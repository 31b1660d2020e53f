import type { RecordedFragment } from "@dossier/retrieval";
import fc from "fast-check";
import assert from "node:assert/strict";
import { pairPassages } from "./pair_passages.ts";

function passage(path: string, [startLine, endLine]: readonly [number, number], hash = "1") {
  const location = { path, startLine, endLine, kind: "code", language: "text" } as const;
  return {
    source: `file:${path}#L${startLine}-${endLine}`,
    location,
    hash,
    fileHash: "",
    position: "before",
    form: "snippet",
    trust: "project",
    tokens: 1,
    score: 1,
  } as const satisfies RecordedFragment;
}

function describe(left: readonly RecordedFragment[], right: readonly RecordedFragment[]): string[] {
  return pairPassages({ fragments: left }, { fragments: right })
    .map((pair) => `${pair.kind} ${pair.left?.rank ?? "-"} ${pair.right?.rank ?? "-"}`);
}

Deno.test("pairPassages() pairs equal lines before lines that overlap, and detects changes", () => {
  const left = [passage("a", [1, 9]), passage("a", [5, 20]), passage("b", [1, 2], "old")];
  const right = [passage("b", [1, 2], "new"), passage("a", [5, 20]), passage("a", [8, 9])];
  assert.deepEqual(describe(left, right), ["changed 3 1", "same 2 2", "changed 1 3"]);
});

Deno.test("pairPassages() puts a passage of the left record after its predecessor", () => {
  const left = [passage("x", [1, 2]), passage("a", [1, 2]), passage("y", [1, 2])];
  const right = [passage("b", [1, 2]), passage("a", [1, 2])];
  assert.deepEqual(describe(left, right), ["left 1 -", "right - 1", "same 2 2", "left 3 -"]);
});

Deno.test("pairPassages() returns every passage of both sides once", () => {
  const passages = fc.array(
    fc.tuple(fc.constantFrom("a", "b"), fc.integer({ min: 1, max: 9 }), fc.nat(4))
      .map(([path, start, more]) => passage(path, [start, start + more])),
  );
  fc.assert(fc.property(passages, passages, (left, right) => {
    const pairs = pairPassages({ fragments: left }, { fragments: right });
    const ranks = (side: "left" | "right") =>
      pairs.flatMap((pair) => pair[side]?.rank ?? []).sort((a, b) => a - b);
    assert.deepEqual(ranks("left"), left.map((_, index) => index + 1));
    assert.deepEqual(ranks("right"), right.map((_, index) => index + 1));
  }));
});
