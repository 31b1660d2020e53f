import type { DocumentKind } from "@dossier/core";
import { fileKeys } from "@dossier/core/text";
import { checksum, type Connection, RetrievalError } from "../../../machine/mod.ts";
import type { DocumentFacts, DocumentHashes, KnownDocument } from "../../index_reader.ts";
import { checkRow } from "./check_row.ts";
import type { Store } from "./open_store.ts";

/** Facts about a file that are known without reading it. */
export interface FileTraits {
  readonly size: number;
  /** Modification time in milliseconds since 1970, which programs that write the file can set. */
  readonly modified: number;
  /** Time of the last change of the bytes or of the metadata, which programs cannot set. */
  readonly changed: number;
  /** Low 32 bits of the inode number. */
  readonly inode: number;
}

/** Facts about a file when it was read. */
export interface FileStamp extends FileTraits {
  /**
   * True when the file changed so shortly before it was read that a later change could have the
   * same size and time. Then only its bytes show a change.
   */
  readonly racy: boolean;
}

/** Indexed file. */
export interface StoredDocument extends KnownDocument, FileStamp, DocumentHashes {
  readonly segment: number;
  /** Number of its first chunk in the segment. */
  readonly firstChunk: number;
  /** Terms of the name of the file; see `encodeFileName()` of core. */
  readonly nameTerms: string;
}

/** Document to write. Its row number follows from its path. */
export type NewDocument = Omit<StoredDocument, "id">;

/** Location of a document's chunks. */
export type ChunkLocation = Pick<StoredDocument, "id" | "segment" | "firstChunk">;

const COLUMNS =
  "id, path, language, kind, size, modified, changed, inode, racy, hash, blob, segment, first_chunk, chunks, definitions, name_terms, stem, folder, sum";
const SELECT_BY_ID = `SELECT ${COLUMNS} FROM documents WHERE id = ?`;
const SELECT_BY_PATH = `SELECT ${COLUMNS} FROM documents WHERE path = ?`;
const SELECT_HASHES = `SELECT path, hash, blob FROM documents
  WHERE path IN (SELECT value FROM json_each(?))`;
const SELECT_STAMPS = "SELECT path, size, modified, changed, inode, racy FROM documents";
const SELECT_RACY =
  "SELECT path FROM documents WHERE racy = 1 UNION ALL SELECT path FROM skipped WHERE racy = 1";
const SELECT_FACTS = "SELECT id, path, language, kind FROM documents";
const SELECT_LOCATIONS = "SELECT id, segment, first_chunk FROM documents";
const SELECT_BELOW = "SELECT 1 FROM documents WHERE path > ? AND path < ? LIMIT 1";
const COUNT = "SELECT count(*) FROM documents";
const UPSERT = `INSERT INTO documents
    (path, stem, folder, language, kind, size, modified, changed, inode, racy, hash, blob, segment, first_chunk,
      chunks, definitions, name_terms, names_sum, sum)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (path) DO UPDATE SET language = excluded.language, kind = excluded.kind,
    size = excluded.size, modified = excluded.modified, changed = excluded.changed, inode = excluded.inode,
    racy = excluded.racy,
    hash = excluded.hash, blob = excluded.blob, segment = excluded.segment, first_chunk = excluded.first_chunk,
    chunks = excluded.chunks, definitions = excluded.definitions, name_terms = excluded.name_terms,
    names_sum = excluded.names_sum, sum = excluded.sum
  RETURNING id`;
const UPDATE_STAMP = `UPDATE documents
  SET size = ?, modified = ?, changed = ?, inode = ?, racy = ? WHERE path = ?`;
const MOVE = "UPDATE documents SET segment = ?, first_chunk = ? WHERE id = ?";
const DELETE = "DELETE FROM documents WHERE path = ?";

// Functions that handle many rows access them by index: array patterns use iterators, which take 2
// µs each before they are compiled.

type Row = [
  ...[id: number, path: string, language: string, kind: DocumentKind],
  ...[size: number, modified: number, changed: number, inode: number, racy: number],
  ...[hash: string, blob: string],
  ...[segment: number, firstChunk: number, chunks: string, definitions: string, nameTerms: string],
  ...[stem: string, folder: string | null, sum: number],
];

function toDocument(row: Row): StoredDocument {
  const [, path, language, kind, , , , , , hash, blob, , , chunks, definitions, nameTerms] = row;
  const values = [
    path,
    row[16],
    row[17],
    language,
    kind,
    hash,
    blob,
    chunks,
    definitions,
    nameTerms,
  ];
  checkRow(`the document "${path}"`, row[18], ...values);
  const ranges = parseRanges(row[1], row[13]);
  return {
    id: row[0],
    path: row[1],
    language: row[2],
    kind: row[3],
    size: row[4],
    modified: row[5],
    changed: row[6],
    inode: row[7],
    racy: row[8] === 1,
    hash: row[9],
    blob: row[10],
    segment: row[11],
    firstChunk: row[12],
    nameTerms: row[15],
    chunks: ranges.map((range) => ({ startLine: range[0], endLine: range[1], label: range[2] })),
    definitions: row[14] === "" ? [] : row[14].split("\n"),
  };
}

