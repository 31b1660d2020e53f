import type { DocumentKind } from "../chunk/chunk.ts";
import type { Field } from "./bm25f.ts";
import type { PoolFile } from "./evidence.ts";
import type { Postings } from "./postings.ts";
import type { SubjectIndex } from "./score_subjects.ts";

/**
 * Raw numbers of an index in one state: its terms, files, names, vectors and commits. It does not
 * rank.
 *
 * Files are numbered from 0. Chunks are numbered from 0 too, and the chunks of a file are
 * consecutive. An index may also number deleted files, whose chunks are deleted: they have no
 * postings, no cosines, and 0 for a document. Documents are identified by their numbers in the
 * index.
 */
export interface IndexView {
  /** Numbers of all chunks. */
  readonly chunks: ChunkTable;
  readonly files: FileTable;
  /** Model of the vectors; undefined without vectors. */
  readonly model: string | undefined;

  /** Returns the postings of a term; they are valid until the next call. */
  readPostings(term: string): Postings;

  /**
   * Returns true when a chunk has a term.
   *
   * @param accepted One byte per chunk: 0 for those that do not count. All count without it.
   */
  hasTerm(term: string, accepted?: Uint8Array): boolean;

  /** Returns the rank of each file in the order of the paths. */
  rankPaths(): Uint32Array;

  /** Returns the chunks of a document in line order; none for an unknown document. */
  listChunks(document: number): readonly DocumentChunk[];

  /** Returns the names of some documents, by their numbers. */
  listNames(documents: readonly number[]): ReadonlyMap<number, IndexedNames>;

  /** Returns path, language and kind of all documents. */
  listFacts(): readonly DocumentFacts[];

  /** Returns the documents with one of some keys of `fileKeys()`. */
  listByFileKeys(keys: Iterable<string>): readonly Pick<DocumentFacts, "id" | "path">[];

  /** Returns those of some documents that define a name, in no order. */
  listDefiningDocuments(documents: readonly number[], name: string): readonly HashedDocument[];

  /**
   * Returns the cosine of a query with each chunk, by the chunk's number; NaN for chunks without a
   * vector.
   *
   * @param query Vector of the index's model.
   * @param spans Requested chunks, in ascending order; others may be NaN as well. All chunks
   * without it.
   */
  compareChunks(query: Float32Array, spans?: readonly ChunkSpan[]): Float32Array;

  /**
   * Returns the highest cosine of a query with the names of each of some documents; 0 when none is
   * above 0.
   */
  compareNames(query: Float32Array, documents: readonly number[]): Float32Array;

  /** Returns the indexed subjects of commits. */
  readSubjects(): SubjectIndex;
}

/** Numbers of all chunks. */
export interface ChunkTable {
  /** Number of chunks. */
  readonly count: number;
  /** Number of live chunks, without deleted ones; N of the idf. */
  readonly liveCount: number;
  /** Number of the file of each chunk. */
  readonly fileOf: Uint32Array;
  /** Number of terms in each field of each chunk. */
  readonly lengths: Readonly<Record<Field, Uint16Array | Uint8Array>>;
  /** Mean of these lengths over the live chunks. */
  readonly averageLengths: Readonly<Record<Field, number>>;
}

/** Numbers of all files, as parallel arrays. */
export interface FileTable {
  /** Number of the document of each file; 0 for the remains of a changed or removed file. */
  readonly documents: Uint32Array;
  /** Number of the first chunk of each file; the last entry is the number of all chunks. */
  readonly firstChunks: Uint32Array;
  /** Number of terms in the bodies of all chunks of each file. */
  readonly lengths: Uint32Array;
  /** Mean of these lengths over the documents of the index. */
  readonly averageLength: number;
}

/** Consecutive chunks: the number of the first, and the number after the last. */
export interface ChunkSpan {
  readonly first: number;
  readonly end: number;
}

/** Returns the spans of the chunks of some files, in the order of the files. */
export function chunkSpansOf({ firstChunks }: FileTable, files: readonly number[]): ChunkSpan[] {
  return files.map((file) => ({ first: firstChunks[file]!, end: firstChunks[file + 1]! }));
}

/** Chunk of a document. */
export interface DocumentChunk {
  /** First line, 1-based. */
  readonly startLine: number;
  /** Last line, 1-based and inclusive. */
  readonly endLine: number;
  /** Definition or heading that names the chunk; empty when there is none. */
  readonly label: string;
}

/** Names and kinds of a document, prepared for comparison with a query. */
export type IndexedNames = Omit<PoolFile, "file" | "document" | "firstChunk" | "endChunk">;

/** Number, path, language and kind of a document. */
export interface DocumentFacts {
  readonly id: number;
  /** Path relative to the root, with `/`. */
  readonly path: string;
  /** Lower-case language name. */
  readonly language: string;
  /** Program text or prose. */
  readonly kind: DocumentKind;
}

/** Document with the hash of its text. */
export interface HashedDocument extends DocumentFacts {
  /** SHA-256 of the bytes, hexadecimal. */
  readonly hash: string;
}
