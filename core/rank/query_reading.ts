import type { MentionEvidence } from "../query/path_evidence.ts";
import type { QueryTerm } from "../text/analyze_query.ts";
import type { AskedName } from "./name_match.ts";
import type { askedKinds } from "./path_kind.ts";

/** A term of a query. */
export interface ScorableTerm extends QueryTerm {
  /** Factor for its place in the query. @default 1 */
  readonly weight?: number;
}

/** A symbol that a query names, as it is written and as index terms. */
export interface NamedSymbol extends AskedName {
  /** Its own name as a term. */
  readonly term: string;
  /** The name that it is in, as a term. */
  readonly container?: string | undefined;
  /** From above 0 to 1: how likely the query is about it. */
  readonly weight: number;
}

/** The parts of a file that a query may name. */
export interface NamedFile {
  readonly path: string;
  /** Distinct names defined in it, one a line. */
  readonly definitions: string;
}

/** A query as the ranking reads it. */
export interface QueryReading {
  readonly terms: readonly ScorableTerm[];
  /** Names of files it may point at, as `fileKeys` gives them; absent when it names none. */
  readonly pathKeys?: ReadonlySet<string>;
  /** Returns how it points at some of these paths; absent when it names no file. */
  readonly matchPaths?: (paths: readonly string[]) => MentionEvidence;
  /** Whether it is one word, or a symbol with its container, and nothing else. */
  readonly isSymbol: boolean;
  /** The symbols that it names, the weightiest first; absent when it names none. */
  readonly symbols?: readonly NamedSymbol[];
  /** Returns how strongly it points at a file by the symbols it names; absent when it names none. */
  readonly matchSymbols?: (file: NamedFile) => number;
  /** Whether it asks what people are told, as documents do. @default false */
  readonly isDocumentary?: boolean;
  /** The terms of the names that the caller guesses; absent when none are given. */
  readonly nameTerms?: readonly ScorableTerm[];
  /** How much these count, from 0 to 1; see `trustOfNames()`. @default 1 */
  readonly nameTrust?: number;
}

/** A query as a model reads it. */
export interface QueryVector {
  /** Of the model: only vectors of the same can be compared. */
  readonly fingerprint: string;
  readonly numbers: Float32Array;
  /** Whether the model reads sentences, so that what is near in meaning may be proposed for that alone. */
  readonly readsSentences?: boolean | undefined;
}

/** A query, and how its answer is ranked. */
export interface RankOptions {
  readonly query: QueryReading;
  /** How many chunks are wanted. */
  readonly limit: number;
  /** Whether of each file only the best chunk is wanted, beside those that hold a phrase. @default false */
  readonly isByFile?: boolean | undefined;
  /** Names of ranking steps to leave out. */
  readonly disabled: ReadonlySet<string>;
}

/** Traits of a query as a whole. */
export interface QueryTraits {
  /** From 0 for a question to 1 for a long text. */
  readonly verbosity: number;
  /** The kinds of files that it asks for. */
  readonly asked: ReturnType<typeof askedKinds>;
  /** How much guessed names count, from 0 for none to 1; see `trustOfNames()`. @default 0 */
  readonly nameTrust?: number;
}
