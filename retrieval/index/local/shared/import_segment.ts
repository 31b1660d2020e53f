import { RetrievalError } from "../../../machine/mod.ts";
import { type NewDocument, writeDocument } from "../store/documents.ts";
import type { Store } from "../store/open_store.ts";
import {
  type ChunkRange,
  type ChunkRun,
  decodeLengths,
  deleteChunks,
  insertSegment,
  writeRuns,
} from "../store/segments.ts";
import { type SegmentHead, writeSharedSegment } from "../store/shared_segments.ts";
import type { DocumentRow } from "./export_segment.ts";

/** Data of a segment that are imported immediately. All other data are fetched when they are needed. */
export interface ImportedSegment {
  readonly name: string;
  readonly head: SegmentHead;
  /** Lengths of its chunks, as in the table `segments`. */
  readonly lengths: Uint8Array;
  readonly rows: readonly DocumentRow[];
  /** Numbers, within the segment, of documents that the tree does not contain, in ascending order. */
  readonly deletedDocuments: readonly number[];
}

/** Number that stands in place of a document for deleted chunks. */
const NO_DOCUMENT = 0;

/** State of a file about which nothing is known, so that the next refresh compares its bytes. */
const UNKNOWN_STAMP = { modified: 0, changed: 0, inode: 0, racy: true };

/**
 * Writes a segment of a remote store into an index that has none of its documents, in the caller's
 * transaction.
 *
 * @throws {RetrievalError} `index-damaged` when the documents have another number of chunks than the
 * segment.
 */
export function importSegment(store: Store, imported: ImportedSegment): void {
  const { name, head, lengths, rows } = imported;
  const segment = insertSegment(store, decodeLengths(lengths, head.chunks));
  const deleted = new Set(imported.deletedDocuments);
  const runs: ChunkRun[] = [];
  const deletedRanges: ChunkRange[] = [];
  let firstChunk = 0;
  rows.forEach((row, number) => {
    const [chunks] = row;
    const document = row.length === 1 || deleted.has(number)
      ? undefined
      : toDocument(row, { segment, firstChunk });
    if (document === undefined) deletedRanges.push({ first: firstChunk, count: chunks });
    runs.push({
      document: document === undefined ? NO_DOCUMENT : writeDocument(store, document),
      chunks,
    });
    firstChunk += chunks;
  });
  if (firstChunk !== head.chunks) {
    throw new RetrievalError(
      "index-damaged",
      `Cannot import a segment of ${head.chunks} chunks as its documents have ${firstChunk}`,
    );
  }
  writeRuns(store, segment, runs);
  deleteChunks(store, segment, ...deletedRanges);
  writeSharedSegment(store, { segment, name, head });
}

function toDocument(
  row: Exclude<DocumentRow, readonly [number]>,
  location: Pick<NewDocument, "segment" | "firstChunk">,
): NewDocument {
  const [, path, language, kind, size, hash, blob, ranges, definitions, nameTerms] = row;
  const chunks = JSON.parse(ranges) as [number, number, string][];
  return {
    ...UNKNOWN_STAMP,
    ...location,
    path,
    language,
    kind,
    size,
    hash,
    blob,
    chunks: chunks.map(([startLine, endLine, label]) => ({ startLine, endLine, label })),
    definitions: definitions === "" ? [] : definitions.split("\n"),
    nameTerms,
  };
}
