import type { RemovedTrees } from "../index_store.ts";
import type { Cluster, ClusterHit } from "./cluster.ts";
import { BRANCH_PREFIX, NEWEST_CLONE } from "./clone_document.ts";
import { NEWEST_VIEW } from "./tree_views.ts";

/**
 * Minimum age of a segment without a tree that is removed, in milliseconds. A tree is written minutes
 * after its segments, and the clocks of machines differ by less than hours.
 */
export const GRACE_PERIOD_MS = 24 * 3_600_000;

/** Number of segments in one response, and of trees that one request removes. */
const PAGE_SIZE = 1000;

/** Maximum number of segments whose blocks are removed by one request. */
const MAX_SEGMENTS_PER_REMOVAL = 100;

/** Names of the two indexes. */
interface GarbageIndexes {
  readonly blocks: string;
  readonly trees: string;
}

/**
 * Removes old trees, and then the blocks of segments that no tree names. Returns the numbers of both.
 * Trees and segments that other processes send at the same time stay complete, for these reasons:
 *
 * - A process writes the current time into the seal of a segment before it names the segment in a tree,
 *   and before it sends the segment again. Segments are listed before trees. So if a tree is too new to be
 *   listed, the times in the seals of its segments are later than the list of segments.
 * - The seal is removed first, unless it has changed since it was listed. A process that finds no seal sends
 *   all blocks.
 * - A block is not removed when it was written after it was listed.
 *
 * When the process ends early, blocks without a seal or a tree may remain. They are removed by the next
 * call.
 */
export async function removeGarbage(
  cluster: Cluster,
  { blocks, trees }: GarbageIndexes,
  { now, maxAgeMs }: { readonly now: number; readonly maxAgeMs: number },
): Promise<RemovedTrees> {
  const before = new Date(now - GRACE_PERIOD_MS).toISOString();
  const oldSegments = await listOldSegments(cluster, blocks, before);
  const removedTrees = await removeOldTrees(cluster, trees, new Date(now - maxAgeMs).toISOString());
  const namedSegments = await listNamedSegments(cluster, trees);
  const garbage = oldSegments.filter((segment) => !namedSegments.has(segment));
  let segments = 0;
  for (let at = 0; at < garbage.length; at += MAX_SEGMENTS_PER_REMOVAL) {
    const some = garbage.slice(at, at + MAX_SEGMENTS_PER_REMOVAL);
    segments += await removeSegments(cluster, blocks, { segments: some, before });
  }
  return { trees: removedTrees, segments };
}

/** Returns the segments whose last write was before a time. */
async function listOldSegments(
  cluster: Cluster,
  index: string,
  before: string,
): Promise<readonly string[]> {
  await cluster.refresh(index);
  const old: string[] = [];
  let after: object | undefined;
  do {
    const { aggregations: { segments } } = await cluster.search<SegmentsResponse>(index, {
      size: 0,
      aggs: {
        segments: {
          composite: {
            size: PAGE_SIZE,
            sources: [{ segment: { terms: { field: "segment" } } }],
            ...after === undefined ? {} : { after },
          },
          aggs: { written: { max: { field: "written" } } },
        },
      },
    });
    for (const { key, written } of segments.buckets) {
      if (written.value < Date.parse(before)) old.push(key.segment);
    }
    after = segments.after_key;
  } while (after !== undefined);
  return old;
}

/**
 * Removes the trees that were written before a time, except the newest tree of each repository. Returns
 * their number.
 */
async function removeOldTrees(cluster: Cluster, index: string, before: string): Promise<number> {
  const isOld = { range: { updated: { lt: before } } };
  const newest = [NEWEST_VIEW, `${BRANCH_PREFIX}${NEWEST_CLONE}`];
  const removed = await cluster.remove(index, {
    bool: { filter: [isOld], must_not: [{ terms: { view: newest } }] },
  });
  // Each version of the format and each model has its own newest tree. Old ones are removed unless they
  // are the latest of their repository.
  const latest = new Map<string, string>();
  const superseded: string[] = [];
  for await (const { _id, _source: { repository, view, updated } } of listTrees(cluster, index)) {
    if (view !== NEWEST_VIEW) continue;
    const known = latest.get(repository);
    if (known !== undefined && updated < before) superseded.push(_id);
    latest.set(repository, known ?? updated);
  }
  let removedSuperseded = 0;
  for (let at = 0; at < superseded.length; at += PAGE_SIZE) {
    const ids = { ids: { values: superseded.slice(at, at + PAGE_SIZE) } };
    removedSuperseded += await cluster.remove(index, { bool: { filter: [ids, isOld] } });
  }
  return removed + removedSuperseded;
}

/** Returns the names of the segments of all trees and commits. */
async function listNamedSegments(cluster: Cluster, index: string): Promise<ReadonlySet<string>> {
  const namedSegments = new Set<string>();
  for await (const { _source: { tree = {} } } of listTrees(cluster, index)) {
    for (const { name } of tree.segments ?? []) namedSegments.add(name);
    for (const { segment } of tree.packs ?? []) namedSegments.add(segment);
  }
  return namedSegments;
}

/**
 * Yields all trees, the latest first. A tree that is written during the call may be yielded twice or not
 * at all. This does no harm, because the times in the seals of its segments are later than the call.
 */
async function* listTrees(cluster: Cluster, index: string): AsyncGenerator<FoundTree> {
  await cluster.refresh(index);
  yield* cluster.searchAll<FoundTree>(index, {
    sort: [{ updated: "desc" }, { _id: "asc" }],
    _source: ["repository", "view", "updated", "tree.segments.name", "tree.packs.segment"],
  });
}

/** Removes the seals and blocks of segments, and returns the number of segments removed. */
async function removeSegments(
  cluster: Cluster,
  index: string,
  { segments, before }: { readonly segments: readonly string[]; readonly before: string },
): Promise<number> {
  const isOld = { range: { written: { lt: before } } };
  await cluster.remove(index, { bool: { filter: [{ ids: { values: segments } }, isOld] } });
  const unsealed = [...await cluster.listMissing(index, segments)];
  if (unsealed.length === 0) return 0;
  await cluster.remove(index, { bool: { filter: [{ terms: { segment: unsealed } }, isOld] } });
  return unsealed.length;
}

/** Part of the response to a request for segments. */
interface SegmentsResponse {
  readonly aggregations: {
    readonly segments: {
      readonly "after_key"?: object;
      readonly buckets: readonly {
        readonly key: { readonly segment: string };
        /** Time of the last write to the segment, in milliseconds since 1970. */
        readonly written: { readonly value: number };
      }[];
    };
  };
}

/** Tree or commit in the response to a search. */
interface FoundTree extends ClusterHit {
  readonly _id: string;
  readonly _source: {
    readonly repository: string;
    readonly view: string;
    readonly updated: string;
    readonly tree?: {
      readonly segments?: readonly { readonly name: string }[];
      readonly packs?: readonly { readonly segment: string }[];
    };
  };
}
