import assert from "node:assert/strict";
import { openEngine } from "../../mod.ts";
import { PLAIN_RANKING } from "../bench_quality/compared_rankings.ts";
import { scoreQuery } from "../bench_quality/score_query.ts";
import { TempWorkspace } from "../temp_workspace.ts";
import { PARCEL_QUERIES } from "./parcel_queries.ts";
import { PARCEL_TREE } from "./parcel_tree.ts";

/** Mean NDCG@10 that the ranking must reach: less than it does, more than the words alone give. */
const FLOOR = 0.95;

Deno.test("search() ranks what answers questions about a small repository above a floor", async () => {
  const scores = await scoreQueries([]);
  assert.ok(mean(scores.values()) >= FLOOR, describe(scores));
});

Deno.test("search() needs its ranking steps to reach the floor", async () => {
  const scores = await scoreQueries(PLAIN_RANKING.disabled);
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
    const targets = files.map((path) => ({
      path,
      resolved: path,
      startLine: null,
      endLine: null,
    }));
    const asked = { repo: "", queryId: "", query, benchmarkRoot: "", category: "", targets };
    const ranked = results.map((result) => ({ ...result, tokens: 0 }));
    scores.set(query, scoreQuery(asked, ranked).ndcg10);
  }
  return scores;
}

function mean(values: Iterable<number>): number {
  const all = [...values];
  return all.reduce((sum, value) => sum + value, 0) / all.length;
}

function describe(scores: ReadonlyMap<string, number>): string {
  const rows = [...scores].map(([query, score]) => `${score.toFixed(3)} ${query.split("\n")[0]}`);
  return `${mean(scores.values()).toFixed(3)} is the mean of\n${rows.join("\n")}`;
}
