import { SubjectField, type SubjectTerm } from "@dossier/core/rank";
import { openMemoryStore, openView, writeSegment } from "./synthetic_segment.ts";
import { listDocumentFacts } from "../retrieval/index/local/store/documents.ts";
import type { Store } from "../retrieval/index/local/store/open_store.ts";
import { appendCommits, linkCommits } from "../retrieval/index/local/commits/append_commits.ts";
import type { Commit } from "../retrieval/commits/history_source.ts";
import { CommitBatch } from "../retrieval/index/local/commits/commit_batch.ts";
import { findCommitsState, readCommitColumn } from "../retrieval/index/local/store/commits.ts";

const SECONDS_PER_DAY = 86_400;

/** Number of seconds of the year in which ages are counted. */
export const YEAR_S = 365.25 * 86_400;

const ORIGIN = { source: "test", head: "test", partial: false };

/** Returns an index in memory with documents at `paths` and a history of batches, oldest first. */
export function storeCommits(
  paths: readonly string[],
  batches: readonly (readonly Commit[])[],
): Store {
  const store = openMemoryStore();
  for (const commits of batches) addCommits(store, commits);
  writeSegment(store, paths.map((path) => ({ path, lines: [] })));
  linkCommits(store);
  return store;
}

/** Appends commits, oldest first, as one batch. */
export function addCommits(store: Store, commits: readonly Commit[]): void {
  const batch = new CommitBatch("");
  for (const commit of commits.toReversed()) batch.add(commit);
  store.write(() => appendCommits(store, batch, ORIGIN));
}

/**
 * Returns a commit that changed the files at `paths`; `"a -> b"` is a file that was moved from `a`
 * to `b`.
 */
export function commitOf(subject: string, time: number, ...paths: readonly string[]): Commit {
  const changes = paths.map((path) => {
    const [from = "", to] = path.split(" -> ");
    return to === undefined ? { path, removed: false } : { path: to, from, removed: false };
  });
  return { id: commitId(subject, time), subject, time, changes };
}

/** Returns a name for a commit, unique for each subject and time. */
export function commitId(subject: string, time: number): string {
  const bytes = new TextEncoder().encode(`${time} ${subject}`);
  return bytes.toHex().slice(0, 40).padEnd(40, "0");
}

/** Returns the score of each document that has one, by path. */
export function scoresByPath(store: Store, ...terms: readonly (string | SubjectTerm)[]) {
  const weighted = terms.map((term) => typeof term === "string" ? { term, weight: 1 } : term);
  return byPath(store, new SubjectField(openView(store).readSubjects()).score(weighted));
}

/**
 * Returns, by path, the number of commits that changed each document, and the days from its last to
 * the newest of all.
 */
export function changesByPath(store: Store) {
  const histories = new Map<number, { readonly changes: number; readonly age: number }>();
  const newest = findCommitsState(store)?.newest ?? 0;
  const changes = readCommitColumn(store, "changes");
  const changed = readCommitColumn(store, "changed");
  readCommitColumn(store, "documents").forEach((document, file) => {
    if (document === 0) return;
    const age = (newest - changed[file]!) / SECONDS_PER_DAY;
    histories.set(document, { changes: changes[file]!, age });
  });
  return byPath(store, histories);
}

function byPath<Value>(
  store: Store,
  values: ReadonlyMap<number, Value>,
): Record<string, Value> {
  const found = listDocumentFacts(store)
    .flatMap(({ id, path }): [string, Value][] => {
      const value = values.get(id);
      return value === undefined ? [] : [[path, value]];
    });
  return Object.fromEntries(found.sort(([a], [b]) => a < b ? -1 : 1));
}
