import { markdownTable } from "../markdown_table.ts";
import type { Metric } from "./score_query.ts";
import type { ScoreSummary } from "./score_summary.ts";

/** Set of queries with the results of one way of ranking. */
export interface ScoreRow {
  readonly set: string;
  readonly ranking: string;
  readonly summary: ScoreSummary;
}

/** Columns in the order of the table. */
const COLUMNS: readonly (readonly [Metric, string])[] = [
  ["ndcg10", "NDCG@10"],
  ["hit1", "hit@1"],
  ["hit3", "hit@3"],
  ["hit5", "hit@5"],
  ["hit10", "hit@10"],
  ["recall10", "recall@10"],
  ["mrr", "MRR"],
  ["r500", "r@500"],
  ["r1000", "r@1k"],
  ["r2000", "r@2k"],
  ["r4000", "r@4k"],
  ["r8000", "r@8k"],
];

/** Returns the measures of sets as a Markdown table, with means over repositories. */
export function renderScoreTable(rows: readonly ScoreRow[]): string {
  const [first, ...others] = COLUMNS.map(([, title]) => title);
  return markdownTable(
    ["set", "ranking", "queries", "trees", first!, "by query", ...others],
    rows.map(({ set, ranking, summary: { queries, repositories, byRepository, byQuery } }) => {
      const [value, ...rest] = COLUMNS.map(([metric]) => renderShare(byRepository[metric]));
      return [
        set,
        ranking,
        `${queries}`,
        `${repositories}`,
        value!,
        renderShare(byQuery.ndcg10),
        ...rest,
      ];
    }),
  );
}

/** Returns NDCG@10 of the categories of each set as a Markdown table. */
export function renderCategoryTable(rows: readonly ScoreRow[]): string {
  return markdownTable(
    ["set", "ranking", "NDCG@10 by category"],
    rows.map(({ set, ranking, summary }) => [
      set,
      ranking,
      [...summary.categories].map(([name, value]) => `${name} ${renderShare(value)}`).join(", "),
    ]),
  );
}

/** Returns a number between 0 and 1 as text without the zero before the point. */
export function renderShare(value: number): string {
  return value.toFixed(4).replace(/^(-?)0/, "$1");
}
