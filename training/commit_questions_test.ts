import assert from "node:assert/strict";
import { GitTree } from "../tests/git_tree.ts";
import { makeCommitQuestions, messageQuery } from "./commit_questions.ts";

const LICENCE = "Permission is hereby granted, free of charge, to any person obtaining a copy\n";
const POOL =
  "function acquire() {\n  return open();\n}\n\nfunction release(it) {\n  it.close();\n}\n";
const TESTED = "release(acquire());\n";

/** Returns a repository of seven commits. The last two are later than the tree of the questions. */
function makeRepository(): GitTree {
  const tree = new GitTree();
  tree.commit("Add a pool", {
    LICENSE: LICENCE,
    "src/pool.js": POOL,
    "src/data.js": "\0",
    "test/pool_test.js": TESTED,
  });
  for (let i = 0; i < 4; i++) tree.commit(`Note ${i}`, { "NOTES.md": `${i}\n` });
  tree.commit("Format", { "src/pool.js": `"use strict";\n\n${POOL}` });
  tree.commit("Keep all connections of a pool open (#7)", {
    "src/pool.js": `"use strict";\n\n${POOL.replace("it.close", "pool.push")}`,
    "test/pool_test.js": `${TESTED}acquire();\n`,
    "CHANGELOG.md": "Connections stay open\n",
  });
  return tree;
}

Deno.test("makeCommitQuestions() locates the lines of a commit in an earlier tree", async () => {
  using repository = makeRepository();
  const tree = repository.beside("laid-out");
  const found = await makeCommitQuestions({ name: "someone/pool", folder: repository.root }, {
    refused: new Set<string>(),
    tree,
  });
  assert.equal(found.commit, repository.git("rev-parse", "HEAD~2"));
  assert.deepEqual(found.licences, ["MIT"]);
  assert.equal(Deno.readTextFileSync(`${tree}/src/pool.js`), POOL);
  assert.throws(() => Deno.statSync(`${tree}/src/data.js`), Deno.errors.NotFound);
  assert.deepEqual(found.questions, [{
    repo: "someone+pool",
    clone: "someone/pool",
    revision: found.commit,
    "query_id": repository.git("rev-parse", "HEAD"),
    kind: "title",
    query: "Keep all connections of a pool open",
    // This is line 8 of the file before the commit.
    essential: [{ path: "src/pool.js", "start_line": 6, "end_line": 6 }],
    helpful: [{ path: "test/pool_test.js", "start_line": 1, "end_line": 1 }],
  }]);
});

Deno.test("makeCommitQuestions() refuses evaluation projects and repositories without a licence", async () => {
  using repository = makeRepository();
  const makeQuestions = (refused: readonly string[]) =>
    makeCommitQuestions({ name: "someone/pool", folder: repository.root }, {
      refused: new Set(refused),
      tree: repository.beside("laid-out"),
    });
  await assert.rejects(makeQuestions(["pool"]), /serves for evaluation$/);
  repository.git("rm", "--quiet", "LICENSE");
  for (let i = 0; i < 5; i++) repository.commit(`Without ${i}`);
  await assert.rejects(makeQuestions([]), /must be permissive$/);
});

Deno.test("messageQuery() uses the subject of one half, and the message of the other", () => {
  const makeQuestions = (subject: string, body = "They were closed too early.\n\nFixes: #3") =>
    messageQuery({ hash: "", subject, body, files: [] });
  assert.deepEqual(makeQuestions("Keep all connections of a pool open"), {
    kind: "title",
    query: "Keep all connections of a pool open",
  });
  assert.deepEqual(makeQuestions("Keep the connections of a pool open"), {
    kind: "message",
    query: "Keep the connections of a pool open\n\nThey were closed too early.",
  });
  assert.deepEqual(makeQuestions("Keep the connections of a pool open", "")?.kind, "title");
  assert.equal(makeQuestions("Fix the pool"), undefined);
  assert.equal(makeQuestions("Bump the version of the pool"), undefined);
});
