import type { PathKind } from "./path_kind.ts";

/**
 * What speaks for a file. Numbers that have no scale of their own (BM25, cosines) are given as the
 * share of the best file's, so that each has 1 at most and weights mean the same for every query.
 */
export interface FileEvidence {
  /** Its best chunks by BM25F. */
  readonly chunks: number;
  /** Its whole text by BM25. */
  readonly text: number;
  /** Share of the name by which it is known that the query has. */
  readonly name: number;
  /** How surely it defines a symbol that the query names. */
  readonly symbol: number;
  /** Subjects of the commits that touched it, weighed by how long the history is. */
  readonly subjects: number;
  /** Its best chunk by the cosine to the query. */
  readonly meaning: number;
  /** The names that it defines, by the highest cosine of some of them to the query. */
  readonly definitions: number;
  /** How exactly the query names its path. */
  readonly mention: number;
  /** The roles that its place in the tree gives it. */
  readonly kinds: readonly PathKind[];
  /** Whether it is prose. */
  readonly isDocument: boolean;
}

/** What the steps ask of a query. */
export interface QueryTraits {
  /** From 0 for a question to 1 for a long text. */
  readonly verbosity: number;
  /** The kinds of files that it asks for. */
  readonly asked: ReadonlySet<PathKind | "document">;
}
