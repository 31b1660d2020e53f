import { markdownTable } from "../../tests/markdown_table.ts";
import type { ScoreComparison } from "./score_comparison.ts";

/** How two rankings compare on a set. */
export interface ComparisonRow {
  readonly set: string;
  readonly before: string;
  readonly after: string;
  readonly comparison: ScoreComparison;
}

/** Returns a Markdown table of how much NDCG@10 rankings gain on others. */
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

/** Returns a number as text that starts with its sign and has no zero in front of the point. */
export function renderDifference(value: number, digits: number = 4): string {
  const text = Math.abs(value).toFixed(digits);
  const isZero = Number(text) === 0;
  return `${isZero ? "±" : value < 0 ? "−" : "+"}${text.replace(/^0(?=\.)/, "")}`;
}

/** Returns a number times a thousand as text with its sign. */
export function renderThousandths(value: number): string {
  return renderDifference(value * 1000, 1);
}
