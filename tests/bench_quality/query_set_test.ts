import assert from "node:assert/strict";
import { parseQueries } from "./query_set.ts";

Deno.test("parseQueries() groups the queries of one tree, whatever their order", () => {
  const text = [
    '{"repo":"a","query_id":"a1","query":"one","benchmark_root":"src","targets":[]}',
    '{"repo":"b","query_id":"b1","query":"two","benchmark_root":"."}',
    "",
    '{"repo":"a","query_id":"a2","query":"three","benchmark_root":"src"}',
    '{"repo":"c","query_id":"c1","query":"four"}',
  ].join("\n");
  const groups = parseQueries(text);
  assert.deepEqual(
    groups.map(({ repo, benchmarkRoot, queries }) => [
      repo,
      benchmarkRoot,
      queries.map(({ queryId }) => queryId),
    ]),
    [["a", "src", ["a1", "a2"]], ["b", "", ["b1"]], ["c", "", ["c1"]]],
  );
});

Deno.test("parseQueries() names the line of a query that lacks something", () => {
  assert.throws(
    () => parseQueries('\n{"repo":"a","query_id":"a1"}'),
    new SyntaxError("Cannot read the query in line 2: a field is missing or no text"),
  );
});
