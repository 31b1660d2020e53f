import { RetrievalError } from "../../../machine/mod.ts";
import { checksum } from "./checksum.ts";
import { deleteMeta, findMeta, writeMeta } from "./meta.ts";
import type { Store } from "./open_store.ts";

/** What is known of the history as a whole. */
export interface HistoryState {
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
}

/**
 * The numbers of a history, a column each.
 *
 * Of each commit whose subject counts, in the order they were added: `weights`, what it is worth to
 * each of its files as seen from {@link HISTORY_EPOCH_S}; `times`, when it was made, in seconds since
 * 1970; `ids`, the bytes of its name; and `starts`, where its files start in `touched`, which holds
 * numbers of files.
 *
 * Of each file: `lengths`, the weighted number of terms in its subjects; `changes`, how many commits
 * touched it; `changed`, when the last of them did, in seconds since 1970; and `documents`, the row
 * number of the document it is, or 0.
 */
export interface HistoryColumns {
  readonly weights: Float32Array<ArrayBuffer>;
  readonly times: Uint32Array<ArrayBuffer>;
  readonly ids: Uint8Array<ArrayBuffer>;
  readonly starts: Uint32Array<ArrayBuffer>;
  readonly touched: Uint32Array<ArrayBuffer>;
  readonly lengths: Float64Array<ArrayBuffer>;
  readonly changes: Uint32Array<ArrayBuffer>;
  readonly changed: Uint32Array<ArrayBuffer>;
  readonly documents: Uint32Array<ArrayBuffer>;
}

/**
 * When a commit is worth as much as its number of files says: 2020-01-01, in seconds since 1970. Seen
 * from a moment that never moves, what is written stays right as new commits come; and as the weights
 * are 32-bit numbers of about one size and their sums are taken in 64 bits, the sums are exact and
 * equal in whatever order and batches the commits were read.
 */
export const HISTORY_EPOCH_S = 1_577_836_800;

const SELECT = "SELECT data FROM history_columns WHERE name = ?";
const UPSERT = `INSERT INTO history_columns (name, data, sum) VALUES (?, ?, ?)
  ON CONFLICT (name) DO UPDATE SET data = excluded.data, sum = excluded.sum`;
const DELETE_ALL = "DELETE FROM history_columns";

/** Returns what is known of the history; undefined when none was read. */
export function findHistoryState(store: Store): HistoryState | undefined {
  const text = findMeta(store, "history");
  return text === undefined ? undefined : JSON.parse(text) as HistoryState;
}

/** Writes what is known of the history. */
export function writeHistoryState(store: Store, state: HistoryState): void {
  writeMeta(store, "history", JSON.stringify(state));
}

/** Forgets what is known of the history. */
export function deleteHistoryState(store: Store): void {
  deleteMeta(store, "history");
}

/** How each column is made from its bytes. */
const COLUMN_TYPES: {
  readonly [Name in keyof HistoryColumns]: {
    readonly BYTES_PER_ELEMENT: number;
    new (buffer: ArrayBuffer): HistoryColumns[Name];
  };
} = {
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

// Numbers are read and written as the machine has them, as those of segments are.

/**
 * Returns one column; an empty one when none was written.
 *
 * @throws {RetrievalError} `index-damaged` when it is cut short.
 */
export function readHistoryColumn<Name extends keyof HistoryColumns>(
  store: Store,
  name: Name,
): HistoryColumns[Name] {
  const row = store.statement(SELECT).get(name) as unknown as
    | [Uint8Array<ArrayBuffer>]
    | undefined;
  const Column = COLUMN_TYPES[name];
  const { buffer, byteLength } = row === undefined ? new Uint8Array(0) : row[0].slice();
  if (byteLength % Column.BYTES_PER_ELEMENT !== 0) {
    throw new RetrievalError("index-damaged", `Cannot read the column "${name}" of the history`);
  }
  return new Column(buffer);
}

/** Writes columns in place of those of the same name. */
export function writeHistoryColumns(store: Store, columns: Partial<HistoryColumns>): void {
  for (const [name, { buffer, byteOffset, byteLength }] of Object.entries(columns)) {
    const data = new Uint8Array(buffer, byteOffset, byteLength);
    store.statement(UPSERT).run(name, data, checksum(name, data));
  }
}

/** Forgets all columns. */
export function deleteHistoryColumns(store: Store): void {
  store.statement(DELETE_ALL).run();
}
