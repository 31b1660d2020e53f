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

/** What is taken over of a segment at once; the rest is fetched when it is asked for. */
export interface ImportedSegment {
  readonly name: string;
  readonly head: SegmentHead;
  /** As in the table `segments`. */
  readonly lengths: Uint8Array;
  readonly rows: readonly DocumentRow[];
  /** Numbers in the segment of documents that are no longer in its tree, ascending. */
  readonly deletedDocuments: readonly number[];
}

/** The document that dead chunks are of. */
const NO_DOCUMENT = 0;

/** A file of which nothing is known: the next refresh compares its bytes. */
const UNKNOWN_STAMP = { modified: 0, changed: 0, inode: 0, racy: true };

/** Writes a segment that is kept elsewhere into an index that has none of its documents, in the caller's transaction. */
export function importSegment(store: Store, imported: ImportedSegment): void {
  const { name, head, lengths, rows } = imported;
  const segment = insertSegment(store, decodeLengths(lengths, head.chunks));
  const dead = new Set(imported.deletedDocuments);
  const runs: ChunkRun[] = [];
  const graves: ChunkRange[] = [];
  let firstChunk = 0;
  rows.forEach((row, number) => {
    const [chunks] = row;
    const document = row.length === 1 || dead.has(number)
      ? undefined
      : toDocument(row, { segment, firstChunk });
    if (document === undefined) graves.push({ first: firstChunk, count: chunks });
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
  deleteChunks(store, segment, ...graves);
  writeSharedSegment(store, { segment, name, head });
}

function toDocument(
  row: Exclude<DocumentRow, readonly [number]>,
  place: Pick<NewDocument, "segment" | "firstChunk">,
): NewDocument {
  const [, path, language, kind, size, hash, blob, ranges, definitions, nameTerms] = row;
  const chunks = JSON.parse(ranges) as [number, number, string][];
  return {
    ...UNKNOWN_STAMP,
    ...place,
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
