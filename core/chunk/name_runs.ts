/**
 * How many names are told together. A vector for each chunk's names ranked a little better (NDCG@10 on
 * 421 queries .900 against .898, on 646 commits of other projects .727 against .723) and took four
 * times the room.
 */
const RUN_LENGTH = 8;

/**
 * Returns the names that a document defines, eight neighbours at a time, as texts to embed: what lies
 * together mostly belongs together, and a vector of all names of a long file is like any other.
 *
 * @param names Distinct names in line order; see `definedNames`.
 *
 * @example
 * ```ts
 * import { nameRuns } from "@dossier/core";
 * import assert from "node:assert/strict";
 *
 * assert.deepEqual(nameRuns([..."abcdefghij"]), ["a b c d e f g h", "i j"]);
 * assert.deepEqual(nameRuns([]), []);
 * ```
 */
export function nameRuns(names: readonly string[]): string[] {
  const runs: string[] = [];
  for (let first = 0; first < names.length; first += RUN_LENGTH) {
    runs.push(names.slice(first, first + RUN_LENGTH).join(" "));
  }
  return runs;
}
