import assert from "node:assert/strict";
import type { Commit } from "../../../commits/history_source.ts";
import { CommitBatch } from "./commit_batch.ts";
import { commitOf } from "../../../../tests/stored_commits.ts";

/** Collects commits, newest first, and returns each file with its changes and subjects. */
function gather(commits: readonly Commit[], folder = "") {
  const batch = new CommitBatch(folder);
  for (const commit of commits) batch.add(commit);
  return batch.files().map(({ path, pathBefore, changes }, file) => {
    const own = batch.commits.filter(({ files }) => files.includes(file));
    return { path, before: pathBefore, changes, terms: own.flatMap(({ terms }) => [...terms]) };
  });
}

Deno.test("CommitBatch follows a file back through renames", () => {
  const files = gather([
    commitOf("third", 30, "c"),
    commitOf("moved", 20, "b -> c"),
    commitOf("second", 15, "b"),
    commitOf("moving", 10, "a -> b"),
    commitOf("first", 5, "a"),
  ]);
  const terms = ["third", "move", "second", "move", "first"];
  assert.deepEqual(files, [{ path: "c", before: "a", changes: 5, terms }]);
});

Deno.test("CommitBatch separates a file from an earlier one with its path", () => {
  const files = gather([
    commitOf("young", 40, "a"),
    commitOf("moved", 20, "a -> b"),
    commitOf("old", 10, "a"),
  ]);
  assert.deepEqual(files, [
    { path: "a", before: undefined, changes: 1, terms: ["young"] },
    { path: "b", before: "a", changes: 2, terms: ["move", "old"] },
  ]);
});

Deno.test("CommitBatch assigns a path to the file that has it now", () => {
  const files = gather([
    commitOf("moved", 20, "b -> a"),
    commitOf("former", 10, "a"),
    commitOf("present", 5, "b"),
  ]);
  assert.deepEqual(files, [
    { path: "a", before: "b", changes: 2, terms: ["move", "present"] },
    { path: undefined, before: "a", changes: 1, terms: ["former"] },
  ]);
});

Deno.test("CommitBatch distinguishes two files that are exchanged in one commit", () => {
  const files = gather([
    commitOf("swap", 20, "a -> b", "b -> a"),
    commitOf("alpha", 10, "a"),
    commitOf("beta", 5, "b"),
  ]);
  assert.deepEqual(files, [
    { path: "b", before: "a", changes: 2, terms: ["swap", "alpha"] },
    { path: "a", before: "b", changes: 2, terms: ["swap", "beta"] },
  ]);
});

Deno.test("CommitBatch treats a file that was removed and added again as the same", () => {
  const files = gather([
    commitOf("again", 30, "a"),
    { ...commitOf("gone", 20), changes: [{ path: "a", removed: true }] },
    commitOf("first", 10, "a"),
  ]);
  assert.deepEqual(files, [{ path: "a", before: "a", changes: 2, terms: ["again", "first"] }]);
});

Deno.test("CommitBatch counts a commit of many files as a change and ignores its subject", () => {
  const paths = Array.from({ length: 13 }, (_, i) => `f${i}`);
  const [first] = gather([commitOf("format all", 20, ...paths), commitOf("red", 10, "f0")]);
  assert.deepEqual(first, { path: "f0", before: "f0", changes: 2, terms: ["red"] });
  const [twelfth] = gather([commitOf("twelve", 20, ...paths.slice(1))]);
  assert.deepEqual(twelfth?.terms, ["twelv"]);
});

Deno.test("CommitBatch divides the weight of a commit among its files, and halves it in six years", () => {
  const batch = new CommitBatch("in/");
  const epoch = Date.UTC(2020, 0, 1) / 1000;
  batch.add(commitOf("now", epoch, "in/a", "in/b", "out/c", "out/d"));
  batch.add(commitOf("then", epoch - 6 * 365.25 * 86_400, "in/a"));
  assert.deepEqual(batch.commits.map(({ weight }) => weight), [0.5, 0.5]);
});

Deno.test("CommitBatch knows only the files of a folder, including their paths outside of it", () => {
  const commits = [
    commitOf("inside", 40, "src/a", "docs/x"),
    commitOf("outside", 30, "docs/x", "src2/y"),
    commitOf("moved in", 20, "old/a -> src/a"),
    commitOf("before", 10, "old/a"),
  ];
  const terms = ["insid", "move", "befor"];
  assert.deepEqual(gather(commits, "src/"), [{ path: "a", before: undefined, changes: 3, terms }]);
  const batch = new CommitBatch("src/");
  for (const commit of commits) batch.add(commit);
  assert.deepEqual(
    [batch.seenCount, batch.commits.length, batch.newest, batch.hasFilesFromOutside],
    [
      4,
      3,
      40,
      true,
    ],
  );
});

Deno.test("CommitBatch limits invalid times to the range that is stored", () => {
  const batch = new CommitBatch("");
  batch.add(commitOf("early", -5, "a"));
  batch.add(commitOf("late", 1e15, "b"));
  assert.deepEqual(batch.files().map(({ changed }) => changed), [0, 2 ** 32 - 1]);
});
