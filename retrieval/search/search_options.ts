import type { BundleIndex, Candidate, Note } from "@dossier/core";
import type { DocumentFilter, IndexProgress } from "../index/mod.ts";

/** Results of a search by default. */
export const DEFAULT_SEARCH_LIMIT = 10;

/** How fresh an answer must be. */
export interface FreshnessOptions {
  /** Whether the tree is compared with the index first. @default true */
  readonly refresh?: boolean;
  /**
   * How long changed files may take to be indexed first, in milliseconds; the first index of a tree
   * is built in full unless this says otherwise. @default 2000
   */
  readonly maxRefreshMs?: number | undefined;
  /** Called a few times a second while files are indexed. */
  readonly onProgress?: ((progress: IndexProgress) => void) | undefined;
  /**
   * Stops indexing early: what is done by then is kept, and instead of an answer there is an error
   * `interrupted`; `index()` reports what is pending.
   */
  readonly signal?: AbortSignal | undefined;
}

/** Options of a search. */
export interface SearchOptions extends FreshnessOptions {
  /** Most results. @default 10 */
  readonly limit?: number | undefined;
  /** Which documents may be found. */
  readonly filter?: DocumentFilter | undefined;
  /** Names of ranking steps to leave out. */
  readonly disabled?: readonly string[] | undefined;
  /** Whether each result comes with the tree that its score is the sum of. @default false */
  readonly explain?: boolean | undefined;
}

/** Ranked chunks for a query. */
export interface SearchResult {
  /** The query as it was given. */
  readonly query: string;
  /** The state of the index that answered. */
  readonly index: BundleIndex;
  /** Best first. */
  readonly results: readonly Candidate[];
  /** What else the reader should know. */
  readonly notes: readonly Note[];
}
