import type { RankingVariant } from "./answer_tree.ts";
import type { SetsOptions } from "./quality_arguments.ts";
import { runSets } from "./run_sets.ts";
import { summariseScores } from "./score_summary.ts";
import { renderCategoryTable, renderScoreTable } from "./score_table.ts";

/** Runs sets of the benchmark and returns the tables of their scores. */
export async function measureSets(options: SetsOptions): Promise<string> {
  const variants: RankingVariant[] = [{ name: "default", disabled: options.disabled }];
  const results = await runSets(options, variants);
  const rows = results.map(({ set, variant, scored }) => ({
    set,
    ranking: variant.name,
    summary: summariseScores(scored),
  }));
  return `${renderScoreTable(rows)}\n${renderCategoryTable(rows)}`;
}
