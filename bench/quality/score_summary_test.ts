import assert from "node:assert/strict";
import { scoreOf } from "./score_query.ts";
import { meanByRepository, type ScoredQuery, summariseScores } from "./score_summary.ts";

Deno.test("summariseScores() weights repositories equally, and separately queries equally", () => {
  const summary = summariseScores([
    scored("a", "x", 1),
    scored("a", "x", 0.5),
    scored("a", "y", 0),
    scored("b", "x", 0.25),
  ]);
  assert.equal(summary.queries, 4);
  assert.equal(summary.repositories, 2);
  assert.equal(summary.byRepository.ndcg10, (0.5 + 0.25) / 2);
  assert.equal(summary.byRepository.tokens10, (0.5 + 0.25) / 2);
  assert.equal(summary.byQuery.ndcg10, 1.75 / 4);
  assert.deepEqual([...summary.categories], [["x", (0.75 + 0.25) / 2], ["y", 0]]);
});

Deno.test("meanByRepository() is zero for no queries", () => {
  assert.equal(meanByRepository([]).ndcg10, 0);
});

function scored(repo: string, category: string, value: number): ScoredQuery {
  return { repo, queryId: "", category, score: scoreOf(() => value) };
}
