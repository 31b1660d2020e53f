import { checksum } from "./checksum.ts";
import type { Store } from "./open_store.ts";

/** A file of the history that is a document of the index. */
export interface HistoryLink {
  /** Number of the file. */
  readonly file: number;
  /** Row number of the document. */
  readonly document: number;
}

const SELECT = "SELECT file FROM history_paths WHERE path = ?";
const SELECT_LINKS = `SELECT history_paths.file, documents.id
  FROM history_paths JOIN documents ON documents.path = history_paths.path`;
const UPSERT = `INSERT INTO history_paths (path, file, sum) VALUES (?, ?, ?)
  ON CONFLICT (path) DO UPDATE SET file = excluded.file, sum = excluded.sum`;
const DELETE = "DELETE FROM history_paths WHERE path = ?";
const DELETE_ALL = "DELETE FROM history_paths";

/** Returns the number of the file at `path`, or undefined. */
export function findHistoryFile(store: Store, path: string): number | undefined {
  return (store.statement(SELECT).get(path) as unknown as [number] | undefined)?.[0];
}

/** Returns which files are documents of the index now. */
export function listHistoryLinks(store: Store): HistoryLink[] {
  const rows = store.statement(SELECT_LINKS).all() as unknown as [number, number][];
  return rows.map(([file, document]) => ({ file, document }));
}

/** Writes down that `file` is at `path`, in place of any other. */
export function writeHistoryPath(store: Store, path: string, file: number): void {
  store.statement(UPSERT).run(path, file, checksum(path, file));
}

/** Writes down that no file is at `path`. */
export function deleteHistoryPath(store: Store, path: string): void {
  store.statement(DELETE).run(path);
}

/** Forgets all paths. */
export function deleteAllHistoryPaths(store: Store): void {
  store.statement(DELETE_ALL).run();
}
