import assert from "node:assert/strict";
import { GitTree } from "../../../tests/git_tree.ts";
import {
  type CommitRange,
  findTip,
  isAncestor,
  readCommits,
  readMessages,
  toReadOutcome,
} from "./read_commits.ts";

const RANGE: CommitRange = { tip: "HEAD", limit: 1000, similarity: 50 };
const OPTIONS = { maxMs: 60_000 };

/** Returns a repository with 50 commits, named by their numbers. */
function makeRepository(): GitTree {
  const tree = new GitTree();
  tree.import(Array.from({ length: 50 }, (_, i) => [`${i}`, { a: `${i}` }]));
  return tree;
}

Deno.test("readCommits() visits the commits of a range, newest first", async () => {
  using tree = makeRepository();
  const subjects: string[] = [];
  const range = { ...RANGE, after: "HEAD~4", limit: 3 };
  const outcome = await readCommits(tree, range, ({ subject }) => {
    subjects.push(subject);
    return true;
  }, OPTIONS);
  assert.equal(outcome, "all");
  assert.deepEqual(subjects, ["49", "48", "47"]);
});

Deno.test("readCommits() visits no commit after its visitor returns false", async () => {
  using tree = makeRepository();
  let visits = 0;
  assert.equal(await readCommits(tree, RANGE, () => ++visits < 7, OPTIONS), "all");
  assert.equal(visits, 7);
});

Deno.test("readCommits() reports that its caller stopped it, or the time was up", async () => {
  using tree = makeRepository();
  const abort = new AbortController();
  const stopped = await readCommits(tree, RANGE, () => {
    abort.abort();
    return true;
  }, { ...OPTIONS, signal: abort.signal });
  assert.equal(stopped, "some");
  const before = await readCommits(tree, RANGE, () => assert.fail(), {
    ...OPTIONS,
    signal: AbortSignal.abort(),
  });
  assert.equal(before, "some");
});

Deno.test("readCommits() reports that git failed for a missing commit", async () => {
  using tree = makeRepository();
  for (const tip of ["0".repeat(40), "nowhere", "HEAD~50"]) {
    assert.equal(await readCommits(tree, { ...RANGE, tip }, () => true, OPTIONS), "failed", tip);
  }
});

Deno.test("toReadOutcome() distinguishes a git that was ended from one that failed", () => {
  const ended = { success: false, ending: null, isStopped: false };
  assert.equal(toReadOutcome(ended), "failed");
  assert.equal(toReadOutcome({ ...ended, ending: "SIGINT" }), "interrupted");
  assert.equal(toReadOutcome({ ...ended, ending: "SIGTERM", isStopped: true }), "some");
  assert.equal(toReadOutcome({ ...ended, success: true }), "all");
});

Deno.test("findTip() returns the id of a commit by any of its names, and an empty one for others", async () => {
  using tree = makeRepository();
  const id = tree.git("rev-parse", "main");
  const pinned = { repository: `${tree.root}/.git`, revision: "" };
  const source = { root: tree.root, pinned };
  assert.equal(await findTip(tree, "whatever stands for the head"), id);
  assert.equal(await findTip(source, "main"), id);
  assert.equal(await findTip(source, id), id);
  for (const name of ["nowhere", "--version", "-h", "main:a", ""]) {
    assert.equal(await findTip(source, name), "", name);
  }
});

Deno.test("isAncestor() recognizes the ancestors of a commit", async () => {
  using tree = makeRepository();
  const [tip = "", past = ""] = tree.git("rev-parse", "HEAD", "HEAD~3").split("\n");
  assert.equal(await isAncestor(tree, { commit: past, tip }), true);
  assert.equal(await isAncestor(tree, { commit: tip, tip }), true);
  assert.equal(await isAncestor(tree, { commit: tip, tip: past }), false);
  assert.equal(await isAncestor(tree, { commit: "0".repeat(40), tip }), false);
});

Deno.test("readMessages() returns the complete messages of a range, and nothing for a missing commit", async () => {
  using tree = new GitTree();
  const first = tree.commit("AB-1 begin", { a: "1" });
  const tip = tree.commit("Oil masts\n\nAs the crew wants it.\n", { a: "2" });
  const read = (after?: string, limit = 9) =>
    readMessages({ root: tree.root }, { tip, after, limit });
  assert.deepEqual(await read(first), ["Oil masts\n\nAs the crew wants it."]);
  assert.equal((await read()).length, 2);
  assert.equal((await read(undefined, 1)).length, 1);
  assert.deepEqual(await read(tip), []);
  assert.deepEqual(await read("0".repeat(40)), []);
});
