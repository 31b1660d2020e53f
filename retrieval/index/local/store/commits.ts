import { checksum, RetrievalError } from "../../../machine/mod.ts";
import { checkRow } from "./check_row.ts";
import { decodeNumbers, encodeNumbers } from "./number_list.ts";
import { findMeta, writeMeta } from "./meta.ts";
import type { Store } from "./open_store.ts";

/** What is known of the commits as a whole. */
export interface CommitsState {
  /** What was read: which repository and folder, as one text. */
  readonly source: string;
  /** What stood for the head of the repository when it was read; another head means new commits. */
  readonly head: string;
  /** Id of the commit read last; undefined when there is none to go on from. */
  readonly tip?: string;
  /** How many commits were read, merges left out. */
  readonly commits: number;
  /** When the newest of them was made, in seconds since 1970; 0 without commits. */
  readonly newest: number;
  /** How long was too short to read all commits, in milliseconds; absent when all were read. */
  readonly triedMs?: number;
  /** When git could not read the commits up to the head, in milliseconds since 1970; absent when it could. */
  readonly failedAt?: number;
}

/**
 * The numbers of commits and their files, a column each.
 *
 * Of each commit, in the order they were added: `weights`, what it is worth to each of its files as seen
 * from {@link COMMIT_EPOCH_S}; `times`, when it was made, in seconds since 1970; `ids`, the bytes of its
 * name; and `starts`, where its files start in `touched`, which holds numbers of files. Of a commit that
 * touched very many files it holds none.
 *
 * Of each file: `lengths`, the weighted number of terms in its subjects; `changes`, how many commits
 * touched it; `changed`, when the last of them did, in seconds since 1970; and `documents`, the row
 * number of the document it is, or 0.
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

/** The columns by name; see {@link COLUMN_TYPES}. */
export type CommitColumns = {
  readonly [Name in keyof typeof COLUMN_TYPES]: InstanceType<(typeof COLUMN_TYPES)[Name]>;
};

/**
 * When a commit is worth as much as its number of files says: 2020-01-01, in seconds since 1970. Seen
 * from a moment that never moves, what is written stays right as new commits come; and as the weights
 * are 32-bit numbers of about one size and their sums are taken in 64 bits, the sums are exact and
 * equal in whatever order and batches the commits were read.
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

/** Returns what is known of the commits; undefined when none were read. */
export function findCommitsState(store: Store): CommitsState | undefined {
  const text = findMeta(store, "history");
  return text === undefined ? undefined : JSON.parse(text) as CommitsState;
}

/** Writes what is known of the commits. */
export function writeCommitsState(store: Store, state: CommitsState): void {
  writeMeta(store, "history", JSON.stringify(state));
}

/** Forgets all commits, in the caller's transaction. */
export function clearCommits(store: Store): void {
  writeMeta(store, "history", undefined);
  store.empty("history_columns", "history_paths", "history_postings", "past_names");
}

// Numbers are read and written as the machine has them, as those of segments are.

/**
 * Returns one column; an empty one when none was written.
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

/** Writes columns in place of those of the same name. */
export function writeCommitColumns(store: Store, columns: Partial<CommitColumns>): void {
  for (const [name, { buffer, byteOffset, byteLength }] of Object.entries(columns)) {
    const data = new Uint8Array(buffer, byteOffset, byteLength);
    store.statement(UPSERT).run(name, data, checksum(name, data));
  }
}

/** Returns the number of the file of the commits that is at `path`, or undefined. */
export function findCommitFile(store: Store, path: string): number | undefined {
  return store.findValue<number>(SELECT_PATH, path);
}

/** Returns the files that are documents of the index now, each with the document's row number. */
export function listCommitLinks(store: Store): [file: number, document: number][] {
  return store.listRows(SELECT_LINKS);
}

/** Writes down that `file` is at `path`, in place of any other. */
export function writeCommitPath(store: Store, path: string, file: number): void {
  store.statement(UPSERT_PATH).run(path, file, checksum(path, file));
}

/** Writes down that no file is at `path`. */
export function deleteCommitPath(store: Store, path: string): void {
  store.statement(DELETE_PATH).run(path);
}

/** Returns the numbers of the commits whose subjects have `term`, rising; none when there is none. */
export function listCommitsWithTerm(store: Store, term: string): readonly number[] {
  return decodeNumbers(findTerm(store, term));
}

function findTerm(store: Store, term: string): Uint8Array {
  const row = store.findRow<[Uint8Array, number]>(SELECT_TERM, term);
  if (row === undefined) return new Uint8Array(0);
  checkRow(`the commits with "${term}"`, row[1], term, row[0]);
  return row[0];
}

/** Writes down that the subjects of further commits have `term`: numbers above all of its before. */
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
