import type { IndexLocation, IndexStore } from "./index_store.ts";
import { LOCAL_STORE } from "./local/local_store.ts";
import { OPENSEARCH_STORE } from "./opensearch/open_search_store.ts";

/** All ways to keep an index; the first that takes a place keeps its. Adding one is adding a folder and a row. */
export const INDEX_STORES: readonly IndexStore[] = [OPENSEARCH_STORE, LOCAL_STORE];

/** Returns what keeps the index of a place. */
export function findIndexStore(location: IndexLocation): IndexStore {
  return INDEX_STORES.find((store) => store.accepts(location)) ?? LOCAL_STORE;
}
