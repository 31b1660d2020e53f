import { checksum, RetrievalError } from "../../../machine/mod.ts";
import { checkRow } from "./check_row.ts";
import { decodeNumbers, encodeNumbers } from "./number_list.ts";
import { findMeta, writeMeta } from "./meta.ts";
import type { Store } from "./open_store.ts";

/** State of the stored commits. */
export interface CommitsState {
  /** Repository and folder that were read, as one text. */
  readonly source: string;
  /** Head of the repository when it was read, as a text. Another text means new commits. */
  readonly head: string;
  /**
   * Id of the newest commit that was read; undefined when reading cannot continue from a commit.
   */
  readonly tip?: string;
  /** Number of commits that were read, without merges. */
  readonly commits: number;
  /** Time of the newest commit, in seconds since 1970; 0 without commits. */
  readonly newest: number;
  /**
   * Time limit in milliseconds that was too short to read all commits; absent when all were read.
   */
  readonly triedMs?: number;
  /**
   * Time when git failed to read the commits up to the head, in milliseconds since 1970; absent
   * when it did not fail.
   */
  readonly failedAt?: number;
}

/**
 * Numbers of commits and their files, in one column each.
 *
 * For each commit, in the order of addition: `weights`, the weight that it gives to each of its
 * files, as of {@link COMMIT_EPOCH_S}; `times`, its time in seconds since 1970; `ids`, the bytes of
 * its id; and `starts`, the index in `touched` at which its files start. `touched` contains the
 * numbers of the files of all commits, one commit after another. A commit with very many files has
 * none in it.
 *
 * For each file: `lengths`, the weighted number of terms in its subjects; `changes`, the number of
 * commits that changed it; `changed`, the time of the last of them in seconds since 1970; and
 * `documents`, the row number of its document, or 0.
 */
const COLUMN_TYPES = {
  weights: Float32Array<ArrayBuffer>,
  times: Uint32Array<ArrayBuffer>,
  ids: Uint8Array<ArrayBuffer>,
  starts: Uint32Array<ArrayBuffer>,
  touched: Uint32Array<ArrayBuffer>,
  lengths: Float64Array<ArrayBuffer>,
  changes: Uint32Array<ArrayBuffer>,
  changed: Uint32Array<ArrayBuffer>,
  documents: Uint32Array<ArrayBuffer>,
};

/** Columns by name; see {@link COLUMN_TYPES}. */
export type CommitColumns = {
  readonly [Name in keyof typeof COLUMN_TYPES]: InstanceType<(typeof COLUMN_TYPES)[Name]>;
};

/**
 * Reference time of the weights: the weight of a commit of this time depends only on its number of
 * files. 2020-01-01, in seconds since 1970. As the epoch is fixed, written weights stay valid when
 * new commits arrive. Weights are 32-bit numbers of similar size, and sums use 64 bits. So sums are
 * exact. They do not depend on the order and the batches in which the commits were read.
 */
export const COMMIT_EPOCH_S = 1_577_836_800;

const SELECT = "SELECT data, sum FROM history_columns WHERE name = ?";
const UPSERT = `INSERT INTO history_columns (name, data, sum) VALUES (?, ?, ?)
  ON CONFLICT (name) DO UPDATE SET data = excluded.data, sum = excluded.sum`;
const SELECT_PATH = "SELECT file FROM history_paths WHERE path = ?";
const SELECT_LINKS = `SELECT history_paths.file, documents.id
  FROM history_paths JOIN documents ON documents.path = history_paths.path`;
const UPSERT_PATH = `INSERT INTO history_paths (path, file, sum) VALUES (?, ?, ?)
  ON CONFLICT (path) DO UPDATE SET file = excluded.file, sum = excluded.sum`;
const DELETE_PATH = "DELETE FROM history_paths WHERE path = ?";
const SELECT_TERM = "SELECT data, sum FROM history_postings WHERE term = ?";
const UPSERT_TERM = `INSERT INTO history_postings (term, data, sum) VALUES (?, ?, ?)
  ON CONFLICT (term) DO UPDATE SET data = excluded.data, sum = excluded.sum`;

