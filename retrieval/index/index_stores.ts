import type { IndexLocation, IndexStore } from "./index_store.ts";
import { LOCAL_STORE } from "./local/local_store.ts";
import { OPENSEARCH_STORE } from "./opensearch/open_search_store.ts";

/**
 * All stores of indexes. The first that accepts a location keeps its index. A new store is a folder
 * and a row here.
 */
export const INDEX_STORES: readonly IndexStore[] = [OPENSEARCH_STORE, LOCAL_STORE];

/** Returns the store that keeps the index at a location. */
export function findIndexStore(location: IndexLocation): IndexStore {
  return INDEX_STORES.find((store) => store.accepts(location)) ?? LOCAL_STORE;
}
