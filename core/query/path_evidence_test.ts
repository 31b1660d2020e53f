import assert from "node:assert/strict";
import { parseQuery } from "./parse_query.ts";
import { lineEvidence, pathEvidence } from "./path_evidence.ts";
import { queryPaths } from "./query_paths.ts";

function evidenceOf(text: string, paths: readonly string[]): Readonly<Record<string, number>> {
  return Object.fromEntries(pathEvidence(queryPaths(parseQuery(text)), paths));
}

Deno.test("pathEvidence() speaks for the path that a mention fits best", () => {
  const paths = ["django/forms/widgets.py", "django/contrib/gis/forms/widgets.py"];
  const text = "it fails in /home/me/django/forms/widgets.py";
  assert.deepEqual(evidenceOf(text, paths), { "django/forms/widgets.py": 1 });
});

Deno.test("pathEvidence() says the less for each the more files have the name", () => {
  const paths = ["a/models.py", "b/models.py", "c/models.py", "d/models.py"];
  assert.deepEqual(evidenceOf("see models.py", paths), {
    "a/models.py": 0.35,
    "b/models.py": 0.35,
    "c/models.py": 0.35,
    "d/models.py": 0.35,
  });
});

Deno.test("pathEvidence() adds mentions of one path up as independent hints", () => {
  // A bare name at .7 twice as convincing with the module at .7 · .9: 1 - .3 · .37.
  const found = evidenceOf("open in state.py, app.core.state hangs", ["app/core/state.py"]);
  assert.ok(Math.abs((found["app/core/state.py"] ?? 0) - (1 - 0.3 * 0.37)) < 1e-12);
});

Deno.test("pathEvidence() leaves out what no mention fits", () => {
  assert.deepEqual(evidenceOf("see src/b.ts", ["src/a.ts"]), {});
});

Deno.test("pathEvidence() finds files that stand for their folder, by their name and by the folder's", () => {
  const paths = ["src/main.zig", "django/db/__init__.py", "django/core/__init__.py"];
  assert.deepEqual(evidenceOf("main.zig hangs", paths), { "src/main.zig": 0.7 });
  assert.deepEqual(evidenceOf("see db/__init__.py", paths), { "django/db/__init__.py": 1 });
  assert.deepEqual(Object.keys(evidenceOf("in django.db", paths)), ["django/db/__init__.py"]);
});

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
