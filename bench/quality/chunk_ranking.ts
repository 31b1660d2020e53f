import type { Candidate } from "@dossier/core";
import {
  AnsweringIndex,
  type EngineOptions,
  type IndexReport,
} from "../../retrieval/answer/mod.ts";
import { checkQuery, prepareQuery } from "../../retrieval/answer/prepare_query.ts";
import { openStateDirectory } from "../../retrieval/machine/mod.ts";
import { findCandidates, type SearchOptions } from "../../retrieval/search/mod.ts";
import { acceptRoot } from "../../retrieval/tree/mod.ts";

/** Options of a {@link ChunkRanking}. */
type ChunkRankingOptions = Pick<EngineOptions, "root" | "state" | "history">;

/** Returns the ranking of a tree's chunks. */
export async function openChunkRanking(options: ChunkRankingOptions): Promise<ChunkRanking> {
  const { path: root, maxFiles } = acceptRoot(options);
  const state = await openStateDirectory(root, { chosen: options.state });
  return new ChunkRanking(new AnsweringIndex(root, state, { ...options, maxFiles }));
}

/**
 * Chunks of a tree as the first stage ranks them. They are not shown, but files are found by them.
 */
export class ChunkRanking implements Disposable {
  readonly #index: AnsweringIndex;

  /** Takes ownership of an index; use {@link openChunkRanking}. */
  constructor(index: AnsweringIndex) {
    this.#index = index;
  }

  /** Brings the index up to date with the tree. */
  update(): Promise<IndexReport> {
    return this.#index.update();
  }

  /** Returns the best chunks for a query, from the index as it is. */
  rank(
    query: string,
    options: Pick<SearchOptions, "limit" | "disabled" | "names">,
  ): Promise<readonly Candidate[]> {
    return this.#index.lease({ refresh: false }, async (lease) => {
      const { embeddedQuery } = await prepareQuery(checkQuery(query, options), lease, options);
      const { indexed: { reader, root }, visibility, sources } = lease;
      return await findCandidates(reader, embeddedQuery, { ...options, root, visibility, sources });
    });
  }

  /** Returns the paths of all documents of the index. */
  listPaths(): Promise<readonly string[]> {
    return this.#index.lease({ refresh: false }, async ({ indexed: { reader } }) => {
      const { documents } = await reader.describe();
      return (await reader.listDefinitions(documents)).map(({ path }) => path);
    });
  }

  /** Closes the index. */
  [Symbol.dispose](): void {
    this.#index[Symbol.dispose]();
  }
}
