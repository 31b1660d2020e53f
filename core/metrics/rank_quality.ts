/**
 * Returns the share of the relevant files that are among the first `k` different ones of a ranking, from
 * 0 to 1; `undefined` when none is relevant.
 *
 * @param ranked Paths, best first; a repeated one counts at its first place.
 *
 * @example
 * ```ts
 * import { recallAt } from "@dossier/core";
 * import assert from "node:assert/strict";
 *
 * const relevant = new Set(["a.ts", "d.ts"]);
 * assert.equal(recallAt(["b.ts", "a.ts", "c.ts", "d.ts"], { relevant, k: 3 }), 0.5);
 * ```
 */
export function recallAt(
  ranked: readonly string[],
  { relevant, k }: { readonly relevant: ReadonlySet<string>; readonly k: number },
): number | undefined {
  if (relevant.size === 0) return undefined;
  const first = [...new Set(ranked)].slice(0, k);
  return first.filter((path) => relevant.has(path)).length / relevant.size;
}

/**
 * Returns 1 divided by the 1-based rank of the first relevant file among the different ones, 0 when no
 * ranked file is relevant; `undefined` when none is relevant at all.
 */
export function reciprocalRank(
  ranked: readonly string[],
  relevant: ReadonlySet<string>,
): number | undefined {
  if (relevant.size === 0) return undefined;
  const index = [...new Set(ranked)].findIndex((path) => relevant.has(path));
  return index < 0 ? 0 : 1 / (index + 1);
}

/**
 * Returns the mean of the values that there are; `undefined` when there is none. Of reciprocal ranks it
 * is the MRR.
 */
export function meanOf(values: readonly (number | undefined)[]): number | undefined {
  const present = values.filter((value) => value !== undefined);
  if (present.length === 0) return undefined;
  return present.reduce((total, value) => total + value, 0) / present.length;
}
