import type { FileStamp } from "./documents.ts";
import type { Store } from "./open_store.ts";

/** A file that was looked at and left out for what it holds. */
export interface SkippedFile extends FileStamp {
  /** Path relative to the root, with `/`. */
  readonly path: string;
  /** Why, as one short phrase. */
  readonly reason: string;
}

const SELECT = "SELECT path, size, modified, racy, reason FROM skipped";
const SELECT_ONE = "SELECT path, size, modified, racy, reason FROM skipped WHERE path = ?";
const UPSERT = `INSERT INTO skipped (path, size, modified, racy, reason) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT (path) DO UPDATE SET size = excluded.size, modified = excluded.modified,
    racy = excluded.racy, reason = excluded.reason`;
const DELETE = "DELETE FROM skipped WHERE path = ?";
const DELETE_ALL = "DELETE FROM skipped";

type Row = [path: string, size: number, modified: number, racy: number, reason: string];

/** Returns all files that were left out for what they hold. */
export function listSkipped(store: Store): SkippedFile[] {
  return (store.statement(SELECT).all() as unknown as Row[]).map(toSkipped);
}

/** Returns the file at `path` that was left out, or undefined. */
export function findSkipped(store: Store, path: string): SkippedFile | undefined {
  const row = store.statement(SELECT_ONE).get(path) as unknown as Row | undefined;
  return row === undefined ? undefined : toSkipped(row);
}

function toSkipped([path, size, modified, racy, reason]: Row): SkippedFile {
  return { path, size, modified, racy: racy === 1, reason };
}

/** Writes down that a file is left out. */
export function writeSkipped(store: Store, file: SkippedFile): void {
  store.statement(UPSERT).run(
    file.path,
    file.size,
    file.modified,
    file.racy ? 1 : 0,
    file.reason,
  );
}

/** Forgets that the file at `path` was left out. */
export function deleteSkipped(store: Store, path: string): void {
  store.statement(DELETE).run(path);
}

/** Forgets all files that were left out, so that each is looked at again. */
export function deleteAllSkipped(store: Store): void {
  store.statement(DELETE_ALL).run();
}
