import type { ProseDocument } from "../../index_reader.ts";
import type { Store } from "./open_store.ts";

const SELECT = "SELECT id, path, language FROM documents WHERE kind = 'document' ORDER BY path";
const SELECT_BELOW = `SELECT id, path, language FROM documents
  WHERE kind = 'document' AND path > ? AND path < ? ORDER BY path`;

/**
 * Returns the documents that are read as prose, in code unit order of their paths.
 *
 * @param folder The folder that they are in or below, without a slash at its end; all when empty.
 */
export function listProseDocuments(store: Store, folder: string): ProseDocument[] {
  // "0" is the character after "/", so these are the paths that start with the folder's.
  const rows = folder === ""
    ? store.statement(SELECT).all()
    : store.statement(SELECT_BELOW).all(`${folder}/`, `${folder}0`);
  return (rows as unknown as [number, string, string][])
    .map(([id, path, language]) => ({ id, path, language }));
}
