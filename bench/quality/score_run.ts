import { basename } from "node:path";
import type { ScoreOptions } from "./quality_arguments.ts";
import { parseQueries } from "./query_set.ts";
import { parseRun } from "./run_file.ts";
import { compareScores, renderComparisonTable } from "./comparison.ts";
import { scoreQuery } from "./score_query.ts";
import { type ScoredQuery, summariseScores } from "./score_summary.ts";
import { renderCategoryTable, renderScoreTable } from "./score_table.ts";

/** Returns the tables of a run's scores, with a comparison when there is another run. */
export function scoreRun({ queries, score, against }: ScoreOptions): string {
  const parsed = parseQueries(Deno.readTextFileSync(queries));
  const set = basename(queries, ".jsonl");
  const runs = [score, ...(against === undefined ? [] : [against])].map((path) => {
    const run = parseRun(Deno.readTextFileSync(path));
    const scored = parsed.map((query): ScoredQuery => ({
      repo: query.repo,
      queryId: query.queryId,
      category: query.category,
      score: scoreQuery(query, run.get(query.queryId) ?? []),
    }));
    return { path, scored };
  });
  const rows = runs.map(({ path, scored }) => ({
    set,
    ranking: basename(path, ".jsonl"),
    summary: summariseScores(scored),
  }));
  const tables = `${renderScoreTable(rows)}\n${renderCategoryTable(rows)}`;
  const [after, before] = runs.map(({ path, scored }) => ({
    name: basename(path, ".jsonl"),
    values: scored.map(({ score }) => score.ndcg10),
  }));
  if (after === undefined || before === undefined) return tables;
  const comparison = compareScores(before.values, after.values);
  const row = { set, before: before.name, after: after.name, comparison };
  return `${tables}\n${renderComparisonTable([row])}`;
}
