import type { SkippedPath } from "../../index_reader.ts";
import type { FileStamp } from "./documents.ts";
import type { Store } from "./open_store.ts";

/** File that was read and skipped because of its content. */
export type SkippedFile = SkippedPath & FileStamp;

const SELECT = "SELECT path, size, modified, changed, inode, racy, reason FROM skipped";
const SELECT_ONE = `${SELECT} WHERE path = ?`;
const UPSERT = `INSERT INTO skipped (path, size, modified, changed, inode, racy, reason)
  VALUES (?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (path) DO UPDATE SET size = excluded.size, modified = excluded.modified,
    changed = excluded.changed, inode = excluded.inode, racy = excluded.racy, reason = excluded.reason`;
const DELETE = "DELETE FROM skipped WHERE path = ?";

type Row = [
  ...[path: string, size: number, modified: number, changed: number, inode: number],
  ...[racy: number, reason: string],
];

function toSkipped([path, size, modified, changed, inode, racy, reason]: Row): SkippedFile {
  return { path, size, modified, changed, inode, racy: racy === 1, reason };
}

/** Returns all skipped files. */
export function listSkipped(store: Store): SkippedFile[] {
  return store.listRows<Row>(SELECT).map(toSkipped);
}

/** Returns the skipped file at `path`, or undefined. */
export function findSkipped(store: Store, path: string): SkippedFile | undefined {
  const row = store.findRow<Row>(SELECT_ONE, path);
  return row && toSkipped(row);
}

/** Writes that a file was skipped. */
export function writeSkipped(
  store: Store,
  { path, size, modified, changed, inode, racy, reason }: SkippedFile,
): void {
  store.statement(UPSERT).run(path, size, modified, changed, inode, racy ? 1 : 0, reason);
}

/** Deletes the entry of the skipped file at `path`. */
export function deleteSkipped(store: Store, path: string): void {
  store.statement(DELETE).run(path);
}
