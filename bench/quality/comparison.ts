import { markdownTable } from "../markdown_table.ts";

/** Improvement of one run over another on the same queries. */
export interface ScoreComparison {
  /** Mean of the differences. */
  readonly difference: number;
  /** Bounds of the mean difference in 95 of 100 resamplings of the queries. */
  readonly low: number;
  readonly high: number;
  /** Numbers of queries that improved, worsened, and stayed equal. */
  readonly wins: number;
  readonly losses: number;
  readonly ties: number;
}

const RESAMPLINGS = 4000;

/** Seed of the resampling: any number but 0, always the same so that the result is stable. */
const SEED = 0x9e3779b9;

/** Differences below this result from the order of a sum. */
const EPSILON = 1e-9;

/**
 * Returns the improvement of `after` over `before` by a paired bootstrap over queries.
 *
 * @param before Score of each query.
 * @param after Score of the same queries in the same order.
 * @throws {RangeError} When the two differ in length, or are empty.
 */
export function compareScores(
  before: readonly number[],
  after: readonly number[],
): ScoreComparison {
  const count = before.length;
  if (count === 0 || after.length !== count) {
    throw new RangeError(
      `Cannot compare scores as both must be over the same queries: ${count} and ${after.length}`,
    );
  }
  const differences = after.map((score, i) => score - before[i]!);
  const draw = drawFrom(SEED);
  const means = Float64Array.from({ length: RESAMPLINGS }, () => {
    let total = 0;
    for (let i = 0; i < count; i++) total += differences[draw(count)]!;
    return total / count;
  }).sort();
  const wins = differences.filter((difference) => difference > EPSILON).length;
  const losses = differences.filter((difference) => difference < -EPSILON).length;
  return {
    difference: differences.reduce((sum, difference) => sum + difference, 0) / count,
    low: means[Math.floor(0.025 * RESAMPLINGS)]!,
    high: means[Math.floor(0.975 * RESAMPLINGS)]!,
    wins,
    losses,
    ties: count - wins - losses,
  };
}

/**
 * Returns a function that draws whole numbers below its argument (Marsaglia's xorshift, 32 bits).
 */
function drawFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

/** Comparison of two rankings on a set. */
export interface ComparisonRow {
  readonly set: string;
  readonly before: string;
  readonly after: string;
  readonly comparison: ScoreComparison;
}

/** Returns a Markdown table of the gain in NDCG@10 of rankings over others. */
export function renderComparisonTable(rows: readonly ComparisonRow[]): string {
  return markdownTable(
    ["set", "from", "to", "NDCG@10 by query", "95 of 100 resamplings", "better", "worse", "same"],
    rows.map(({ set, before, after, comparison: { difference, low, high, ...counts } }) => [
      set,
      before,
      after,
      renderDifference(difference),
      `${renderDifference(low)} to ${renderDifference(high)}`,
      ...[counts.wins, counts.losses, counts.ties].map((count) => `${count}`),
    ]),
  );
}

/** Returns a number as text with its sign and without a zero before the point. */
export function renderDifference(value: number, digits: number = 4): string {
  const text = Math.abs(value).toFixed(digits);
  const isZero = Number(text) === 0;
  return `${isZero ? "±" : value < 0 ? "−" : "+"}${text.replace(/^0(?=\.)/, "")}`;
}

/** Returns a number times a thousand as text with its sign. */
export function renderThousandths(value: number): string {
  return renderDifference(value * 1000, 1);
}
