import type { EmbeddedQuery, PartsTree, QueriedTree, SearchOptions } from "../search/mod.ts";
import type { Lease } from "./lease.ts";

/** Tree that is searched, with its query. */
export type SearchedTree = QueriedTree & PartsTree;

/** Trees that are searched together, at least one. */
export type SearchedTrees = readonly [SearchedTree, ...SearchedTree[]];

/**
 * Returns a leased tree in the form for searching.
 *
 * @param repository Name of the repository, when several are searched.
 */
export function toSearchedTree(
  { indexed: { reader: index, root }, embedder, visibility, sources }: Pick<
    Lease,
    "indexed" | "embedder" | "visibility" | "sources"
  >,
  embeddedQuery: EmbeddedQuery,
  { filter }: Pick<SearchOptions, "filter">,
  repository?: string,
): SearchedTree {
  const tree = { index, embeddedQuery, embedder, root, visibility, sources, filter };
  return repository === undefined ? tree : { repository, ...tree };
}
