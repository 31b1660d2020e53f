import { findHistoryState, readHistoryColumn } from "../store/history.ts";
import type { Store } from "../store/open_store.ts";

const SECONDS_PER_DAY = 86_400;

/** What commits did to one file. */
export interface FileHistory {
  /** How many of the commits read have touched it, under whatever name it had: at least 1. */
  readonly changes: number;
  /** Days from the last of them to the newest commit of the tree; with a fraction, at least 0. */
  readonly age: number;
}

/** Returns what commits did to each document, by row number; those that none has touched have no entry. */
export function readFileHistory(store: Store): Map<number, FileHistory> {
  const histories = new Map<number, FileHistory>();
  const newest = findHistoryState(store)?.newest ?? 0;
  const changes = readHistoryColumn(store, "changes");
  const changed = readHistoryColumn(store, "changed");
  readHistoryColumn(store, "documents").forEach((document, file) => {
    if (document === 0) return;
    const age = (newest - changed[file]!) / SECONDS_PER_DAY;
    histories.set(document, { changes: changes[file]!, age });
  });
  return histories;
}
