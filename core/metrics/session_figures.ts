/** Share of delivered tokens without visible use. */
export interface Dilution {
  /** Number of delivered tokens. */
  readonly injectedTokens: number;
  /** Number of tokens of files that the agent neither mentioned nor changed. */
  readonly unusedTokens: number;
  /** Share of unused tokens, from 0 to 1; 0 when nothing was delivered. */
  readonly dilution: number;
}

/**
 * Returns the share of delivered tokens in files that the agent did not use.
 *
 * @param used Paths that the agent mentioned (see `findMentioned`) or changed.
 */
export function measureDilution(
  passages: readonly { readonly path: string; readonly tokens: number }[],
  used: ReadonlySet<string>,
): Dilution {
  let injectedTokens = 0;
  let unusedTokens = 0;
  for (const { path, tokens } of passages) {
    injectedTokens += tokens;
    if (!used.has(path)) unusedTokens += tokens;
  }
  const dilution = injectedTokens === 0 ? 0 : unusedTokens / injectedTokens;
  return { injectedTokens, unusedTokens, dilution };
}

/**
 * Comparison of predicted files with actual ones. Each list is sorted by code units, each file
 * once.
 */
export interface FileComparison {
  /** Files that were predicted and are actual. */
  readonly hits: readonly string[];
  /**
   * Actual files that were not predicted. They matter most, as the agent had to find them by
   * itself.
   */
  readonly falseNegatives: readonly string[];
  /** Predicted files that are not actual. */
  readonly falsePositives: readonly string[];
  /**
   * Precision: the share of the predicted files that are among the actual files, from 0 to 1;
   * absent when none was predicted.
   */
  readonly precision?: number;
  /** Share of the actual files that were predicted, from 0 to 1; absent when there are none. */
  readonly recall?: number;
}

/**
 * Compares predicted files with the files that a task touched, or documents marked as stale with
 * the documents that are stale.
 */
export function compareFiles(
  predicted: readonly string[],
  actual: readonly string[],
): FileComparison {
  const expected = new Set(predicted);
  const real = new Set(actual);
  const hits = [...expected.intersection(real)].sort();
  return {
    hits,
    falseNegatives: [...real.difference(expected)].sort(),
    falsePositives: [...expected.difference(real)].sort(),
    ...(expected.size === 0 ? {} : { precision: hits.length / expected.size }),
    ...(real.size === 0 ? {} : { recall: hits.length / real.size }),
  };
}

/**
 * Returns the recall at `k`: the share of the relevant files that are among the first `k` different
 * files of a ranking, from 0 to 1; undefined when no file is relevant.
 *
 * @param ranked Paths, best first; a repeated path counts at its first rank.
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
 * Returns 1 divided by the 1-based rank of the first relevant file, counting each file once; 0 when
 * no relevant file is ranked, undefined when no file is relevant.
 */
export function reciprocalRank(
  ranked: readonly string[],
  relevant: ReadonlySet<string>,
): number | undefined {
  if (relevant.size === 0) return undefined;
  const index = [...new Set(ranked)].findIndex((path) => relevant.has(path));
  return index < 0 ? 0 : 1 / (index + 1);
}

/** Summary of times in milliseconds. */
export interface TimeSummary {
  /** Number of times. */
  readonly count: number;
  /** Median; for an even number of times, the lower of the two middle values. */
  readonly median: number;
  /** Longest time. */
  readonly max: number;
}

/** Returns the median and the longest of several times; undefined when there are none. */
export function summariseTimes(times: readonly number[]): TimeSummary | undefined {
  if (times.length === 0) return undefined;
  const sorted = times.toSorted((a, b) => a - b);
  const median = sorted[Math.ceil(sorted.length / 2) - 1] ?? 0;
  return { count: sorted.length, median, max: sorted.at(-1) ?? 0 };
}
