import type { QualityQuery, QualityTarget } from "./query_set.ts";
import type { RunResult } from "./run_file.ts";

/**
 * Measures of a query's results. Higher is better, except for `tokens10`:
 *
 * - `ndcg10`: gain 1 at each rank up to 10 where a target is first found (targets first found in
 *   the same result count once), discounted by log2(rank + 1), divided by the best possible value;
 * - `recall10`: share of targets found up to rank 10; `mrr`: 1 / rank of the first one, 0 beyond
 *   10;
 * - `hit1` … `hit10`: 1 when any target is found up to that rank;
 * - `r500` … `r8000`: share of target files found within so many tokens, read in order of rank;
 * - `tokens10`: tokens of the first ten results.
 */
export const METRICS = [
  "ndcg10",
  "recall10",
  "mrr",
  "hit1",
  "hit3",
  "hit5",
  "hit10",
  "r500",
  "r1000",
  "r2000",
  "r4000",
  "r8000",
  "tokens10",
] as const;

/** Name of a measure in {@link METRICS}. */
export type Metric = typeof METRICS[number];

/** Measures of one query, or their means. */
export type QueryScore = Readonly<Record<Metric, number>>;

/** Returns the score with the measures that a function returns. */
export function scoreOf(valueOf: (metric: Metric) => number): QueryScore {
  return Object.fromEntries(METRICS.map((metric) => [metric, valueOf(metric)])) as QueryScore;
}

/** Number of ranks for the measures that name no other. */
const DEPTH = 10;

/** Returns the scores of ranked results for a query. */
export function scoreQuery(query: QualityQuery, results: readonly RunResult[]): QueryScore {
  const { targets } = query;
  const first = targets.map((target) => findRank(query, target, results))
    .filter((rank) => rank <= DEPTH);
  const best = Math.min(...first);
  const ranks = [...new Set(first)].sort((a, b) => a - b);
  const ideal = sum(Array.from({ length: Math.min(DEPTH, targets.length) }, (_, i) => gain(i + 1)));
  const hit = (depth: number) => best <= depth ? 1 : 0;
  const costs = fileCosts(query, results);
  const within = (budget: number) => share(costs, (cost) => cost <= budget);
  return {
    ndcg10: targets.length === 0 ? 0 : sum(ranks.map(gain)) / ideal,
    recall10: targets.length === 0 ? 0 : first.length / targets.length,
    mrr: 1 / best,
    hit1: hit(1),
    hit3: hit(3),
    hit5: hit(5),
    hit10: hit(DEPTH),
    r500: within(500),
    r1000: within(1000),
    r2000: within(2000),
    r4000: within(4000),
    r8000: within(8000),
    tokens10: sum(results.slice(0, DEPTH).map(({ tokens }) => tokens)),
  };
}

/** Returns the 1-based rank of the first result with a target; infinite without one. */
function findRank(
  query: QualityQuery,
  target: QualityTarget,
  results: readonly RunResult[],
): number {
  const index = results.findIndex((result) => matches(query, target, result));
  return index === -1 ? Infinity : index + 1;
}

function matches(query: QualityQuery, target: QualityTarget, result: RunResult): boolean {
  if (!matchesFile(query, target, result)) return false;
  if (target.startLine === null || target.endLine === null) return true;
  return result.startLine <= target.endLine && result.endLine >= target.startLine;
}

/**
 * Returns true when two paths are equal or one ends with the other, as annotators wrote paths from
 * various folders.
 */
function matchesFile(
  { benchmarkRoot }: QualityQuery,
  target: QualityTarget,
  result: RunResult,
): boolean {
  const prefix = `${benchmarkRoot}/`;
  const inside = benchmarkRoot !== "" && result.path.startsWith(prefix);
  const path = inside ? result.path.slice(prefix.length) : result.path;
  return path === target.path || path.endsWith(`/${target.path}`) ||
    target.path.endsWith(`/${path}`);
}

/** Returns for each target file the tokens that are read until it is found, including its own. */
function fileCosts(query: QualityQuery, results: readonly RunResult[]): number[] {
  const files = Map.groupBy(query.targets, ({ path, resolved }) => resolved ?? path);
  const totals: number[] = [];
  for (const { tokens } of results) totals.push((totals.at(-1) ?? 0) + tokens);
  return [...files.values()].map(([target]) =>
    totals[results.findIndex((result) => matchesFile(query, target!, result))] ?? Infinity
  );
}

function gain(rank: number): number {
  return 1 / Math.log2(rank + 1);
}

function share(values: readonly number[], counts: (value: number) => boolean): number {
  return values.length === 0 ? 0 : values.filter(counts).length / values.length;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
