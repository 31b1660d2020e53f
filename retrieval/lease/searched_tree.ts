import type { EmbeddedQuery, PartsTree, QueriedTree, SearchOptions } from "../search/mod.ts";
import type { Lease } from "./lease.ts";

/** A tree that is searched, and what it is asked. */
export type SearchedTree = QueriedTree & PartsTree;

/** Trees that are searched together; there is one at least. */
export type SearchedTrees = readonly [SearchedTree, ...SearchedTree[]];

/**
 * Returns a leased tree as it is searched.
 *
 * @param repository Its name, where several are searched.
 */
export function toSearchedTree(
  { indexed: { reader: index, root }, embedder, visibility, sources }: Pick<
    Lease,
    "indexed" | "embedder" | "visibility" | "sources"
  >,
  asked: EmbeddedQuery,
  { filter }: Pick<SearchOptions, "filter">,
  repository?: string,
): SearchedTree {
  const tree = { index, asked, embedder, root, visibility, sources, filter };
  return repository === undefined ? tree : { repository, ...tree };
}
