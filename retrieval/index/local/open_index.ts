import { INDEX_FINGERPRINT } from "../fingerprint.ts";
import { LocalIndex } from "./local_index.ts";
import { openStore, removeStore } from "./store/open_store.ts";

/**
 * Returns the index in the file at `path`, made when it is missing, and empty when another version of the
 * program wrote it.
 *
 * @throws {RetrievalError} `index-unwritable` for a link, and for a database that another program made.
 * @throws An error of `node:sqlite` when the file is damaged or can not be opened; see `toStoreError`.
 */
export function openIndex(path: string): LocalIndex {
  const fingerprint = INDEX_FINGERPRINT;
  return new LocalIndex(openStore(path, { fingerprint }), fingerprint);
}

/** Removes the index file at `path` with all that belongs to it. */
export function removeIndex(path: string): void {
  removeStore(path);
}
