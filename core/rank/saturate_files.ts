import { type Candidate, compareCandidates } from "./candidate.ts";
import { explainProduct, explainValue } from "./explanation.ts";

/**
 * What each further chunk of the same file is worth of its score. Half is what semble uses, and on
 * the dev benchmark values from 0.3 to 0.6 gave the same NDCG@10 within its noise.
 */
const FURTHER_CHUNK_FACTOR = 0.5;

/**
 * Returns the candidates, best first, with the score of a file's second best chunk halved, that of
 * its third quartered, and so on: what a file says twice is worth less than another file.
 *
 * @param candidates Candidates of one retriever, in any order.
 *
 * @example
 * ```ts
 * import { saturateFiles } from "@dossier/core";
 * import assert from "node:assert/strict";
 *
 * const chunk = { language: "go", kind: "code", startLine: 1, endLine: 9 } as const;
 * const ranked = saturateFiles([
 *   { ...chunk, path: "a.go", score: 10 },
 *   { ...chunk, path: "a.go", startLine: 10, endLine: 19, score: 9 },
 *   { ...chunk, path: "b.go", score: 5 },
 * ]);
 * assert.deepEqual(ranked.map((c) => [c.path, c.score]), [["a.go", 10], ["b.go", 5], ["a.go", 4.5]]);
 * ```
 */
export function saturateFiles(candidates: readonly Candidate[]): Candidate[] {
  const seen = new Map<string, number>();
  return candidates.toSorted(compareCandidates).map((candidate) => {
    const before = seen.get(candidate.path) ?? 0;
    seen.set(candidate.path, before + 1);
    return before === 0 ? candidate : withFactor(candidate, FURTHER_CHUNK_FACTOR ** before, before);
  }).sort(compareCandidates);
}

function withFactor(candidate: Candidate, factor: number, before: number): Candidate {
  const score = candidate.score * factor;
  if (candidate.explanation === undefined) return { ...candidate, score };
  const explanation = explainProduct("score", [
    candidate.explanation,
    explainValue(`file saturation: chunk ${before + 1} of its file`, factor),
  ]);
  return { ...candidate, score: explanation.value, explanation };
}
