import type { DocumentKind } from "../chunk/chunk.ts";
import type { LineEvidence } from "../query/path_evidence.ts";
import type { Field } from "./bm25f.ts";
import type { NameTerms } from "./file_name.ts";
import type { FileScore } from "./file_steps.ts";
import type { PathKind } from "./path_kind.ts";
import type { NamedFile } from "./query_reading.ts";

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

/**
 * All scores of files: one of each kind that a step of the ranking reads, undefined where the index has none or nothing
 * of the query asks for it.
 */
export type EvidenceScores =
  & Readonly<Record<FileScore, FileScores | undefined>>
  & { readonly chunks: BestChunks; readonly names: BestChunks | undefined };

/** Those that an index has of all files, before any file is looked at. */
export type PoolEvidence =
  & Partial<EvidenceScores>
  & Pick<EvidenceScores, "chunks">;

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
