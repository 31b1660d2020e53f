import type { DocumentKind } from "../chunk/chunk.ts";
import type { LineEvidence } from "../query/path_evidence.ts";
import type { Field } from "./bm25f.ts";
import type { NameTerms } from "./file_name.ts";
import type { FileScore } from "./file_steps.ts";
import type { PathKind } from "./path_kind.ts";
import type { NamedFile } from "./analyzed_query.ts";

/** Scores of one kind for all files. */
export interface FileScores {
  /** Score by the number of the file; 0 without one. */
  readonly scores: Float64Array | Float32Array;
  /** Highest score, which divides a score to make it a share; 0 without any score. */
  readonly highest: number;
}

/** Score of each file: the score of its best chunk, plus .35 times the scores of the next two. */
export interface BestChunks extends FileScores {
  /** Highest score of a chunk; 0 when no chunk has one. */
  readonly highestChunk: number;
}

/**
 * All scores of files, one field for each kind of score that the ranking reads. A field is
 * undefined when the index does not have this score, or the query does not need it.
 */
export type EvidenceScores =
  & Readonly<Record<FileScore, FileScores | undefined>>
  & { readonly chunks: BestChunks; readonly names: BestChunks | undefined };

/** Scores that an index has for all files before it looks at single files. */
export type PoolEvidence =
  & Partial<EvidenceScores>
  & Pick<EvidenceScores, "chunks">;

/** File that may be ranked. */
export interface PoolFile extends NamedFile {
  /** Number of the file, which is its index in the scores of files. */
  readonly file: number;
  /** Number of its document in the index. */
  readonly document: number;
  /** Content hash. */
  readonly hash: string;
  readonly kind: DocumentKind;
  /** Terms of its descriptive name. */
  readonly name: NameTerms;
  readonly kinds: readonly PathKind[];
  /** Number of its first chunk, which is its index in the scores of chunks. */
  readonly firstChunk: number;
  /** Number after that of its last chunk. */
  readonly endChunk: number;
}

/**
 * Evidence from the symbols that a query names, for chunks and files; see `namedSymbolEvidence()`.
 */
export interface NamedSymbolEvidence {
  /** Likelihood that the query is about a definition in the chunk. */
  readonly chunks: ReadonlyMap<number, number>;
  /** The same for files with a chunk whose label is the named symbol. */
  readonly files: ReadonlyMap<number, number>;
}

/** Occurrences of a term in one chunk. */
export interface TermHit {
  readonly counts: Readonly<Record<Field, number>>;
  /** Saturated frequency over all fields. */
  readonly saturated: number;
}

/** Evidence of one term. */
export interface TermEvidence {
  readonly term: string;
  /** Number of its occurrences in the query. */
  readonly count: number;
  /** Factor for its place in the query. */
  readonly weight: number;
  /** Number of chunks with the term. */
  readonly chunkFrequency: number;
  /** Number of all chunks. */
  readonly chunkCount: number;
  /** The idf, raised to {@link TermEvidence.exponent}. */
  readonly idf: number;
  readonly exponent: number;
  /** Chunks of the pool with the term, by number. */
  readonly hits: ReadonlyMap<number, TermHit>;
}

/**
 * Numbers that an index provides for a query; `rankEvidence()` ranks by them.
 *
 * The numbers of files and chunks are indexes of the arrays. The numbers are valid inside one
 * evidence only: an index may number all its files and chunks, or only the returned ones.
 */
export interface Evidence {
  /** Files that are ranked. */
  readonly pool: readonly PoolFile[];
  readonly scores: EvidenceScores;
  /** Idf of each term of the query. */
  readonly idfs: ReadonlyMap<string, number>;
  /** BM25F of each chunk; 0 when no term occurs. */
  readonly wordScores: Float64Array;
  /** BM25F of each chunk by the terms of the guessed names; undefined without names. */
  readonly nameScores?: Float64Array | undefined;
  /**
   * Cosine of each chunk; NaN for chunks without a vector and for chunks that were not compared.
   */
  readonly cosines?: Float32Array | undefined;
  /** Undefined when the step is disabled. */
  readonly namedSymbols?: NamedSymbolEvidence | undefined;
  /** Strength with which the query points at a chunk by the lines that it names, at most 1. */
  readonly lineScores?: ReadonlyMap<number, number> | undefined;
  /** Lines that the query names, by file. */
  readonly namedLines?: ReadonlyMap<number, LineEvidence> | undefined;
  /** Functions that the query names without a known file. */
  readonly namedFunctions?: LineEvidence | undefined;
  /** Chunks with all words of a phrase; they are ranked regardless of the limit. */
  readonly phraseChunks?: ReadonlySet<number> | undefined;
  /**
   * True when files are proposed for their meaning alone, as no word of the query is in the tree.
   */
  readonly isMeaningOnly: boolean;
  /** Present when explanations are requested. */
  readonly terms?: readonly TermEvidence[] | undefined;
}
