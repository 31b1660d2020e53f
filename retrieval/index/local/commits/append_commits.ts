import {
  appendCommitsWithTerm,
  type CommitColumns,
  type CommitsState,
  deleteCommitPath,
  findCommitFile,
  findCommitsState,
  listCommitLinks,
  readCommitColumn,
  writeCommitColumns,
  writeCommitPath,
  writeCommitsState,
} from "../store/commits.ts";
import type { Store } from "../store/open_store.ts";
import type { BatchFile, CommitBatch } from "./commit_batch.ts";

/** Origin of commits: the repository and the commits that were read. */
export type CommitsOrigin = Omit<CommitsState, "commits" | "newest">;

/** Appends commits that are newer than all commits in the index, in the caller's transaction. */
export function appendCommits(store: Store, batch: CommitBatch, origin: CommitsOrigin): void {
  const known = findCommitsState(store);
  writeCommitsState(store, {
    ...origin,
    commits: (known?.commits ?? 0) + batch.commits.length,
    newest: Math.max(known?.newest ?? 0, batch.newest),
  });
  const files = batch.files();
  const numbers = assignFileNumbers(store, files);
  writeFiles(store, { batch, files, numbers });
  writeCommits(store, batch, numbers);
  linkCommits(store);
}

/** Assigns each file of a batch its number in the store, and writes its current path. */
function assignFileNumbers(store: Store, files: readonly BatchFile[]): readonly number[] {
  const knownFiles = files.map(({ pathBefore }) =>
    pathBefore === undefined ? undefined : findCommitFile(store, pathBefore)
  );
  files.forEach(({ path, pathBefore }, i) => {
    const hasMoved = knownFiles[i] !== undefined && path !== pathBefore;
    if (hasMoved && pathBefore !== undefined) deleteCommitPath(store, pathBefore);
  });
  let next = readCommitColumn(store, "lengths").length;
  return files.map(({ path }, i) => {
    const file = knownFiles[i] ?? next++;
    if (path !== undefined) writeCommitPath(store, path, file);
    return file;
  });
}

/** Adds the counts of a batch to those of its files. */
function writeFiles(
  store: Store,
  { batch, files, numbers }: {
    readonly batch: CommitBatch;
    readonly files: readonly BatchFile[];
    readonly numbers: readonly number[];
  },
): void {
  const known = readCommitColumn(store, "lengths").length;
  const count = numbers.reduce((most, number) => Math.max(most, number + 1), known);
  const lengths = readPaddedColumn(store, "lengths", count);
  const changes = readPaddedColumn(store, "changes", count);
  const changed = readPaddedColumn(store, "changed", count);
  files.forEach((file, i) => {
    const number = numbers[i]!;
    changes[number]! += file.changes;
    changed[number] = Math.max(changed[number]!, file.changed);
  });
  for (const { weight, files, terms } of batch.commits) {
    for (const file of files) lengths[numbers[file]!]! += Math.fround(weight) * terms.size;
  }
  writeCommitColumns(store, { lengths, changes, changed });
}

/** Appends the commits of a batch to the stored ones. */
function writeCommits(
  store: Store,
  { commits }: CommitBatch,
  numbers: readonly number[],
): void {
  const known = readCommitColumn(store, "weights").length;
  const count = known + commits.length;
  const weights = readPaddedColumn(store, "weights", count);
  const starts = readPaddedColumn(store, "starts", count);
  const times = readPaddedColumn(store, "times", count);
  const touched = [...readCommitColumn(store, "touched")];
  const idBytes = (commits[0]?.id.length ?? 0) / 2;
  const knownIds = readCommitColumn(store, "ids").length;
  const ids = readPaddedColumn(store, "ids", knownIds + commits.length * idBytes);
  const commitsWith = new Map<string, number[]>();
  commits.forEach(({ id, time, weight, files, terms }, i) => {
    const commit = known + i;
    weights[commit] = weight;
    times[commit] = time;
    ids.set(Uint8Array.fromHex(id), commit * idBytes);
    starts[commit] = touched.length;
    for (const file of files) touched.push(numbers[file]!);
    for (const term of terms) {
      const list = commitsWith.get(term);
      if (list === undefined) commitsWith.set(term, [commit]);
      else list.push(commit);
    }
  });
  writeCommitColumns(store, { weights, times, ids, starts, touched: Uint32Array.from(touched) });
  for (const term of [...commitsWith.keys()].sort()) {
    appendCommitsWithTerm(store, term, commitsWith.get(term)!);
  }
}

/** Returns a column, padded with zeros to a length. */
function readPaddedColumn<Name extends keyof CommitColumns>(
  store: Store,
  name: Name,
  length: number,
): CommitColumns[Name] {
  const known = readCommitColumn(store, name);
  const padded = new (known.constructor as new (length: number) => CommitColumns[Name])(length);
  padded.set(known);
  return padded;
}

/**
 * Writes again which files of the commits are documents, in the caller's transaction. Must be
 * called whenever documents were added or removed.
 */
export function linkCommits(store: Store): void {
  const documents = new Uint32Array(readCommitColumn(store, "lengths").length);
  if (documents.length === 0) return;
  for (const [file, document] of listCommitLinks(store)) documents[file] = document;
  writeCommitColumns(store, { documents });
}
