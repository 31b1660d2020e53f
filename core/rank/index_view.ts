import type { DocumentKind } from "../chunk/chunk.ts";
import type { Field } from "./bm25f.ts";
import type { PoolFile } from "./evidence.ts";
import type { Postings } from "./postings.ts";
import type { SubjectIndex } from "./score_subjects.ts";

/**
 * The raw numbers of an index in one state: what it holds of terms, files, names, vectors and commits. Nothing in it
 * ranks.
 *
 * Chunks are numbered from 0, those of a file one after another, and so are files. An index may number files that are
 * there no more, whose chunks are dead: they have no postings, no cosines, and 0 for a document. Documents go by the
 * numbers that the index knows them by.
 */
export interface IndexView {
  /** What there is to know of all chunks. */
  readonly chunks: ChunkTable;
  readonly files: FileTable;
  /** The model that the vectors are of; undefined without vectors. */
  readonly model: string | undefined;

  /** Returns the postings of a term; they are valid until the next are asked for. */
  readPostings(term: string): Postings;

  /**
   * Returns whether a chunk has a term.
   *
   * @param accepted One byte a chunk: 0 for those that do not count. All count without it.
   */
  hasTerm(term: string, accepted?: Uint8Array): boolean;

  /** Returns the rank of each file in the order of the paths. */
  rankPaths(): Uint32Array;

  /** Returns the chunks of a document in line order; none for one that is not there. */
  listChunks(document: number): readonly DocumentChunk[];

  /** Returns the names of some documents, by their numbers. */
  listNames(documents: readonly number[]): ReadonlyMap<number, IndexedNames>;

  /** Returns path, language and kind of all documents. */
  listFacts(): readonly DocumentFacts[];

  /** Returns the documents that go by one of some names as `fileKeys()` gives them. */
  listCalled(keys: Iterable<string>): readonly Pick<DocumentFacts, "id" | "path">[];

  /** Returns those of some documents that define a name, in no order. */
  listDefining(documents: readonly number[], name: string): readonly DocumentPlace[];

  /**
   * Returns the cosine of a query with each chunk, by the chunk's number; NaN for chunks without a vector.
   *
   * @param query A vector of the index's model.
   * @param spans The chunks that are asked for, in ascending order; others may be NaN as well. All without it.
   */
  compareChunks(query: Float32Array, spans?: readonly ChunkSpan[]): Float32Array;

  /** Returns the highest cosine of a query with the names of each of some documents; 0 where none is higher. */
  compareNames(query: Float32Array, documents: readonly number[]): Float32Array;

  /** Returns what there is of the subjects of commits. */
  readSubjects(): SubjectIndex;
}

/** What there is to know of all chunks. */
export interface ChunkTable {
  /** How many there are. */
  readonly count: number;
  /** Those that are alive; N of the idf. */
  readonly alive: number;
  /** Number of the file that each is of. */
  readonly fileOf: Uint32Array;
  /** Terms in each. */
  readonly lengths: Readonly<Record<Field, Uint16Array | Uint8Array>>;
  /** Mean of these over those alive. */
  readonly averageLengths: Readonly<Record<Field, number>>;
}

/** What there is to know of all files, as parallel arrays. */
export interface FileTable {
  /** The document of each; 0 for what is left of one that was changed or removed. */
  readonly documents: Uint32Array;
  /** Number of the first chunk of each, and behind them the number of chunks. */
  readonly firstChunks: Uint32Array;
  /** Terms in the bodies of all chunks of each. */
  readonly lengths: Uint32Array;
  /** Mean of these over the documents of the index. */
  readonly averageLength: number;
}

/** Chunks next to one another: the number of the first, and that of the one behind the last. */
export interface ChunkSpan {
  readonly first: number;
  readonly end: number;
}

/** Returns the chunks of some files, in the order of the files. */
export function spansOf({ firstChunks }: FileTable, files: readonly number[]): ChunkSpan[] {
  return files.map((file) => ({ first: firstChunks[file]!, end: firstChunks[file + 1]! }));
}

/** A chunk of a document. */
export interface DocumentChunk {
  /** First line, 1-based. */
  readonly startLine: number;
  /** Last line, 1-based and inclusive. */
  readonly endLine: number;
  /** The definition or heading that names the chunk; empty when there is none. */
  readonly label: string;
}

/** Names and kinds of a document, ready for comparing with a query. */
export type IndexedNames = Omit<PoolFile, "file" | "document" | "firstChunk" | "endChunk">;

/** A document's number, path, language and kind. */
export interface DocumentFacts {
  readonly id: number;
  /** Path relative to the root, with `/`. */
  readonly path: string;
  /** Lower-case language name. */
  readonly language: string;
  /** Program text or prose. */
  readonly kind: DocumentKind;
}

/** A document with what tells its text. */
export interface DocumentPlace extends DocumentFacts {
  /** SHA-256 of the bytes, hexadecimal. */
  readonly hash: string;
}