/** Returns the state of the stored commits; undefined when none were read. */
export function findCommitsState(store: Store): CommitsState | undefined {
  const text = findMeta(store, "history");
  return text === undefined ? undefined : JSON.parse(text) as CommitsState;
}

/** Writes the state of the stored commits. */
export function writeCommitsState(store: Store, state: CommitsState): void {
  writeMeta(store, "history", JSON.stringify(state));
}

/** Deletes all commits, in the caller's transaction. */
export function clearCommits(store: Store): void {
  writeMeta(store, "history", undefined);
  store.empty("history_columns", "history_paths", "history_postings", "past_names");
}

// Numbers are stored in the byte order of the machine, like those of segments.

/**
 * Returns a column; an empty one when it was not written yet.
 *
 * @throws {RetrievalError} `index-damaged` when it is cut short.
 */
export function readCommitColumn<Name extends keyof CommitColumns>(
  store: Store,
  name: Name,
): CommitColumns[Name] {
  const row = store.findRow<[Uint8Array<ArrayBuffer>, number]>(SELECT, name);
  if (row !== undefined) checkRow(`the column "${name}" of the commits`, row[1], name, row[0]);
  const data = row?.[0] ?? new Uint8Array(0);
  const Column = COLUMN_TYPES[name] as unknown as {
    readonly BYTES_PER_ELEMENT: number;
    new (buffer: ArrayBuffer): CommitColumns[Name];
  };
  if (data.length % Column.BYTES_PER_ELEMENT !== 0) {
    throw new RetrievalError("index-damaged", `Cannot read the column "${name}" of the commits`);
  }
  return new Column(data.slice().buffer);
}

/** Writes columns, replacing those with the same names. */
export function writeCommitColumns(store: Store, columns: Partial<CommitColumns>): void {
  for (const [name, { buffer, byteOffset, byteLength }] of Object.entries(columns)) {
    const data = new Uint8Array(buffer, byteOffset, byteLength);
    store.statement(UPSERT).run(name, data, checksum(name, data));
  }
}

/** Returns the number of the file at `path`, or undefined. */
export function findCommitFile(store: Store, path: string): number | undefined {
  return store.findValue<number>(SELECT_PATH, path);
}

/**
 * Returns the numbers of files that are documents of the index, each with the row number of the
 * document.
 */
export function listCommitLinks(store: Store): [file: number, document: number][] {
  return store.listRows(SELECT_LINKS);
}

/** Stores `file` as the number of the file at `path`, in place of any previous number. */
export function writeCommitPath(store: Store, path: string, file: number): void {
  store.statement(UPSERT_PATH).run(path, file, checksum(path, file));
}

/** Deletes the entry of the file at `path`. */
export function deleteCommitPath(store: Store, path: string): void {
  store.statement(DELETE_PATH).run(path);
}

/** Returns the numbers of the commits whose subjects contain `term`, in ascending order. */
export function listCommitsWithTerm(store: Store, term: string): readonly number[] {
  return decodeNumbers(findTerm(store, term));
}

function findTerm(store: Store, term: string): Uint8Array {
  const row = store.findRow<[Uint8Array, number]>(SELECT_TERM, term);
  if (row === undefined) return new Uint8Array(0);
  checkRow(`the commits with "${term}"`, row[1], term, row[0]);
  return row[0];
}

/**
 * Adds commits whose subjects contain `term`. Their numbers must be higher than those of the stored
 * commits with the term.
 */
export function appendCommitsWithTerm(
  store: Store,
  term: string,
  commits: readonly number[],
): void {
  const known = findTerm(store, term);
  const added = encodeNumbers(commits, decodeNumbers(known).at(-1) ?? -1);
  const data = new Uint8Array(known.length + added.length);
  data.set(known);
  data.set(added, known.length);
  store.statement(UPSERT_TERM).run(term, data, checksum(term, data));
}
