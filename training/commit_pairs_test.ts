import assert from "node:assert/strict";
import { commitPairs, commitQuery } from "./commit_pairs.ts";
import { type Commit, parseCommits } from "./parse_commits.ts";

const LOG = `\x01c1\x02Keep connections of a pool open (#12)\x02They were closed too early.

Signed-off-by: A <a@example.org>
\x03

diff --git a/src/pool.js b/src/pool.js
index 1111111111111111111111111111111111111111..2222222222222222222222222222222222222222 100644
--- a/src/pool.js
+++ b/src/pool.js
@@ -6 +6,2 @@ function release(connection) {
-  connection.close();
+--- a/decoy.js
@@ -9,0 +11,3 @@
\x01c2\x02Bump version\x02\x03
`;

async function parse(log: string): Promise<readonly Commit[]> {
  async function* lines() {
    for (const line of log.split("\n")) yield await Promise.resolve(line);
  }
  return await Array.fromAsync(parseCommits(lines()));
}

Deno.test("parseCommits() reads messages and the lines before the change", async () => {
  const [first, second] = await parse(LOG);
  assert.equal(first?.subject, "Keep connections of a pool open (#12)");
  assert.match(first.body, /^They were closed too early\./);
  assert.deepEqual(first.files, [{
    path: "src/pool.js",
    blob: "1".repeat(40),
    ranges: [{ start: 6, end: 7 }, { start: 9, end: 10 }],
  }]);
  assert.deepEqual([second?.hash, second?.files], ["c2", []]);
});

Deno.test("commitQuery() removes numbers, and skips routine work", () => {
  const query = (subject: string) => commitQuery({ hash: "", subject, body: "", files: [] });
  assert.equal(query("Keep connections of a pool open (#12)"), "Keep connections of a pool open");
  for (
    const subject of [
      "Bump version",
      "Merge branch main into next",
      "chore(deps): update all of it",
    ]
  ) {
    assert.equal(query(subject), undefined);
  }
});

Deno.test("commitPairs() returns the chunk with most changes, in its version before the commit", async () => {
  const body = (name: string) => `  const ${name} = open("${name}");\n`.repeat(40);
  const text = `function acquire() {\n${body("first")}}\n\nfunction release() {\n${
    body("second")
  }}\n`;
  const [commit] = await parse(LOG.replace("-6 +6,2", "-60,2 +60"));
  const pairs = await commitPairs(commit!, () => Promise.resolve(text));
  assert.equal(pairs.length, 1);
  assert.equal(pairs[0]?.kind, "commit");
  assert.match(pairs[0].query, /^Keep connections of a pool open/);
  assert.match(pairs[0].capsule, /^src\/pool\.js/);
  assert.match(pairs[0].body, /second/);
  assert.doesNotMatch(pairs[0].body, /first/);
});
