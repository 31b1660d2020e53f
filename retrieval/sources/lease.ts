import type { BundleIndex, Candidate, Note } from "@dossier/core";
import type { Exclusions } from "@dossier/core/exclude";
import type { PinnedHistory } from "../commits/mod.ts";
import type { ResolvedSettings } from "../config/mod.ts";
import type { Store } from "../index/mod.ts";
import type { AskedQuery, SearchOptions } from "../search/mod.ts";
import type { SourceShelf } from "../tree/mod.ts";

/** An index, the tree that it is of, and the settings in force. */
export interface IndexedTree {
  readonly store: Store;
  /** Absolute path of the tree. */
  readonly root: string;
  readonly settings: ResolvedSettings;
  /** Commits that are read in place of those of the work tree. */
  readonly history: PinnedHistory | undefined;
}

/** An index as fresh as an answer asks for, with the tree and the settings, all of one moment. */
export interface Lease {
  /** The index, the tree and its settings. */
  readonly indexed: IndexedTree;
  /** What may not be served. */
  readonly exclusions: Exclusions;
  /** Texts of the tree that were read before. */
  readonly sources: SourceShelf;
  /** The state of the index. */
  readonly index: BundleIndex;
  /** What there is to say so far. */
  readonly notes: readonly Note[];
}

/** Options of a search in an index that is fresh. */
export interface FindOptions
  extends Pick<SearchOptions, "limit" | "filter" | "disabled" | "explain"> {
  /** Says which paths may be found besides what the exclusions say; by default all. */
  readonly isWanted?: ((path: string) => boolean) | undefined;
}

/** A lease for a query. */
export interface QueryLease extends Lease {
  /** The query as words and as a vector. */
  readonly asked: AskedQuery;
  /** Returns the best chunks for the query. */
  find(options: FindOptions): Promise<readonly Candidate[]>;
}
