import assert from "node:assert/strict";
import type { LoggedCommit } from "./commit_log.ts";
import { isSource, toCommitRequest } from "./commit_request.ts";

const MESSAGE = "Retry an upload twice";

Deno.test("toCommitRequest() returns the message and the changed source files", () => {
  const files = [touch("src/upload.py"), touch("tests/test_upload.py", "A"), touch("NEWS.md")];
  assert.deepEqual(toCommitRequest({ sha: "f0", message: `${MESSAGE}\n`, files }), {
    sha: "f0",
    query: MESSAGE,
    paths: ["src/upload.py"],
  });
});

Deno.test("toCommitRequest() removes people, reviews and numbers, and cuts a long body", () => {
  const message = [
    "Fixes an upload of nothing (#12)",
    "",
    "See how it is read.",
    "",
    "See #13",
    "Closes: https://example.invalid/14",
    "Co-authored-by: Me <me@example.invalid>",
    "Tested-by: You",
    "",
    "𝒂".repeat(700),
  ].join("\n");
  const start = "Fixes an upload of nothing\nSee how it is read.\n";
  const query = toQuery(message)?.query ?? "";
  assert.equal(query, start + "𝒂".repeat(600 - start.length));
});

Deno.test("toCommitRequest() returns nothing for a subject of less than four words", () => {
  assert.equal(toQuery("Retry uploads twice\n\nbecause the network is slow"), undefined);
  assert.equal(toQuery("Retry uploads twice (#12)"), undefined);
  assert.notEqual(toQuery("Retry all uploads twice"), undefined);
});

Deno.test("toCommitRequest() returns nothing for merges, versions, formatting and the like", () => {
  for (
    const subject of [
      "Merge branch 'main' into next",
      "Bump requests from 1 to 2",
      "bumped version to 3.0 again",
      "Release 2.0 of the library",
      "Preparing for the next iteration",
      "Reverted the change of uploads",
      "chore(deps): update all of them",
      "[ci] run on three systems",
      "Update the changelog for users",
      "updated example.invalid/sqlite to v1.52.0",
      "Fixed typo in a comment",
      "style: break the long lines",
      "Reformat all of the folder",
      "Format all Python files again",
      "Apply rustfmt to the crates",
      "v1.2.3 is the new one",
    ]
  ) assert.equal(toQuery(subject), undefined, subject);
  for (
    const subject of [
      "Format dates in local time",
      "Merger of two sorted lists",
      "Building uploads without a copy",
      "Update depth of the tree",
    ]
  ) assert.equal(toQuery(subject)?.query, subject);
});

Deno.test("toCommitRequest() accepts one to five source files that exist before and after", () => {
  const numbered = (count: number, name: (i: number) => string) =>
    Array.from({ length: count }, (_, i) => touch(name(i)));
  const source = (count: number) => numbered(count, (i) => `src/${i}.go`);
  const other = (count: number) => numbered(count, (i) => `${i}.md`);
  assert.equal(toQuery(MESSAGE, ...other(1)), undefined);
  assert.equal(toQuery(MESSAGE, ...source(5))?.paths.length, 5);
  assert.equal(toQuery(MESSAGE, ...source(6)), undefined);
  assert.equal(toQuery(MESSAGE, ...source(1), ...other(7))?.paths.length, 1);
  assert.equal(toQuery(MESSAGE, ...source(1), ...other(8)), undefined);
  for (const status of ["A", "D", "T"]) {
    assert.equal(toQuery(MESSAGE, touch("a.go"), touch("b.go", status)), undefined, status);
  }
});

Deno.test("isSource() distinguishes source from tests, examples, documents and foreign code", () => {
  for (
    const path of [
      "a.ts",
      "src/latest.py",
      "lib/contest.rb",
      "src/attest/Spectrum.java",
      "include/x.hpp",
      "bin/run.bash",
      "tools/documents/x.mjs",
    ]
  ) assert.ok(isSource(path), path);
  for (
    const path of [
      "README.md",
      "a.json",
      "Makefile",
      "src/x_test.go",
      "src/x.spec.ts",
      "src/parse/test.ts",
      "src/UserTests.java",
      "test_x.py",
      "pkg/test_x.py",
      "Tests/Thing/X.swift",
      "src/Thing.Tests/X.cs",
      "a/__tests__/x.js",
      "docs/conf.py",
      "examples/x.c",
      "benchmarks/x.rs",
      "vendor/x/y.go",
      "a/node_modules/b.js",
    ]
  ) assert.ok(!isSource(path), path);
});

/** Returns the query of a commit of some files, or else of one. */
function toQuery(message: string, ...files: readonly LoggedCommit["files"][number][]) {
  return toCommitRequest({
    sha: "f0",
    message,
    files: files.length === 0 ? [touch("src/upload.py")] : files,
  });
}

function touch(path: string, status = "M"): LoggedCommit["files"][number] {
  return { path, status };
}
