import assert from "node:assert/strict";
import { findPaths, parseFileUrl } from "./find_paths.ts";
import type { NamedLocation } from "./match_patterns.ts";

/** Returns the locations that a line names, as `path:line:column-endLine`. */
function placesIn(line: string): readonly string[] {
  return findPaths(line, 0).map(({ path, line, column, endLine }) =>
    [path, line, column].filter((part) => part !== undefined).join(":") +
    (endLine === undefined ? "" : `-${endLine}`)
  );
}

Deno.test("findPaths() finds paths in a sentence between any marks", () => {
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
});

Deno.test("findPaths() ignores words, products, versions and pages", () => {
  const lines = [
    "yes and/or no, input/output, 10/20, 1.2.3, e.g. this, i.e. that",
    "Node.js and Vue.js on ASP.NET",
    "https://example.org/docs/intro.html and http://localhost:8000/admin/",
    "self.x, obj.d and a sentence.Then another",
    "a == b / c // d",
  ];
  for (const line of lines) assert.deepEqual(placesIn(line), [], line);
});

Deno.test("findPaths() returns offsets into the text", () => {
  const text = "first\nsee src/a.ts:3 now";
  const [found] = findPaths("see src/a.ts:3 now", 6);
  assert.equal(text.slice(found?.start, found?.end), "src/a.ts:3");
});

const URLS: readonly (readonly [string, string, NamedLocation])[] = [
  ["GitHub", "https://github.com/o/r/blob/v1.2/src/a.py#L10-L20", {
    path: "src/a.py",
    line: 10,
    endLine: 20,
  }],
  ["GitHub with columns", "https://github.com/o/r/blob/main/a.py#L10C5-L20C6", {
    path: "a.py",
    line: 10,
    endLine: 20,
  }],
  ["GitHub's folders", "https://github.com/o/r/tree/main/src/views", { path: "src/views" }],
  ["GitHub's raw files", "https://raw.githubusercontent.com/o/r/main/src/a.py", {
    path: "src/a.py",
  }],
  ["GitLab", "https://gitlab.com/g/s/p/-/blob/main/src/a.rb#L10-20", {
    path: "src/a.rb",
    line: 10,
    endLine: 20,
  }],
  ["Bitbucket", "https://bitbucket.org/o/r/src/abc123/src/a.java#lines-10:20", {
    path: "src/a.java",
    line: 10,
    endLine: 20,
  }],
  ["Gitea", "https://codeberg.org/o/r/src/branch/main/src/a.go#L10", {
    path: "src/a.go",
    line: 10,
  }],
  ["Sourcehut", "https://git.sr.ht/~o/r/tree/master/item/src/a.c#L10", {
    path: "src/a.c",
    line: 10,
  }],
  ["Sourcegraph", "https://sourcegraph.com/github.com/o/r@main/-/blob/src/a.ts?L10-20", {
    path: "src/a.ts",
    line: 10,
    endLine: 20,
  }],
  ["Gitiles", "https://chromium.googlesource.com/v8/v8/+/refs/heads/main/src/a.cc#10", {
    path: "src/a.cc",
    line: 10,
  }],
  ["Azure DevOps", "https://dev.azure.com/o/p/_git/r?path=/src/a.cs&line=10&lineEnd=12", {
    path: "src/a.cs",
    line: 10,
    endLine: 12,
  }],
  ["a path with a space", "https://github.com/o/r/blob/main/my%20docs/a.md", {
    path: "my docs/a.md",
  }],
];

for (const [site, url, expected] of URLS) {
  Deno.test(`parseFileUrl() reads a page of ${site}`, () => {
    assert.deepEqual(parseFileUrl(url), expected);
  });
}

Deno.test("parseFileUrl() returns undefined for other pages", () => {
  for (const url of ["https://github.com/o/r/issues/12", "https://example.org/a.py", "https://"]) {
    assert.equal(parseFileUrl(url), undefined, url);
  }
});

Deno.test("parseFileUrl() keeps malformed encodings", () => {
  assert.equal(parseFileUrl("https://github.com/o/r/blob/main/100%/a.md")?.path, "100%/a.md");
});

Deno.test("findPaths() finds a name with any extension below a folder, but no media type", () => {
  const namesOf = (text: string) => findPaths(text, 0).map(({ path }) => path);
  assert.deepEqual(namesOf("in src/tank.xyz and ./spec/Tank.tla"), [
    "src/tank.xyz",
    "./spec/Tank.tla",
  ]);
  assert.deepEqual(namesOf("application/vnd.api, text/x.foo, and/or.then, he/she.It, a/b.xyz"), []);
});
