import type { MentionEvidence } from "../query/path_evidence.ts";
import type { QueryTerm } from "../text/analyze_query.ts";
import type { QualifiedName } from "./name_match.ts";
import type { requestedKinds } from "./path_kind.ts";

/** Term of a query. */
export interface ScorableTerm extends QueryTerm {
  /** Factor for its place in the query. @default 1 */
  readonly weight?: number;
}

/** Symbol that a query names, as written and as index terms. */
export interface NamedSymbol extends QualifiedName {
  /** Its own name as a term. */
  readonly term: string;
  /** Name of its container, as a term. */
  readonly container?: string | undefined;
  /** Likelihood that the query is about it, above 0 and at most 1. */
  readonly weight: number;
}

/** Path and definitions of a file that a query may name. */
export interface NamedFile {
  readonly path: string;
  /** Distinct names of its definitions, one per line. */
  readonly definitions: string;
}

/** Query in the form that the ranking reads. */
export interface AnalyzedQuery {
  readonly terms: readonly ScorableTerm[];
  /** Keys of files that it may point at, as `fileKeys` returns them; absent when it names none. */
  readonly pathKeys?: ReadonlySet<string>;
  /**
   * Returns the evidence with which it points at some of these paths; absent when it names no file.
   */
  readonly matchPaths?: (paths: readonly string[]) => MentionEvidence;
  /** True when it consists of one word, or of a symbol with its container. */
  readonly isSymbol: boolean;
  /** Symbols that it names, highest weight first; absent when it names none. */
  readonly symbols?: readonly NamedSymbol[];
  /**
   * Returns the strength with which the symbols of the query point at a file; absent when the query
   * names no symbols.
   */
  readonly matchSymbols?: (file: NamedFile) => number;
  /** True when it asks about usage, which documents explain. @default false */
  readonly asksForDocuments?: boolean;
  /** Terms of the names that the caller guesses; absent without names. */
  readonly nameTerms?: readonly ScorableTerm[];
  /** Weight of these names, from 0 to 1; see `nameTrustFromMatches()`. @default 1 */
  readonly nameTrust?: number;
}

/** Vector of a query. */
export interface QueryVector {
  /** Fingerprint of the model: only vectors of one model can be compared. */
  readonly fingerprint: string;
  readonly numbers: Float32Array;
  /** True when the model reads sentences, so that files may be proposed for their meaning alone. */
  readonly readsSentences?: boolean | undefined;
}

/** Query and options of its ranking. */
export interface RankOptions {
  readonly query: AnalyzedQuery;
  /** Number of requested chunks. */
  readonly limit: number;
  /**
   * True to return only the best chunk of each file, beside chunks with a phrase.
   *
   * @default false
   */
  readonly isByFile?: boolean | undefined;
  /** Names of disabled ranking steps. */
  readonly disabled: ReadonlySet<string>;
}

/** Traits of a query as a whole. */
export interface QueryTraits {
  /** From 0 for a question to 1 for a long text. */
  readonly verbosity: number;
  /** Kinds of files that it requests. */
  readonly requestedKinds: ReturnType<typeof requestedKinds>;
  /** Weight of guessed names, from 0 for none to 1; see `nameTrustFromMatches()`. @default 0 */
  readonly nameTrust?: number;
}
