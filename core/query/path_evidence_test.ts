import assert from "node:assert/strict";
import { parseQuery } from "./parse_query.ts";
import { pathEvidence } from "./path_evidence.ts";
import { queryPaths } from "./query_paths.ts";

function evidenceOf(text: string, paths: readonly string[]): Readonly<Record<string, number>> {
  const found = pathEvidence(queryPaths(parseQuery(text)), paths).paths;
  return Object.fromEntries([...found].map(([path, { strength }]) => [path, strength]));
}

Deno.test("pathEvidence() points at the best matching path of a mention", () => {
  const paths = ["django/forms/widgets.py", "django/contrib/gis/forms/widgets.py"];
  const text = "it fails in /home/me/django/forms/widgets.py";
  assert.deepEqual(evidenceOf(text, paths), { "django/forms/widgets.py": 1 });
});

Deno.test("pathEvidence() is weaker for each file the more files have the name", () => {
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

Deno.test("pathEvidence() omits paths without a matching mention", () => {
  assert.deepEqual(evidenceOf("see src/b.ts", ["src/a.ts"]), {});
});

Deno.test("pathEvidence() finds index files by their name and by that of their folder", () => {
  const paths = ["src/main.zig", "django/db/__init__.py", "django/core/__init__.py"];
  assert.deepEqual(evidenceOf("main.zig hangs", paths), { "src/main.zig": 0.7 });
  assert.deepEqual(evidenceOf("see db/__init__.py", paths), { "django/db/__init__.py": 1 });
  assert.deepEqual(Object.keys(evidenceOf("in django.db", paths)), ["django/db/__init__.py"]);
});

function linesOf(query: string, paths: readonly string[]): Record<string, Record<string, number>> {
  const found = pathEvidence(queryPaths(parseQuery(query)), paths).paths;
  return Object.fromEntries([...found].map(([path, { lines }]) => [
    path,
    Object.fromEntries(lines.map(({ startLine, endLine, weight }) => [
      startLine === endLine ? startLine : `${startLine}-${endLine}`,
      weight,
    ])),
  ]));
}

Deno.test("pathEvidence() assigns a line to the best matching path of a mention", () => {
  const paths = ["src/url.ts", "src/curl.ts", "lib/url.ts"];
  assert.deepEqual(linesOf("src/url.ts:12", paths), { "src/url.ts": { 12: 1 } });
});

Deno.test("pathEvidence() is weaker for a line in each of several files with the name", () => {
  const lines = linesOf("fails in url.ts:7", ["a/url.ts", "b/url.ts", "c/url.ts", "d/url.ts"]);
  assert.deepEqual(Object.keys(lines).length, 4);
  assert.deepEqual(lines["c/url.ts"], { 7: 0.5 });
});

Deno.test("pathEvidence() keeps every line of a file, and is weaker for calls further out", () => {
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

Deno.test("pathEvidence() returns no lines for mentions without lines and for other paths", () => {
  assert.deepEqual(linesOf("src/url.ts", ["src/url.ts"]), { "src/url.ts": {} });
  assert.deepEqual(linesOf("src/url.ts:12", ["src/curl.ts"]), {});
  assert.deepEqual(linesOf("src/url.ts:12", []), {});
});

Deno.test("pathEvidence() counts the calls of a stack from the innermost one that is in the tree", () => {
  const trace = "Error: no\n    at read (node:fs:1:2)\n    at load (/x/app/src/load.ts:3:4)\n" +
    "    at run (/x/app/src/run.ts:5:6)";
  const paths = ["src/load.ts", "src/run.ts"];
  const strengths = evidenceOf(trace, paths);
  assert.ok(Math.abs(strengths["src/load.ts"]! - 0.6) < 1e-12);
  assert.ok(Math.abs(strengths["src/run.ts"]! - 0.6 * 0.8) < 1e-12);
  const { "src/load.ts": inner, "src/run.ts": outer } = linesOf(trace, paths);
  assert.ok(Math.abs(inner![3]! - 0.6) < 1e-12 && Math.abs(outer![5]! - 0.6 * 0.5) < 1e-12);
});

Deno.test("pathEvidence() points at the source of a built file, and uses the functions of frames instead of lines", () => {
  const trace = "TypeError: no\n    at keepRows (/x/node_modules/app/dist/store/rows.mjs:63:25)\n" +
    "    at eval (/x/node_modules/app/dist/store/rows.mjs:70:2)";
  const { paths, functions } = pathEvidence(queryPaths(parseQuery(trace)), [
    "src/store/rows.ts",
    "docs/rows.md",
  ]);
  const named = { startLine: 1, endLine: 0, weight: 0.6, names: ["keepRows"] };
  assert.deepEqual([...paths.keys()], ["src/store/rows.ts"]);
  assert.deepEqual(paths.get("src/store/rows.ts")!.lines, [named]);
  assert.deepEqual(functions, [named]);
});

Deno.test("pathEvidence() keeps the lines of a built file that is in the tree", () => {
  const lines = linesOf("fails at dist/store/rows.js:63", [
    "dist/store/rows.js",
    "src/store/rows.ts",
  ]);
  assert.deepEqual(lines, { "dist/store/rows.js": { 63: 1 } });
});
