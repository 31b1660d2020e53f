import type { Candidate } from "@dossier/core";
import assert from "node:assert/strict";
import { compareRankings } from "./ranking_page.tsx";

function candidate(path: string, score: number): Candidate {
  return { path, startLine: 1, endLine: 9, score } as Candidate;
}

Deno.test("compareRankings() has every chunk of both rankings once, those that went away at the end", () => {
  const before = [candidate("a", 3), candidate("b", 2), candidate("c", 1)];
  const after = [candidate("b", 2), candidate("d", 1.5), candidate("a", 1)];
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
