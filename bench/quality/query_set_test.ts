import assert from "node:assert/strict";
import { groupQueries, parseQueries } from "./query_set.ts";

Deno.test("groupQueries() groups the queries of one tree, in any order", () => {
  const text = [
    '{"repo":"a","query_id":"a1","query":"one","benchmark_root":"src","targets":[]}',
    '{"repo":"b","query_id":"b1","query":"two","benchmark_root":"."}',
    "",
    '{"repo":"a","query_id":"a2","query":"three","benchmark_root":"src"}',
    '{"repo":"c","query_id":"c1","query":"four"}',
  ].join("\n");
  const groups = groupQueries(parseQueries(text));
  assert.deepEqual(
    groups.map(({ repo, benchmarkRoot, queries }) => [
      repo,
      benchmarkRoot,
      queries.map(({ queryId }) => queryId),
    ]),
    [["a", "src", ["a1", "a2"]], ["b", "", ["b1"]], ["c", "", ["c1"]]],
  );
});

Deno.test("parseQueries() parses the fields for a scorer and a history", () => {
  const line =
    '{"repo":"a","query_id":"a1","query":"one","category":"bug","project":"o/a","base_commit":"f0",' +
    '"sha":"f1","targets":[{"path":"x.ts","resolved":"src/x.ts","start_line":3,"end_line":9},{"path":"y.ts"}]}';
  assert.deepEqual(parseQueries(line), [{
    repo: "a",
    queryId: "a1",
    query: "one",
    benchmarkRoot: "",
    category: "bug",
    targets: [
      { path: "x.ts", resolved: "src/x.ts", startLine: 3, endLine: 9 },
      { path: "y.ts", resolved: null, startLine: null, endLine: null },
    ],
    project: "o/a",
    baseCommit: "f0",
    sha: "f1",
  }]);
});

Deno.test("parseQueries() names the line of an incomplete query", () => {
  for (const line of ['{"repo":"a","query_id":"a1"}', '{"repo":', "null", "7"]) {
    assert.throws(
      () => parseQueries(`\n${line}`),
      new SyntaxError("Cannot read the query in line 2: a field is missing or no text"),
    );
  }
});
