import { waitForPendingCalls } from "../../machine/mod.ts";
import type { RefreshOutcome } from "../index_source.ts";
import { linkCommits } from "./commits/append_commits.ts";
import {
  deleteDocument,
  findDocumentByPath,
  writeDocument,
  writeDocumentStamp,
} from "./store/documents.ts";
import { writeMeta } from "./store/meta.ts";
import { writeNameVectors } from "./store/name_vectors.ts";
import type { Store } from "./store/open_store.ts";
import { writeParts } from "./store/parts.ts";
import { insertPostings } from "./store/postings.ts";
import { type ChunkRange, deleteChunks, insertSegment, writeRuns } from "./store/segments.ts";
import { deleteSkipped, type SkippedFile, writeSkipped } from "./store/skipped.ts";
import type { FileReadings, ReadDocument } from "./read_files.ts";
import type { SegmentBuilder } from "./segment_builder.ts";
import { VectorBuilder } from "./vector_builder.ts";

/** Document in a batch. Its text is in the postings. */
interface BatchDocument extends Omit<ReadDocument, "text" | "indexed"> {
  /** Number of its first chunk in the segment. */
  readonly firstChunk: number;
}

/** Changes that are written in one transaction. */
export interface RefreshBatch {
  /** Postings of the documents, in the order of the documents. */
  readonly builder: SegmentBuilder;
  /** Vectors of the chunks, in the same order. */
  readonly vectors: VectorBuilder;
  readonly documents: BatchDocument[];
  readonly stamps: FileReadings["stamps"][number][];
  readonly skipped: SkippedFile[];
  readonly removed: string[];
}

/**
 * Returns an empty batch.
 *
 * @param builder Builder without chunks.
 * @param removed Paths to delete.
 */
export function createBatch(
  builder: SegmentBuilder,
  removed: readonly string[] = [],
): RefreshBatch {
  return {
    builder,
    vectors: new VectorBuilder(),
    documents: [],
    stamps: [],
    skipped: [],
    removed: [...removed],
  };
}

/**
 * Adds the content of files to a batch. Returns true when other threads were answering calls, which
 * have priority.
 */
export function addReadings(batch: RefreshBatch, readings: FileReadings): boolean {
  const { builder } = batch;
  let wasBusy = false;
  batch.stamps.push(...readings.stamps);
  batch.skipped.push(...readings.skipped);
  for (const { text, indexed, ...document } of readings.documents) {
    wasBusy = waitForPendingCalls() || wasBusy;
    batch.documents.push({ ...document, firstChunk: builder.chunkCount });
    builder.add({ path: document.path, text, indexed });
  }
  if (readings.vectors !== undefined) batch.vectors.addRows(readings.vectors);
  batch.vectors.addMissing(builder.chunkCount - batch.vectors.chunkCount);
  return wasBusy;
}

/** Returns true when there is nothing to write. */
export function isEmptyBatch({ documents, stamps, skipped, removed }: RefreshBatch): boolean {
  return documents.length + stamps.length + skipped.length + removed.length === 0;
}

/**
 * Writes a batch in one transaction, and returns the numbers of changed documents.
 *
 * @param embedLater True when chunks without a vector are to get one later.
 */
export function writeBatch(
  store: Store,
  batch: RefreshBatch,
  embedLater: boolean,
): Omit<RefreshOutcome, "pending"> {
  return store.write(() => {
    const deleted = new Map<number, ChunkRange[]>();
    const counts = { added: 0, changed: 0, removed: 0 };
    for (const path of [...batch.removed, ...batch.skipped.map((file) => file.path)]) {
      if (noteDeletedChunks(store, deleted, path)) counts.removed++;
      deleteDocument(store, path);
      deleteSkipped(store, path);
    }
    for (const stamp of batch.stamps) writeDocumentStamp(store, stamp.path, stamp);
    for (const file of batch.skipped) writeSkipped(store, file);
    for (const { path } of batch.documents) {
      if (noteDeletedChunks(store, deleted, path)) counts.changed++;
      else counts.added++;
      deleteSkipped(store, path);
    }
    for (const [segment, ranges] of deleted) deleteChunks(store, segment, ...ranges);
    if (batch.documents.length > 0) writeDocuments(store, batch);
    if (embedLater && batch.vectors.missingCount > 0) writeMeta(store, "unembedded", "yes");
    if (counts.added + counts.removed > 0) linkCommits(store);
    writeMeta(store, "updated_at", new Date().toISOString());
    // The status of git may describe other bytes of a file than those that were just read.
    writeMeta(store, "git", undefined);
    return counts;
  });
}

/**
 * Adds the chunks of the document at `path` to the ranges to delete. Returns false when there is no
 * such document.
 */
function noteDeletedChunks(
  store: Store,
  deleted: Map<number, ChunkRange[]>,
  path: string,
): boolean {
  const document = findDocumentByPath(store, path);
  if (document === undefined) return false;
  const ranges = deleted.get(document.segment) ?? [];
  ranges.push({ first: document.firstChunk, count: document.chunks.length });
  deleted.set(document.segment, ranges);
  return true;
}

function writeDocuments(store: Store, { builder, vectors, documents }: RefreshBatch): void {
  const segment = insertSegment(store, builder.lengths());
  const runs = documents.map(({ nameVectors, parts, ...written }) => {
    const document = writeDocument(store, { ...written, segment });
    writeNameVectors(store, document, nameVectors);
    writeParts(store, document, parts);
    return { document, chunks: written.chunks.length };
  });
  writeRuns(store, segment, runs);
  vectors.write(store, segment);
  insertPostings(store, segment, builder.postings());
}
