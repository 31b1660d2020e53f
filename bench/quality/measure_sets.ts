import type { RankingVariant } from "./answer_tree.ts";
import { COMPARED_RANKINGS } from "./compared_rankings.ts";
import type { SetsOptions } from "./quality_arguments.ts";
import { describeCommit, writeRecord } from "./write_record.ts";
import { compareScores, type ComparisonRow, renderComparisonTable } from "./comparison.ts";
import { runSets, type SetScores } from "./run_sets.ts";
import { renderLineTable } from "./score_lines.ts";
import { summariseScores } from "./score_summary.ts";
import { renderCategoryTable, renderScoreTable } from "./score_table.ts";

/** Name of the product's own ranking with all steps. */
const DEFAULT_RANKING = "default";

/**
 * Runs sets of the benchmark and returns the tables of their scores. With a record file, reduced
 * rankings are measured beside the product's, and all results are written.
 */
export async function measureSets(options: SetsOptions): Promise<string> {
  const { disabled, record } = options;
  const commit = describeCommit();
  const name = disabled.length === 0 ? DEFAULT_RANKING : `without ${disabled.join(", ")}`;
  const measured: RankingVariant = { name, disabled };
  const compared = COMPARED_RANKINGS.map((variant) => ({
    ...variant,
    disabled: [...new Set([...disabled, ...variant.disabled])],
  }));
  const results = await runSets(
    options,
    record === undefined ? [measured] : [measured, ...compared],
  );
  const tables = renderTables(results);
  if (record !== undefined) writeRecord(tables, { ...options, record, commit });
  return tables;
}

function renderTables(results: readonly SetScores[]): string {
  const rows = results.map(({ set, variant, scored }) => ({
    set,
    ranking: variant.name,
    summary: summariseScores(scored),
  }));
  const lines = results.filter(({ scored }) => scored.some(({ lines }) => lines !== undefined))
    .map(({ set, variant, scored }) => ({
      set,
      ranking: variant.name,
      scores: scored.map(({ lines }) => lines),
    }));
  const sections = [renderScoreTable(rows), renderCategoryTable(rows)];
  if (lines.length > 0) sections.push(renderLineTable(lines));
  const comparisons = compareRankings(results);
  if (comparisons.length > 0) sections.push(renderComparisonTable(comparisons));
  return sections.join("\n");
}

/** Returns the gain of the first ranking of each set over the others. */
function compareRankings(results: readonly SetScores[]): ComparisonRow[] {
  const values = ({ scored }: SetScores) => scored.map(({ score }) => score.ndcg10);
  return [...Map.groupBy(results, ({ set }) => set)].flatMap(([set, [measured, ...others]]) =>
    others.map((other) => ({
      set,
      before: other.variant.name,
      after: measured!.variant.name,
      comparison: compareScores(values(other), values(measured!)),
    }))
  );
}
