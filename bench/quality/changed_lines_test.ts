import assert from "node:assert/strict";
import { TempWorkspace } from "../../tests/temp_workspace.ts";
import { findChangedLines, parseHunks } from "./changed_lines.ts";
import { Clones } from "./clones.ts";
import { QualityUsageError } from "./program.ts";
import type { QualityQuery } from "./query_set.ts";

const LINES = ["one", "two", "three", "four", "five", ""].join("\n");

Deno.test("parseHunks() returns replaced lines, and both neighbours of added ones", () => {
  const diff = [
    "@@ -3,2 +3 @@ def f():",
    "@@ -7 +6,2 @@",
    "@@ -9,0 +10,3 @@",
    "@@ -0,0 +1 @@",
    "+@@ -1,1 @@",
  ].join("\n");
  assert.deepEqual(parseHunks(diff), [
    { startLine: 3, endLine: 4 },
    { startLine: 7, endLine: 7 },
    { startLine: 9, endLine: 10 },
    { startLine: 1, endLine: 1 },
  ]);
});

Deno.test("findChangedLines() finds the lines of the commit that answers an issue", async () => {
  using workspace = new TempWorkspace({ "repo/a.txt": LINES, "repo/b.txt": LINES });
  const { query, history, tree } = makeIssue(workspace);
  workspace.write("repo/a.txt", LINES.replace("two", "2"));
  workspace.commit("clean up");
  workspace.write("repo/a.txt", LINES);
  workspace.commit("undo");
  workspace.write("repo/a.txt", LINES.replace("four\n", ""));
  workspace.write("repo/b.txt", `${LINES}six\n`);
  workspace.commit("Fixed #12 -- four");
  const ranges = [
    { path: "repo/a.txt", startLine: 4, endLine: 4 },
    { path: "repo/b.txt", startLine: 5, endLine: 6 },
  ];
  assert.deepEqual(await findChangedLines(query, { history, tree }), ranges);
  const sha = workspace.git("rev-parse", "HEAD").trim();
  workspace.write("repo/b.txt", "");
  workspace.commit("the newest commit, #13");
  assert.deepEqual(await findChangedLines({ ...query, sha }, { history, tree }), ranges);
});

Deno.test("findChangedLines() omits a file that differs from the tree's, and returns nothing without a commit", async () => {
  using workspace = new TempWorkspace({ "repo/a.txt": LINES, "repo/b.txt": LINES });
  const { query, history, tree } = makeIssue(workspace);
  assert.equal(await findChangedLines(query, { history, tree }), undefined);
  workspace.write("repo/a.txt", `zero\n${LINES}`);
  workspace.commit("shift");
  workspace.write("repo/a.txt", "");
  workspace.write("repo/b.txt", "");
  workspace.commit("answer issue-1");
  assert.equal(await findChangedLines(query, { history, tree }), undefined);
});

Deno.test("findChangedLines() omits a query for a file that the tree lacks", async () => {
  using workspace = new TempWorkspace({ "repo/a.txt": LINES, "repo/b.txt": LINES });
  const { query, history, tree } = makeIssue(workspace);
  workspace.write("repo/a.txt", "");
  workspace.write("repo/b.txt", "");
  workspace.commit("answer issue-1");
  workspace.remove("tree/repo/b.txt");
  assert.equal(await findChangedLines(query, { history, tree }), undefined);
});

Deno.test("Clones finds the clone in the table, and the one that contains a query's own commit", async () => {
  using workspace = new TempWorkspace({ "me+thing/repo/a.txt": LINES });
  workspace.git("init", "--quiet", "me+thing/repo");
  workspace.git("-C", "me+thing/repo", "add", ".");
  workspace.git("-C", "me+thing/repo", "commit", "--quiet", "--message=one");
  const revision = workspace.git("-C", "me+thing/repo", "rev-parse", "HEAD").trim();
  const table = workspace.write(
    "repos.tsv",
    `name\tlanguage\tclone\trevision\nthing\tc\tme/thing\t${revision}\ngone\tc\tme/gone\tf00\n`,
  );
  const clones = new Clones(workspace.root, table);
  const found = { repository: workspace.path("me+thing/repo"), revision };
  const query = { queryId: "", query: "", benchmarkRoot: "", category: "", targets: [] };
  assert.deepEqual(await clones.find({ ...query, repo: "thing" }), found);
  const issue = { ...query, repo: "thing-1", project: "you/thing" };
  assert.deepEqual(await clones.find({ ...issue, baseCommit: revision }), found);
  for (const lost of [{ ...query, repo: "gone" }, { ...issue, baseCommit: "f".repeat(40) }]) {
    await assert.rejects(clones.find(lost), QualityUsageError);
  }
});

/** Commits the workspace's files and returns an issue over a copy of its tree. */
function makeIssue(workspace: TempWorkspace) {
  workspace.initialize();
  workspace.commit("start");
  for (const path of ["repo/a.txt", "repo/b.txt"]) {
    workspace.write(`tree/${path}`, workspace.read(path));
  }
  workspace.write(".gitignore", "tree/\n");
  const revision = workspace.git("rev-parse", "HEAD").trim();
  const query: QualityQuery = {
    repo: "issue-1",
    queryId: "issue-1",
    query: "fix it",
    benchmarkRoot: "",
    category: "",
    baseCommit: revision,
    targets: ["repo/a.txt", "repo/b.txt"].map((path) => ({
      path,
      resolved: path,
      startLine: null,
      endLine: null,
    })),
  };
  return { query, history: { repository: workspace.root, revision }, tree: workspace.path("tree") };
}
