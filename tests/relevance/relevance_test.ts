import assert from "node:assert/strict";
import { openEngine, RANKING_STEPS } from "../../mod.ts";
import { TempWorkspace } from "../temp_workspace.ts";
import { PARCEL_QUERIES } from "./parcel_queries.ts";
import { PARCEL_TREE } from "./parcel_tree.ts";

/** Minimum mean NDCG@10 of the ranking: below its present value, above that of words alone. */
const FLOOR = 0.95;

/** Step that a plain search engine has, too. */
const WORD_SCORES = "chunks";

/** Number of ranks that count. */
const DEPTH = 10;

Deno.test("search() ranks answers to questions about a small repository above a minimum", async () => {
  const scores = await scoreQueries([]);
  assert.ok(mean(scores.values()) >= FLOOR, describe(scores));
});

Deno.test("search() needs its ranking steps to reach the minimum", async () => {
  const scores = await scoreQueries(RANKING_STEPS.filter((step) => step !== WORD_SCORES));
  assert.ok(mean(scores.values()) < FLOOR, describe(scores));
});

/** Returns NDCG@10 of each query. */
async function scoreQueries(disabled: readonly string[]): Promise<Map<string, number>> {
  using workspace = new TempWorkspace(PARCEL_TREE);
  using engine = await openEngine({ root: workspace.root });
  await engine.index();
  const scores = new Map<string, number>();
  for (const [query, files] of PARCEL_QUERIES) {
    const { results } = await engine.search(query, { disabled, refresh: false });
    scores.set(query, ndcg(files, results.map(({ path }) => path)));
  }
  return scores;
}

/** Returns the gain of the ranks at which files first occur, as a share of the maximum. */
function ndcg(files: readonly string[], paths: readonly string[]): number {
  const gain = (rank: number) => 1 / Math.log2(rank + 2);
  const ranks = files.map((file) => paths.indexOf(file)).filter((rank) =>
    rank >= 0 && rank < DEPTH
  );
  const sum = (gains: readonly number[]) => gains.reduce((total, value) => total + value, 0);
  return sum(ranks.map(gain)) / sum(files.map((_, rank) => gain(rank)));
}

function mean(values: Iterable<number>): number {
  const all = [...values];
  return all.reduce((sum, value) => sum + value, 0) / all.length;
}

function describe(scores: ReadonlyMap<string, number>): string {
  const rows = [...scores].map(([query, score]) => `${score.toFixed(3)} ${query.split("\n")[0]}`);
  return `${mean(scores.values()).toFixed(3)} is the mean of\n${rows.join("\n")}`;
}
