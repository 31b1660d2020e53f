import assert from "node:assert/strict";
import { GitTree } from "../../tests/git_tree.ts";
import { listChangedLines, openLineHistory } from "./line_changes.ts";

const DIFF = `diff --git a/src/a.ts b/src/a.ts
index 1..2 100644
--- a/src/a.ts
+++ b/src/a.ts
@@ -3,0 +4,2 @@ function f() {
+one
+two
@@ -9 +11 @@ function g() {
-old
+new
@@ -20,2 +21,0 @@
-gone
-gone
diff --git a/gone.ts b/gone.ts
deleted file mode 100644
--- a/gone.ts
+++ /dev/null
@@ -1,3 +0,0 @@
-x
diff --git a/docs/b.md b/docs/b.md
--- a/docs/b.md
+++ b/docs/b.md
@@ -1 +1 @@
+++ b/not/a/file
`;

Deno.test("listChangedLines() returns the lines that a diff changes, by file", () => {
  const [code, document, ...others] = listChangedLines(DIFF);
  assert.deepEqual(code, {
    path: "src/a.ts",
    ranges: [
      { startLine: 4, endLine: 5 },
      { startLine: 11, endLine: 11 },
      { startLine: 21, endLine: 21 },
    ],
  });
  assert.deepEqual(document, { path: "docs/b.md", ranges: [{ startLine: 1, endLine: 1 }] });
  assert.deepEqual(others, []);
  assert.deepEqual(listChangedLines(DIFF, "src/").map(({ path }) => path), ["a.ts"]);
  assert.deepEqual(listChangedLines(""), []);
});

function makeTree(folder: string): GitTree {
  const tree = new GitTree();
  const commit = (message: string, files: Readonly<Record<string, string>>) => {
    for (const [path, text] of Object.entries(files)) tree.write(`${folder}${path}`, text);
    tree.git("add", "--all");
    tree.git("commit", "--quiet", "--message", message);
  };
  commit("first", { "a.ts": "one\ntwo\nthree\n", "b.ts": "b\n" });
  commit("second", { "a.ts": "one\n2\nthree\n", "b.ts": "b\nb\n" });
  commit("third", { "a.ts": "1\n2\nthree\n" });
  return tree;
}

Deno.test("listChangedLines() removes the tab that git appends to a name with spaces", () => {
  const diff = "diff --git a/in a/b c.ts b/in a/b c.ts\n" +
    "--- a/in a/b c.ts\t\n+++ b/in a/b c.ts\t\n@@ -1 +1 @@\n-x\n+y\n";
  assert.deepEqual(listChangedLines(diff), [
    { path: "in a/b c.ts", ranges: [{ startLine: 1, endLine: 1 }] },
  ]);
});

for (const folder of ["", "inner/deep/"]) {
  Deno.test(`LineHistory lists the commits that changed lines, and reads old files, in "${folder}"`, async () => {
    using tree = makeTree(folder);
    const source = { root: `${tree.root}/${folder}`.replace(/\/$/, "") };
    const history = openLineHistory(source, AbortSignal.timeout(60_000))!;
    const changes = await history.listChanges("a.ts", { startLine: 2, endLine: 2 }, 10);
    assert.deepEqual(changes.map(({ subject }) => subject), ["second", "first"]);
    assert.deepEqual(changes[0]!.files, [
      { path: "a.ts", ranges: [{ startLine: 2, endLine: 2 }] },
      { path: "b.ts", ranges: [{ startLine: 2, endLine: 2 }] },
    ]);
    const { commit } = changes[0]!;
    assert.deepEqual(
      await history.readFiles([{ commit, path: "a.ts" }, { path: "none" }, { path: "a.ts" }]),
      ["one\n2\nthree\n", undefined, "1\n2\nthree\n"],
    );
    assert.deepEqual(await history.listChanges("none.ts", { startLine: 1, endLine: 1 }, 10), []);
  });
}

Deno.test("LineHistory reads the pinned history instead of that of the work tree", async () => {
  using tree = makeTree("");
  const pinned = { repository: `${tree.root}/.git`, revision: "HEAD~1" };
  const history = openLineHistory({ root: "/", pinned }, AbortSignal.timeout(60_000))!;
  assert.deepEqual(await history.readFiles([{ path: "a.ts" }]), ["one\n2\nthree\n"]);
  const changes = await history.listChanges("a.ts", { startLine: 1, endLine: 3 }, 1);
  assert.deepEqual(changes.map(({ subject }) => subject), ["second"]);
});

Deno.test("LineHistory returns nothing when the time is up", async () => {
  using tree = makeTree("");
  const history = openLineHistory({ root: tree.root }, AbortSignal.abort())!;
  assert.deepEqual(await history.listChanges("a.ts", { startLine: 1, endLine: 3 }, 1), []);
});
