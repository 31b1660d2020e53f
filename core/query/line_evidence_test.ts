import assert from "node:assert/strict";
import { lineEvidence } from "./line_evidence.ts";
import { parseQuery } from "./parse_query.ts";
import { queryPaths } from "./query_paths.ts";

function linesOf(query: string, paths: readonly string[]): Record<string, Record<string, number>> {
  const found = lineEvidence(queryPaths(parseQuery(query)), paths);
  return Object.fromEntries([...found].map(([path, lines]) => [
    path,
    Object.fromEntries(lines.map(({ startLine, endLine, weight }) => [
      startLine === endLine ? startLine : `${startLine}-${endLine}`,
      weight,
    ])),
  ]));
}

Deno.test("lineEvidence() gives a line to the path that fits a mention best", () => {
  const paths = ["src/url.ts", "src/curl.ts", "lib/url.ts"];
  assert.deepEqual(linesOf("src/url.ts:12", paths), { "src/url.ts": { 12: 1 } });
});

Deno.test("lineEvidence() says less of each of several files that a name may mean", () => {
  const lines = linesOf("fails in url.ts:7", ["a/url.ts", "b/url.ts", "c/url.ts", "d/url.ts"]);
  assert.deepEqual(Object.keys(lines).length, 4);
  assert.deepEqual(lines["c/url.ts"], { 7: 0.35 });
});

Deno.test("lineEvidence() keeps every line of a file, and says less of calls further out", () => {
  const trace = 'Traceback (most recent call last):\n  File "app/main.py", line 3, in run\n' +
    '  File "app/store.py", line 9, in save\nKeyError: x';
  const { "app/main.py": outer, "app/store.py": inner } = linesOf(trace, [
    "app/main.py",
    "app/store.py",
  ]);
  assert.deepEqual([Object.keys(outer!), Object.keys(inner!)], [["3"], ["9"]]);
  assert.ok(inner![9]! > outer![3]!);
  assert.deepEqual(linesOf("src/url.ts:12 and src/url.ts:30", ["src/url.ts"]), {
    "src/url.ts": { 12: 1, 30: 1 },
  });
  assert.deepEqual(linesOf("src/url.ts:12-30", ["src/url.ts"]), { "src/url.ts": { "12-30": 1 } });
});

Deno.test("lineEvidence() says nothing of mentions without lines and of other paths", () => {
  assert.deepEqual(linesOf("src/url.ts", ["src/url.ts"]), {});
  assert.deepEqual(linesOf("src/url.ts:12", ["src/curl.ts"]), {});
  assert.deepEqual(linesOf("src/url.ts:12", []), {});
});
