import {
  deleteHistoryColumns,
  deleteHistoryState,
  findHistoryState,
  type HistoryState,
  readHistoryColumn,
  writeHistoryColumns,
  writeHistoryState,
} from "../store/history.ts";
import {
  deleteAllHistoryPaths,
  deleteHistoryPath,
  findHistoryFile,
  writeHistoryPath,
} from "../store/history_paths.ts";
import { appendCommitsWith, deleteAllCommitsWith } from "../store/history_postings.ts";
import type { Store } from "../store/open_store.ts";
import { deletePastNames } from "../store/past_names.ts";
import type { BatchFile, HistoryBatch } from "./history_batch.ts";
import { linkHistory } from "./link_history.ts";

/** What is said of a history besides its commits. */
export type HistoryOrigin = Omit<HistoryState, "commits" | "newest">;

/** Forgets the history, in the caller's transaction. */
export function clearHistory(store: Store): void {
  deleteHistoryState(store);
  deleteHistoryColumns(store);
  deleteAllHistoryPaths(store);
  deleteAllCommitsWith(store);
  deletePastNames(store);
}

/** Writes commits that are newer than all that was written, in the caller's transaction. */
export function appendHistory(store: Store, batch: HistoryBatch, origin: HistoryOrigin): void {
  const known = findHistoryState(store);
  writeHistoryState(store, {
    ...origin,
    commits: (known?.commits ?? 0) + batch.count,
    newest: Math.max(known?.newest ?? 0, batch.newest),
  });
  const files = batch.files();
  const numbers = placeFiles(store, files);
  writeFiles(store, { batch, files, numbers });
  writeCommits(store, batch, numbers);
  linkHistory(store);
}

/** Gives each file of a batch its number in the store and writes where it is now. */
function placeFiles(store: Store, files: readonly BatchFile[]): readonly number[] {
  const knownFiles = files.map(({ before }) =>
    before === undefined ? undefined : findHistoryFile(store, before)
  );
  files.forEach(({ path, before }, i) => {
    const hasMoved = knownFiles[i] !== undefined && path !== before;
    if (hasMoved && before !== undefined) deleteHistoryPath(store, before);
  });
  let next = readHistoryColumn(store, "lengths").length;
  return files.map(({ path }, i) => {
    const file = knownFiles[i] ?? next++;
    if (path !== undefined) writeHistoryPath(store, path, file);
    return file;
  });
}

/** Adds what the batch says of each file to what is known of it. */
function writeFiles(
  store: Store,
  { batch, files, numbers }: {
    readonly batch: HistoryBatch;
    readonly files: readonly BatchFile[];
    readonly numbers: readonly number[];
  },
): void {
  const known = readHistoryColumn(store, "lengths");
  const count = numbers.reduce((most, number) => Math.max(most, number + 1), known.length);
  const lengths = new Float64Array(count);
  lengths.set(known);
  const changes = new Uint32Array(count);
  changes.set(readHistoryColumn(store, "changes"));
  const changed = new Uint32Array(count);
  changed.set(readHistoryColumn(store, "changed"));
  files.forEach((file, i) => {
    const number = numbers[i]!;
    changes[number]! += file.changes;
    changed[number] = Math.max(changed[number]!, file.changed);
  });
  for (const { weight, files, terms } of batch.commits) {
    for (const file of files) lengths[numbers[file]!]! += Math.fround(weight) * terms.size;
  }
  writeHistoryColumns(store, { lengths, changes, changed });
}

/** Puts the commits of the batch behind those that are known. */
function writeCommits(store: Store, batch: HistoryBatch, numbers: readonly number[]): void {
  const { commits } = batch;
  const before = readHistoryColumn(store, "weights");
  const weights = new Float32Array(before.length + commits.length);
  weights.set(before);
  const knownTouched = readHistoryColumn(store, "touched");
  const touched = [...knownTouched];
  const starts = new Uint32Array(weights.length);
  starts.set(readHistoryColumn(store, "starts"));
  const times = new Uint32Array(weights.length);
  times.set(readHistoryColumn(store, "times"));
  const knownIds = readHistoryColumn(store, "ids");
  const idBytes = (commits[0]?.id.length ?? 0) / 2;
  const ids = new Uint8Array(knownIds.length + commits.length * idBytes);
  ids.set(knownIds);
  const commitsWith = new Map<string, number[]>();
  commits.forEach(({ id, time, weight, files, terms }, i) => {
    const commit = before.length + i;
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
  writeHistoryColumns(store, {
    ...{ weights, times, ids, starts },
    touched: Uint32Array.from(touched),
  });
  for (const term of [...commitsWith.keys()].sort()) {
    appendCommitsWith(store, term, commitsWith.get(term)!);
  }
}
