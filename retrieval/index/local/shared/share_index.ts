import type { ShareReport } from "../../index_store.ts";
import { countDocuments, listChunkLocations } from "../store/documents.ts";
import { INDEX_FINGERPRINT } from "../store/index_identity.ts";
import { findMeta } from "../store/meta.ts";
import type { Store } from "../store/open_store.ts";
import {
  countLiveChunks,
  deleteSegment,
  listRuns,
  listSegments,
  type Segment,
} from "../store/segments.ts";
import { listSharedSegments, writeSharedSegment } from "../store/shared_segments.ts";
import { listOwnSegments, mergeSegments } from "../merge_segments.ts";
import { exportSegment } from "./export_segment.ts";
import { makeSegmentLocal } from "./fetch_rows.ts";
import type { RemoteSegmentStore, SharedTree } from "./remote_segment_store.ts";

/**
 * Maximum number of chunks of a merged segment. All its blocks are in memory while it is sent, about
 * 200 MB.
 */
const MAX_MERGED_CHUNKS = 250_000;

/**
 * Maximum number of segments of a tree in the remote store. A query fetches a block of each segment
 * for every term.
 */
const MAX_SHARED_SEGMENTS = 8;

/**
 * Number of segments that stay in the remote store when a tree has more than
 * {@link MAX_SHARED_SEGMENTS}. The smallest are merged with the new documents and sent again.
 */
const KEPT_SHARED_SEGMENTS = 4;

/**
 * Sends the segments of an index that the remote store does not have, then the tree that names them.
 * Until the tree is written, other machines read the previous tree. The caller holds the index lock.
 * @throws {RetrievalError} As {@link RemoteSegmentStore.readBlocks}.
 */
export async function shareIndex(store: Store, remote: RemoteSegmentStore): Promise<ShareReport> {
  for (const { id, chunkCount, deletedCount } of listSegments(store)) {
    if (chunkCount === deletedCount && !hasDocuments(store, id)) deleteSegment(store, id);
  }
  await makeSmallestSegmentsLocal(store, remote);
  mergeLocalSegments(store);
  let chunks = 0;
  const unsent = listOwnSegments(store);
  for (const { id, chunkCount } of unsent) {
    const name = await remote.writeSegment(exportSegment(store, id));
    store.write(() => writeSharedSegment(store, { segment: id, name, head: undefined }));
    chunks += chunkCount;
  }
  const notes = await remote.writeTree(store.read(() => buildSharedTree(store)));
  return { place: remote.address, segments: unsent.length, chunks, notes };
}

function hasDocuments(store: Store, segment: number): boolean {
  return listChunkLocations(store).some((location) => location.segment === segment);
}

/** Makes the smallest segments local when a tree has too many, so that they are merged and sent again. */
async function makeSmallestSegmentsLocal(store: Store, remote: RemoteSegmentStore): Promise<void> {
  const shared = listSharedSegments(store);
  if (shared.length <= MAX_SHARED_SEGMENTS) return;
  const sizes = new Map(listSegments(store).map(({ id, chunkCount }) => [id, chunkCount]));
  const smallest = shared.toSorted((a, b) => sizes.get(a.segment)! - sizes.get(b.segment)!)
    .slice(0, shared.length - KEPT_SHARED_SEGMENTS);
  for (const segment of smallest) await makeSegmentLocal(store, segment, remote);
}

/** Merges segments that only this machine has, up to {@link MAX_MERGED_CHUNKS}. */
function mergeLocalSegments(store: Store): void {
  let group: Segment[] = [];
  let chunks = 0;
  const mergeGroup = () => {
    const hasDeletedChunks = group.some(({ deletedCount }) => deletedCount > 0);
    if (group.length > 1 || hasDeletedChunks) store.write(() => mergeSegments(store, group));
    group = [];
    chunks = 0;
  };
  for (const segment of listOwnSegments(store)) {
    if (chunks + segment.chunkCount > MAX_MERGED_CHUNKS) mergeGroup();
    group.push(segment);
    chunks += segment.chunkCount;
  }
  mergeGroup();
}

/** Returns the tree of an index whose segments are all in the remote store. */
function buildSharedTree(store: Store): SharedTree {
  const segments = new Map(listChunkLocations(store).map(({ id, segment }) => [id, segment]));
  const names = new Map(listSharedSegments(store).map(({ segment, name }) => [segment, name]));
  return {
    fingerprint: INDEX_FINGERPRINT,
    embedder: findMeta(store, "embedder"),
    rules: findMeta(store, "rules"),
    documents: countDocuments(store),
    chunks: countLiveChunks(store),
    segments: listSegments(store).map((segment) => ({
      name: names.get(segment.id)!,
      dead: listRuns(segment).flatMap(({ document }, number) =>
        segments.get(document) === segment.id ? [] : [number]
      ),
    })),
  };
}
