import type { SearchHit } from "@dossier/retrieval";
import assert from "node:assert/strict";
import { compareRankings } from "./ranking_page.tsx";

function fileHit(path: string, score: number): SearchHit {
  return { path, startLine: 1, endLine: 9, score } as SearchHit;
}

Deno.test("compareRankings() has every file of both rankings once, those that went away at the end", () => {
  const before = [fileHit("a", 3), fileHit("b", 2), fileHit("c", 1)];
  const after = [fileHit("b", 2), fileHit("d", 1.5), fileHit("a", 1)];
  assert.deepEqual(
    compareRankings(before, after).map(({ path, before, after }) => [
      path,
      before?.rank,
      after?.rank,
      after?.score,
    ]),
    [["b", 2, 1, 2], ["d", undefined, 2, 1.5], ["a", 1, 3, 1], ["c", 3, undefined, undefined]],
  );
  assert.deepEqual(compareRankings([], []), []);
});

Deno.test("compareRankings() tells the parts of a file apart, but not the best lines of it", () => {
  const hit = (startLine: number) => ({ ...fileHit("a", 1), startLine });
  const part = (startLine: number): SearchHit => ({ ...hit(startLine), part: "definition" });
  assert.equal(compareRankings([part(1)], [part(5)]).length, 2);
  assert.equal(compareRankings([hit(1)], [hit(5)]).length, 1);
});
