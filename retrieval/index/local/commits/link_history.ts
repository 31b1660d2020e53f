import { readHistoryColumn, writeHistoryColumns } from "../store/history.ts";
import { listHistoryLinks } from "../store/history_paths.ts";
import type { Store } from "../store/open_store.ts";

/**
 * Writes down anew which files of the history are documents, in the caller's transaction: to be called
 * whenever documents were added or removed.
 */
export function linkHistory(store: Store): void {
  const documents = new Uint32Array(readHistoryColumn(store, "lengths").length);
  if (documents.length === 0) return;
  for (const { file, document } of listHistoryLinks(store)) documents[file] = document;
  writeHistoryColumns(store, { documents });
}