/** Returns the line ranges and labels of a document's chunks, as written in its row. */
function parseRanges(path: string, chunks: string): [number, number, string][] {
  try {
    const ranges = JSON.parse(chunks);
    if (Array.isArray(ranges)) return ranges;
    throw new TypeError("It is not a list");
  } catch (cause) {
    // SQLite keeps no checksums, so a page of the file may have been overwritten.
    throw new RetrievalError("index-damaged", `Cannot read the chunks of "${path}"`, { cause });
  }
}

/** Returns the document with row number `id`, or undefined. */
export function findDocument(store: Store, id: number): StoredDocument | undefined {
  const row = store.findRow<Row>(SELECT_BY_ID, id);
  return row && toDocument(row);
}

/** Returns the document at `path`, or undefined. */
export function findDocumentByPath(store: Store, path: string): StoredDocument | undefined {
  const row = store.findRow<Row>(SELECT_BY_PATH, path);
  return row && toDocument(row);
}

/** Returns the hashes of the documents at some paths, by path. */
export function listDocumentHashes(
  store: Store,
  paths: readonly string[],
): Map<string, DocumentHashes> {
  const rows = store.listRows<[string, string, string]>(SELECT_HASHES, JSON.stringify(paths));
  return new Map(rows.map((row) => [row[0], { hash: row[1], blob: row[2] }]));
}

/** Returns the stamps of the files of all documents. */
export function listDocumentStamps(store: Store): (FileStamp & { readonly path: string })[] {
  return store.listRows<[string, number, number, number, number, number]>(SELECT_STAMPS)
    .map((row) => ({
      path: row[0],
      size: row[1],
      modified: row[2],
      changed: row[3],
      inode: row[4],
      racy: row[5] === 1,
    }));
}

/** Returns the paths of files for which only the bytes show whether they have changed. */
export function listRacyPaths(store: Store): string[] {
  return store.listRows<[string]>(SELECT_RACY).map((row) => row[0]);
}

/** Returns path, language and kind of all documents. */
export function listDocumentFacts(store: Store): DocumentFacts[] {
  return store.listRows<[number, string, string, DocumentKind]>(SELECT_FACTS)
    .map((row) => ({ id: row[0], path: row[1], language: row[2], kind: row[3] }));
}

/** Returns the locations of the chunks of all documents. */
export function listChunkLocations(store: Connection): ChunkLocation[] {
  return store.listRows<[number, number, number]>(SELECT_LOCATIONS)
    .map((row) => ({ id: row[0], segment: row[1], firstChunk: row[2] }));
}

/** Returns true when there is a document in the folder at `path` or below it. */
export function hasDocumentBelow(store: Store, path: string): boolean {
  // "0" is the character after "/", so the range contains the paths in the folder.
  return store.findRow(SELECT_BELOW, `${path}/`, `${path}0`) !== undefined;
}

/** Returns the number of documents. */
export function countDocuments(store: Store): number {
  return store.findValue<number>(COUNT)!;
}

/** Writes a document, replacing one at the same path, and returns its row number. */
export function writeDocument(store: Store, document: NewDocument): number {
  const { path, language, kind, hash, blob, nameTerms } = document;
  const { size, modified, changed, inode, racy } = document;
  const ranges = JSON.stringify(
    document.chunks.map(({ startLine, endLine, label }) => [startLine, endLine, label]),
  );
  const definitions = document.definitions.join("\n");
  const [stem = "", folder = null] = fileKeys(path);
  return store.findValue<number>(
    UPSERT,
    ...[path, stem, folder, language, kind, size, modified, changed, inode, racy ? 1 : 0],
    ...[hash, blob, document.segment, document.firstChunk, ranges, definitions, nameTerms],
    checksum(path, kind, hash, definitions, nameTerms),
    checksum(path, stem, folder, language, kind, hash, blob, ranges, definitions, nameTerms),
  )!;
}

/** Writes a new stamp for the document at `path`, whose bytes are the same. */
export function writeDocumentStamp(store: Store, path: string, stamp: FileStamp): void {
  store.statement(UPDATE_STAMP).run(
    ...[stamp.size, stamp.modified, stamp.changed, stamp.inode, stamp.racy ? 1 : 0, path],
  );
}

/** Writes the new location of a document's chunks. */
export function moveDocument(store: Store, { id, segment, firstChunk }: ChunkLocation): void {
  store.statement(MOVE).run(segment, firstChunk, id);
}

/** Deletes the document at `path`, if there is one. */
export function deleteDocument(store: Store, path: string): void {
  store.statement(DELETE).run(path);
}
