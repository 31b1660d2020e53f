import { RANKING_STEPS } from "../../mod.ts";
import type { RankingVariant } from "./answer_tree.ts";
import type { SetsOptions } from "./quality_arguments.ts";
import { renderRecord } from "./render_record.ts";
import { renderComparison } from "./render_comparison.ts";
import { runSets, type SetScores } from "./run_sets.ts";
import { compareScores } from "./score_comparison.ts";
import { renderLineTable } from "./score_lines.ts";
import { summariseScores } from "./score_summary.ts";
import { renderCategoryTable, renderScoreTable } from "./score_table.ts";

/** What the product's own ranking is called where no step is left out. */
const DEFAULT_RANKING = "default";

/** No step but the scores of words: what a plain search engine does. */
const BASELINE: RankingVariant = { name: "plain BM25", disabled: RANKING_STEPS };

/**
 * Runs sets of the benchmark and returns the tables of their scores. With a file to record them in,
 * the plain ranking is measured beside the product's, and both are written down.
 */
export async function measureSets(options: SetsOptions): Promise<string> {
  const { disabled, record } = options;
  const name = disabled.length === 0 ? DEFAULT_RANKING : `without ${disabled.join(", ")}`;
  const measured: RankingVariant = { name, disabled };
  const results = await runSets(options, record === undefined ? [measured] : [measured, BASELINE]);
  const tables = renderTables(results);
  if (record !== undefined) Deno.writeTextFileSync(record, renderRecord(tables, options));
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
  const comparisons = compareWithBaseline(results);
  if (comparisons.length > 0) sections.push(comparisons.join(""));
  return sections.join("\n");
}

/** Returns for each set a line on how much the baseline is gained on. */
function compareWithBaseline(results: readonly SetScores[]): string[] {
  const values = ({ scored }: SetScores) => scored.map(({ score }) => score.ndcg10);
  return results.filter(({ variant }) => variant === BASELINE).map((baseline) => {
    const measured = results.find(({ set, variant }) =>
      set === baseline.set && variant !== BASELINE
    );
    const comparison = compareScores(values(baseline), values(measured!));
    return `- ${baseline.set}, against ${BASELINE.name}: ${renderComparison(comparison)}\n`;
  });
}
