import assert from "node:assert/strict";
import fc from "fast-check";
import { queryText } from "../../tests/query_text.ts";
import { parseQuery } from "./parse_query.ts";
import { keepPathsInTree, queryPaths } from "./query_paths.ts";

function weightsOf(text: string): Readonly<Record<string, number>> {
  return Object.fromEntries(queryPaths(parseQuery(text)).map(({ path, weight }) => [path, weight]));
}

Deno.test("queryPaths() weights a path in a sentence higher than one in code or in a frame", () => {
  assert.deepEqual(
    weightsOf(`Saving fails

It is in src/draft.ts.

\`\`\`sh
node src/main.ts
\`\`\`

    at write (src/store.ts:1:1)
    at save (src/page.ts:1:1)`),
    { "src/draft.ts": 1, "src/store.ts": 0.6, "src/page.ts": 0.48, "src/main.ts": 0.3 },
  );
});

Deno.test("queryPaths() includes a qualified name, which may be a module", () => {
  assert.deepEqual(weightsOf("why does django.utils.text.slugify strip dashes"), {
    "django.utils.text.slugify": 0.7,
  });
});

Deno.test("queryPaths() returns a path once, with its highest weight and all its lines", () => {
  const paths = queryPaths(parseQuery("src/a.ts:3 and src/a.ts:9, src/a.ts:3 fail"));
  assert.deepEqual(paths, [{
    path: "src/a.ts",
    weight: 1,
    lines: [{ startLine: 3, endLine: 3, weight: 1 }, { startLine: 9, endLine: 9, weight: 1 }],
  }]);
});

Deno.test("queryPaths() includes files that a compiler and a test runner name", () => {
  assert.deepEqual(weightsOf("src/a.ts(10,5): error TS1005: ';' expected.\nFAIL src/b.test.ts"), {
    "src/a.ts": 1,
    "src/b.test.ts": 0.5,
  });
});

Deno.test("queryPaths() is empty for a question without paths", () => {
  assert.deepEqual(queryPaths(parseQuery("how are routes registered")), []);
});

Deno.test("queryPaths() returns each path once beside its frames, highest weight first, with weights up to 1", () => {
  fc.assert(fc.property(queryText(), (text) => {
    const paths = queryPaths(parseQuery(text));
    const keys = new Set(paths.map(({ path, depth }) => `${depth !== undefined} ${path}`));
    assert.equal(keys.size, paths.length);
    paths.forEach(({ weight }, index) => {
      assert.ok(weight > 0 && weight <= (paths[index - 1]?.weight ?? 1));
    });
  }));
});

Deno.test("queryPaths() lowers the weight of the line of each call further out, also in one file", () => {
  const trace = 'Traceback (most recent call last):\n  File "app/run.py", line 3, in run\n' +
    '  File "app/run.py", line 9, in save\nKeyError: x';
  const [path] = queryPaths(parseQuery(trace));
  assert.deepEqual(path?.path, "app/run.py");
  const [outer, inner] = path.lines;
  assert.deepEqual([outer?.startLine, inner?.startLine], [3, 9]);
  assert.equal(inner?.weight, path.weight);
  assert.ok(outer!.weight < inner!.weight);
});

Deno.test("queryPaths() includes all lines of a range, in either order, up to 400", () => {
  const rangeOf = (text: string) =>
    queryPaths(parseQuery(text))[0]?.lines.map(({ startLine, endLine }) => [startLine, endLine]);
  assert.deepEqual(rangeOf("src/a.ts:10-20"), [[10, 20]]);
  assert.deepEqual(rangeOf("src/a.ts#L10-L20"), [[10, 20]]);
  assert.deepEqual(rangeOf("https://github.com/o/r/blob/main/src/a.ts#L10-L20"), [[10, 20]]);
  assert.deepEqual(rangeOf("src/a.ts lines 10-20"), [[10, 20]]);
  assert.deepEqual(rangeOf("src/a.ts:20-10"), [[10, 20]]);
  assert.deepEqual(rangeOf("src/a.ts:5-99999999999"), [[5, 404]]);
  assert.deepEqual(rangeOf("src/a.ts:0-3"), [[1, 3]]);
  assert.deepEqual(rangeOf("src/a.ts:0"), []);
  assert.deepEqual(rangeOf("src/a.ts:99999999999"), [[99999999999, 99999999999]]);
});

Deno.test("queryPaths() adds the function around the line of a frame, unless the frame calls it there", () => {
  const namesOf = (trace: string) => queryPaths(parseQuery(trace))[0]?.lines[0]?.names;
  const go = "panic: no\n\ngoroutine 1 [running]:\nx.org/app/store.(*Store).open.func1(0xc0)\n";
  assert.deepEqual(namesOf(`${go}\t/app/store.go:42 +0x1d`), ["store", "Store", "open"]);
  assert.equal(namesOf("Fatal\n#0 /app/src/Kernel.php(123): App\\Kernel->handle()"), undefined);
});

Deno.test("keepPathsInTree() counts from the innermost known frame", () => {
  const paths = queryPaths(parseQuery("Error: no\n    at a (x/a.ts:1:1)\n    at b (x/b.ts:2:1)"));
  const [only, ...others] = keepPathsInTree(paths, ({ path }) => path === "x/b.ts");
  assert.deepEqual([only?.path, others], ["x/b.ts", []]);
  assert.ok(Math.abs(only!.weight - 0.6) < 1e-12);
  assert.ok(Math.abs(only!.lines[0]!.weight - 0.6) < 1e-12);
});
