import assert from "node:assert/strict";
import type { QualityQuery, QualityTarget } from "./query_set.ts";
import type { RunResult } from "./run_file.ts";
import { type QueryScore, scoreQuery } from "./score_query.ts";

Deno.test("scoreQuery() returns full scores for a query whose only target is first", () => {
  const score = scoreQuery(query(file("a.ts")), [result("a.ts"), result("b.ts")]);
  assert.deepEqual(score, {
    ndcg10: 1,
    recall10: 1,
    mrr: 1,
    hit1: 1,
    hit3: 1,
    hit5: 1,
    hit10: 1,
    r500: 1,
    r1000: 1,
    r2000: 1,
    r4000: 1,
    r8000: 1,
    tokens10: 200,
  });
});

Deno.test("scoreQuery() returns 0 for no results, for no targets, and beyond rank 10", () => {
  const late = Array.from({ length: 11 }, (_, i) => result(i === 10 ? "a.ts" : `x${i}.ts`));
  for (
    const score of [
      scoreQuery(query(file("a.ts")), []),
      scoreQuery(query(), [result("a.ts")]),
      scoreQuery(query(file("a.ts")), late.with(9, result("y.ts", { tokens: 9000 }))),
    ]
  ) assert.equal(score.ndcg10 + score.recall10 + score.mrr + score.hit10 + score.r8000, 0);
  assert.equal(scoreQuery(query(file("a.ts")), late).tokens10, 1000);
});

Deno.test("scoreQuery() discounts by rank, and further results of a found file use up ranks", () => {
  const targets = query(file("a.ts"), file("b.ts"));
  const score = scoreQuery(targets, ["x.ts", "a.ts", "a.ts", "b.ts"].map((path) => result(path)));
  // Gains at 2 and 4; the best are 1 and 2: (1/1.58496 + 1/2.32193) / (1 + 1/1.58496).
  assertClose(score.ndcg10, (0.6309297535714574 + 0.43067655807339306) / 1.6309297535714575);
  assert.deepEqual(pick(score), [1, 1 / 2, 0, 1, 1, 1]);
});

Deno.test("scoreQuery() counts two targets that are first found in one result once", () => {
  const targets = query(file("a.ts", [1, 5]), file("a.ts", [8, 20]), file("b.ts"));
  const score = scoreQuery(targets, [result("a.ts", { lines: [4, 9] })]);
  assertClose(score.ndcg10, 1 / (1 + 0.6309297535714574 + 0.5));
  assertClose(score.recall10, 2 / 3);
  assert.equal(score.r500, 1 / 2, "files are what is counted under a budget");
});

Deno.test("scoreQuery() requires the lines of a target that has some, but not under a budget", () => {
  const lines = [[1, 9], [21, 30], [10, 10]] as const;
  const score = scoreQuery(
    query(file("a.ts", [10, 20])),
    lines.map((range) => result("a.ts", { lines: range })),
  );
  assert.deepEqual(pick(score), [1, 1 / 3, 0, 1, 1, 1]);
  assert.equal(score.ndcg10, 1 / 2);
  assert.equal(score.r500, 1);
});

Deno.test("scoreQuery() matches a path and a target when one ends with the other after a slash", () => {
  const inRoot = { ...query(file("lib/a.ts")), benchmarkRoot: "lib" };
  for (const path of ["lib/a.ts", "a.ts", "lib/lib/a.ts", "lib/x/lib/a.ts"]) {
    assert.equal(scoreQuery(inRoot, [result(path)]).hit1, 1, path);
  }
  for (const path of ["lib/ba.ts", "lib/a.tsx", "lib/x/a.ts"]) {
    assert.equal(scoreQuery(inRoot, [result(path)]).hit1, 0, path);
  }
});

Deno.test("scoreQuery() finds a file within a budget that its own result still fits", () => {
  const tokens = [300, 200, 1, 1499];
  const score = scoreQuery(
    query(file("b.ts"), file("c.ts"), file("d.ts"), file("e.ts")),
    ["a.ts", "b.ts", "c.ts", "d.ts"].map((path, i) => result(path, { tokens: tokens[i]! })),
  );
  assert.deepEqual(
    [score.r500, score.r1000, score.r2000, score.r4000, score.r8000],
    [1 / 4, 2 / 4, 3 / 4, 3 / 4, 3 / 4],
  );
  assert.equal(score.tokens10, 2000);
});

function query(...targets: readonly QualityTarget[]): QualityQuery {
  return { repo: "r", queryId: "r1", query: "?", benchmarkRoot: "", category: "", targets };
}

function file(path: string, [startLine, endLine]: readonly number[] = []): QualityTarget {
  return { path, resolved: path, startLine: startLine ?? null, endLine: endLine ?? null };
}

function result(
  path: string,
  { lines: [startLine, endLine] = [1, 9], tokens = 100 }: {
    readonly lines?: readonly [number, number];
    readonly tokens?: number;
  } = {},
): RunResult {
  return { path, startLine, endLine, tokens };
}

/** Returns recall@10, MRR and hit@1, 3, 5, 10. */
function pick({ recall10, mrr, hit1, hit3, hit5, hit10 }: QueryScore): number[] {
  return [recall10, mrr, hit1, hit3, hit5, hit10];
}

function assertClose(actual: number, expected: number): void {
  assert.ok(Math.abs(actual - expected) < 1e-12, `${actual} is not ${expected}`);
}
