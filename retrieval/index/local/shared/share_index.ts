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
 * Chunks of a segment that others are merged into at most: what is sent of it is in memory while it is, some 200 MB.
 */
const MAX_MERGED_CHUNKS = 250_000;

/** How many segments a tree may have elsewhere: an answer fetches a block of each for every term. */
const MAX_SHARED_SEGMENTS = 8;

/** How many are left of them when there are more; the others become a part of what is sent. */
const KEPT_SHARED_SEGMENTS = 4;

/**
 * Sends those segments of an index that are not yet kept elsewhere, and then what of its tree is in which: whoever
 * reads meanwhile sees the tree as it was before. The caller holds the index lock.
 *
 * @throws {RetrievalError} As {@link RemoteSegmentStore.readBlocks}.
 */
export async function shareIndex(store: Store, remote: RemoteSegmentStore): Promise<ShareReport> {
  for (const { id, chunkCount, deletedCount } of listSegments(store)) {
    if (chunkCount === deletedCount && !hasDocuments(store, id)) deleteSegment(store, id);
  }
  await makeSmallestSegmentsLocal(store, remote);
  mergeLocalSegments(store);
  let chunks = 0;
  const own = listOwnSegments(store);
  for (const { id, chunkCount } of own) {
    const name = await remote.writeSegment(exportSegment(store, id));
    store.write(() => writeSharedSegment(store, { segment: id, name, head: undefined }));
    chunks += chunkCount;
  }
  await remote.writeTree(store.read(() => buildSharedTree(store)));
  return { place: remote.address, segments: own.length, chunks };
}

function hasDocuments(store: Store, segment: number): boolean {
  return listChunkLocations(store).some((place) => place.segment === segment);
}

/** Has the smallest segments sent anew with what is new, where a tree has too many. */
async function makeSmallestSegmentsLocal(store: Store, remote: RemoteSegmentStore): Promise<void> {
  const shared = listSharedSegments(store);
  if (shared.length <= MAX_SHARED_SEGMENTS) return;
  const sizes = new Map(listSegments(store).map(({ id, chunkCount }) => [id, chunkCount]));
  const smallest = shared.toSorted((a, b) => sizes.get(a.segment)! - sizes.get(b.segment)!)
    .slice(0, shared.length - KEPT_SHARED_SEGMENTS);
  for (const segment of smallest) await makeSegmentLocal(store, segment, remote);
}

/** Merges segments that are kept here only, as far as they become no larger than they may. */
function mergeLocalSegments(store: Store): void {
  let group: Segment[] = [];
  let chunks = 0;
  const finish = () => {
    const isWorn = group.some(({ deletedCount }) => deletedCount > 0);
    if (group.length > 1 || isWorn) store.write(() => mergeSegments(store, group));
    group = [];
    chunks = 0;
  };
  for (const segment of listOwnSegments(store)) {
    if (chunks + segment.chunkCount > MAX_MERGED_CHUNKS) finish();
    group.push(segment);
    chunks += segment.chunkCount;
  }
  finish();
}

/** Returns what of the tree is in which segments, all of which are kept elsewhere. */
function buildSharedTree(store: Store): SharedTree {
  const places = new Map(listChunkLocations(store).map((place) => [place.id, place.segment]));
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
        places.get(document) === segment.id ? [] : [number]
      ),
    })),
  };
}
