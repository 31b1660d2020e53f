import type { DocumentKind } from "../chunk/chunk.ts";
import type { LineEvidence, MentionEvidence } from "../query/path_evidence.ts";
import type { QueryTerm } from "../text/analyze_query.ts";
import type { Field } from "./bm25f.ts";
import type { NameTerms } from "./file_name.ts";
import type { AskedName } from "./name_match.ts";
import type { askedKinds, PathKind } from "./path_kind.ts";

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

/** Scores of one kind for all files. */
export interface FileScores {
  /** By number of the file; 0 where there is none. */
  readonly scores: Float64Array | Float32Array;
  /** A score divided by this is a share; 0 when there is no score. */
  readonly highest: number;
}

/** By file: the score of its best chunk and .35 of those of the next two. */
export interface BestChunks extends FileScores {
  /** The highest score of a chunk; 0 when none has one. */
  readonly highestChunk: number;
}

/** What an index says of all files for one query, before any file is looked at. */
export interface PoolEvidence {
  /** The best chunks by BM25F. */
  readonly chunks: BestChunks;
  /** The whole texts by BM25. */
  readonly text: FileScores;
  /** Which share of the words of the query they have, rare ones counting more; at most 1. */
  readonly coverage: FileScores;
  /** Subjects of commits; undefined without commits. */
  readonly subjects?: FileScores | undefined;
  /** The best chunks by the terms of the guessed names; undefined without names. */
  readonly names?: BestChunks | undefined;
  /** The whole texts by the terms of the guessed names; undefined without names. */
  readonly namesText?: FileScores | undefined;
  /** How strongly the query names the path, at most 1; undefined when it names none. */
  readonly mention?: FileScores | undefined;
}

/** All scores of files. */
export interface EvidenceScores extends PoolEvidence {
  /** Cosine of the best chunk; undefined without vectors. */
  readonly meaning?: FileScores | undefined;
  /** Cosine of the names that files define; undefined without vectors. */
  readonly definitions?: FileScores | undefined;
}

/** A file that may be ranked. */
export interface PoolFile extends NamedFile {
  /** Its number, by which the scores of files are found. */
  readonly file: number;
  /** The number of its document in the index. */
  readonly document: number;
  /** Content hash. */
  readonly hash: string;
  readonly kind: DocumentKind;
  /** The terms of the name by which it is known. */
  readonly name: NameTerms;
  readonly kinds: readonly PathKind[];
  /** Number of its first chunk, by which the scores of chunks are found. */
  readonly firstChunk: number;
  /** Number behind that of its last chunk. */
  readonly endChunk: number;
}

/** What the symbols that a query names say of chunks and files; see `namedSymbolEvidence()`. */
export interface NamedSymbolEvidence {
  /** How likely the query is about what a chunk defines. */
  readonly chunks: ReadonlyMap<number, number>;
  /** Likewise for the files of chunks whose label is what the query names. */
  readonly files: ReadonlyMap<number, number>;
}

/** How often a term is in one chunk. */
export interface TermHit {
  readonly counts: Readonly<Record<Field, number>>;
  /** The saturated frequency over all fields. */
  readonly saturated: number;
}

/** The evidence of one term. */
export interface TermEvidence {
  readonly term: string;
  /** How often it is in the query. */
  readonly count: number;
  /** Factor for its place in the query. */
  readonly weight: number;
  /** How many chunks have it. */
  readonly holding: number;
  /** How many chunks there are. */
  readonly chunkCount: number;
  /** The idf, raised to {@link TermEvidence.exponent}. */
  readonly idf: number;
  readonly exponent: number;
  /** The chunks of the pool that have it, by number. */
  readonly hits: ReadonlyMap<number, TermHit>;
}

/**
 * What an index says of a query: numbers, by which `rankEvidence()` ranks.
 *
 * Files and chunks have numbers, which are those of the arrays. They mean nothing outside of one
 * evidence: an index may number all that it has, or only what it returns.
 */
export interface Evidence {
  /** The files that are ranked. */
  readonly pool: readonly PoolFile[];
  readonly scores: EvidenceScores;
  /** The idf of each term of the query. */
  readonly idfs: ReadonlyMap<string, number>;
  /** BM25F of each chunk, 0 where no term occurs. */
  readonly words: Float64Array;
  /** BM25F of each chunk by the terms of the guessed names; undefined without names. */
  readonly nameWords?: Float64Array | undefined;
  /** Cosine of each chunk, NaN where it has no vector or none was asked for. */
  readonly cosines?: Float32Array | undefined;
  /** Undefined where the step is left out. */
  readonly named?: NamedSymbolEvidence | undefined;
  /** How strongly the query points at a chunk by the lines it names, at most 1. */
  readonly lines?: ReadonlyMap<number, number> | undefined;
  /** The lines that the query names, by file. */
  readonly namedLines?: ReadonlyMap<number, LineEvidence> | undefined;
  /** Functions that the query names of whatever file. */
  readonly namedFunctions?: LineEvidence | undefined;
  /** Chunks that have all words of a phrase; they are ranked whatever the limit. */
  readonly holders?: ReadonlySet<number> | undefined;
  /** Whether files are proposed for their meaning alone, as no word of the query is in the tree. */
  readonly isByMeaning: boolean;
  /** Present when explanations are asked for. */
  readonly terms?: readonly TermEvidence[] | undefined;
}

/**
 * What speaks for one file: a number for each step in `EVIDENCE_STEPS`. Numbers that have no scale of their
 * own (BM25, cosines) are given as the share of the best file's, so that each has 1 at most and weights
 * mean the same for every query.
 */
export interface FileEvidence
  extends Readonly<Record<"name" | "folder" | "symbol" | keyof EvidenceScores, number>> {
  readonly kinds: readonly PathKind[];
  /** Whether it is prose. */
  readonly isDocument: boolean;
}
