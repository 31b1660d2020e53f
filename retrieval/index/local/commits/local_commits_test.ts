import assert from "node:assert/strict";
import { commitId, commitOf, storeCommits } from "../../../../tests/stored_commits.ts";
import { listDocumentFacts } from "../store/documents.ts";
import type { Store } from "../store/open_store.ts";
import { readLocalCommits } from "./local_commits.ts";

function idOf(store: Store, path: string): number {
  return listDocumentFacts(store).find((document) => document.path === path)!.id;
}

Deno.test("readLocalCommits() counts each commit after a time that changed one of some documents", () => {
  using store = storeCommits(["a", "b", "c", "d"], [
    [commitOf("one", 10, "a"), commitOf("two", 20, "a", "b"), commitOf("three", 30, "old -> c")],
    [commitOf("four", 40, "b"), commitOf("five", 50, "c")],
  ]);
  const changes = readLocalCommits(store);
  const count = (time: number, ...paths: readonly string[]) =>
    changes.countSince(paths.map((path) => idOf(store, path)), time);
  assert.equal(count(0, "a", "b"), 3);
  assert.equal(count(20, "a", "b"), 1);
  assert.equal(count(29, "c"), 2);
  assert.equal(count(0, "d"), 0);
  assert.equal(changes.newest, 50);
});

Deno.test("readLocalCommits() finds the last change of a document, and the first commit from a time on", () => {
  using store = storeCommits(["a", "b"], [
    [commitOf("one", 10, "a")],
    [commitOf("late", 30, "a"), commitOf("of a branch", 20, "a")],
  ]);
  const changes = readLocalCommits(store);
  assert.equal(changes.findLastChange(idOf(store, "a")), 30);
  assert.equal(changes.findLastChange(idOf(store, "b")), undefined);
  assert.equal(changes.findCommitAtOrAfter(0), commitId("one", 10));
  assert.equal(changes.findCommitAtOrAfter(11), commitId("of a branch", 20));
  assert.equal(changes.findCommitAtOrAfter(20), commitId("of a branch", 20));
  assert.equal(changes.findCommitAtOrAfter(31), commitId("late", 30));
});

Deno.test("readLocalCommits() finds nothing without a history", () => {
  using store = storeCommits(["a"], []);
  const changes = readLocalCommits(store);
  assert.equal(changes.newest, undefined);
  assert.equal(changes.findLastChange(idOf(store, "a")), undefined);
  assert.equal(changes.findCommitAtOrAfter(0), undefined);
  assert.equal(changes.countSince([idOf(store, "a")], 0), 0);
});
