import assert from "node:assert/strict";
import { findPaths } from "./find_paths.ts";

/** Returns what a line names, as `path:line:column-endLine`. */
function placesIn(line: string): readonly string[] {
  return findPaths(line, 0).map(({ path, line, column, endLine }) =>
    [path, line, column].filter((part) => part !== undefined).join(":") +
    (endLine === undefined ? "" : `-${endLine}`)
  );
}

Deno.test("findPaths() finds paths in a sentence, whatever stands around them", () => {
  const line = 'In `lib/core/config.ex`: see (src/main.zig), "a/b.py", ./x.go and <docs/index.md>.';
  const expected = ["lib/core/config.ex", "src/main.zig", "a/b.py", "./x.go", "docs/index.md"];
  assert.deepEqual(placesIn(line), expected);
});

Deno.test("findPaths() reads the line, the column and the range after a path", () => {
  const places = {
    "src/a.py:12:3": "src/a.py:12:3",
    "fails at src/a.ts:10.": "src/a.ts:10",
    "live/board.ex:210-330": "live/board.ex:210-330",
    "src/a.ts#L10-L20": "src/a.ts:10-20",
    "src/a.ts(10,5): error": "src/a.ts:10:5",
    "src/a.py line 12": "src/a.py:12",
    "`src/a.py`, lines 12-14": "src/a.py:12-14",
    "src/a.py on line 12": "src/a.py:12",
  };
  for (const [text, place] of Object.entries(places)) {
    assert.deepEqual(placesIn(text), [place], text);
  }
});

Deno.test("findPaths() finds paths of Windows, of diffs and of URLs of files", () => {
  assert.deepEqual(placesIn("D:\\app\\src\\run.py:3"), ["D:\\app\\src\\run.py:3"]);
  assert.deepEqual(placesIn("+++ b/src/run.py"), ["b/src/run.py"]);
  assert.deepEqual(placesIn("file:///app/src/run.js:1:2"), ["/app/src/run.js:1:2"]);
});

Deno.test("findPaths() finds file names without folders, and folders", () => {
  assert.deepEqual(placesIn("worker_pool.zig:1049 and the Dockerfile, .gitignore"), [
    "worker_pool.zig:1049",
    "Dockerfile",
    ".gitignore",
  ]);
  assert.deepEqual(placesIn("under django/contrib/admin and src/views/ are"), [
    "django/contrib/admin",
    "src/views/",
  ]);
});

Deno.test("findPaths() reads the file and lines of a page of a hosting site", () => {
  const line = "see https://github.com/o/r/blob/main/src/a.py#L10-L20, it is odd";
  assert.deepEqual(placesIn(line), ["src/a.py:10-20"]);
  assert.equal(findPaths(line, 0)[0]?.url, true);
});

Deno.test("findPaths() takes words, products, versions and pages for no paths", () => {
  const lines = [
    "yes and/or no, input/output, 10/20, 1.2.3, e.g. this, i.e. that",
    "Node.js and Vue.js on ASP.NET",
    "https://example.org/docs/intro.html and http://localhost:8000/admin/",
    "self.x, obj.d and a sentence.Then another",
    "a == b / c // d",
  ];
  for (const line of lines) assert.deepEqual(placesIn(line), [], line);
});

Deno.test("findPaths() gives offsets into the text", () => {
  const text = "first\nsee src/a.ts:3 now";
  const [found] = findPaths("see src/a.ts:3 now", 6);
  assert.equal(text.slice(found?.start, found?.end), "src/a.ts:3");
});
