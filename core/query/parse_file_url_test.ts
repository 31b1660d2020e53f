import assert from "node:assert/strict";
import { type FileUrl, parseFileUrl } from "./parse_file_url.ts";

const URLS: readonly (readonly [string, string, FileUrl])[] = [
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

Deno.test("parseFileUrl() leaves other pages alone", () => {
  for (const url of ["https://github.com/o/r/issues/12", "https://example.org/a.py", "https://"]) {
    assert.equal(parseFileUrl(url), undefined, url);
  }
});

Deno.test("parseFileUrl() keeps what is not well encoded", () => {
  assert.equal(parseFileUrl("https://github.com/o/r/blob/main/100%/a.md")?.path, "100%/a.md");
});
