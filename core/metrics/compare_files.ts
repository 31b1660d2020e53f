/** How well what was foretold fits what came to be; each list sorted by code units, each file once. */
export interface FileComparison {
  /** Foretold and true. */
  readonly hits: readonly string[];
  /** True and not foretold: what matters most, as the agent had to find it by itself. */
  readonly falseNegatives: readonly string[];
  /** Foretold and not true. */
  readonly falsePositives: readonly string[];
  /** Share of the foretold that is true, from 0 to 1; absent when nothing was foretold. */
  readonly precision?: number;
  /** Share of the true that was foretold, from 0 to 1; absent when nothing is true. */
  readonly recall?: number;
}

/**
 * Compares the files that were predicted with those that a task touched, or the documents marked as
 * stale with those that are.
 *
 * @example
 * ```ts
 * import { compareFiles } from "@dossier/core";
 * import assert from "node:assert/strict";
 *
 * const { falseNegatives, precision } = compareFiles(["a.ts", "b.ts"], ["b.ts", "c.ts"]);
 * assert.deepEqual(falseNegatives, ["c.ts"]);
 * assert.equal(precision, 0.5);
 * ```
 */
export function compareFiles(
  predicted: readonly string[],
  actual: readonly string[],
): FileComparison {
  const foretold = new Set(predicted);
  const real = new Set(actual);
  const hits = [...foretold.intersection(real)].sort();
  return {
    hits,
    falseNegatives: [...real.difference(foretold)].sort(),
    falsePositives: [...foretold.difference(real)].sort(),
    ...(foretold.size === 0 ? {} : { precision: hits.length / foretold.size }),
    ...(real.size === 0 ? {} : { recall: hits.length / real.size }),
  };
}
