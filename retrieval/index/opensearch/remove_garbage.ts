import type { RemovedTrees } from "../index_store.ts";
import type { Cluster } from "./cluster.ts";
import { BRANCH_PREFIX, NEWEST_CLONE } from "./clone_document.ts";
import { NEWEST_VIEW } from "./tree_views.ts";

/**
 * Minimum age of what is removed of a segment that no tree names, in milliseconds: between the moment in which a segment
 * is sent and that in which its tree is written lie minutes, and clocks of machines differ by less than hours.
 */
export const GRACE_PERIOD_MS = 24 * 3_600_000;

/** Segments, and trees, that one response lists. */
const PAGE_SIZE = 1000;

/** Segments whose blocks are removed together. */
const MAX_SEGMENTS_PER_REMOVAL = 100;

/** Names of the two indexes. */
interface GarbageIndexes {
  readonly blocks: string;
  readonly trees: string;
}

/**
 * Removes old trees, and then the blocks of segments that no tree names. What other processes send meanwhile stays whole,
 * for these reasons:
 *
 * - Whoever names a segment in a tree first notes the time in its seal, and so does whoever sends it again. Segments are
 *   listed before trees, so that a tree that is not yet listed has a segment with a note that is younger than the list.
 * - The seal is removed first, unless it was changed since it was found. Whoever then finds no seal sends all blocks.
 * - Blocks are not removed when they were written since they were found.
 *
 * A process that ends in between leaves blocks without a seal or a tree, which are removed the next time.
 */
export async function removeGarbage(
  cluster: Cluster,
  { blocks, trees }: GarbageIndexes,
  { now, maxAgeMs }: { readonly now: number; readonly maxAgeMs: number },
): Promise<RemovedTrees> {
  const before = new Date(now - GRACE_PERIOD_MS).toISOString();
  const old = await listOldSegments(cluster, blocks, before);
  const removedTrees = await removeOldTrees(cluster, trees, new Date(now - maxAgeMs).toISOString());
  const named = await listNamedSegments(cluster, trees);
  const garbage = old.filter((segment) => !named.has(segment));
  let segments = 0;
  for (let at = 0; at < garbage.length; at += MAX_SEGMENTS_PER_REMOVAL) {
    const some = garbage.slice(at, at + MAX_SEGMENTS_PER_REMOVAL);
    segments += await removeSegments(cluster, blocks, { segments: some, before });
  }
  return { trees: removedTrees, segments };
}

/** Returns the segments of which nothing was written since a time. */
async function listOldSegments(
  cluster: Cluster,
  index: string,
  before: string,
): Promise<readonly string[]> {
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

/** Removes the trees that were written before a time, and returns their number. The newest of a repository stays. */
async function removeOldTrees(cluster: Cluster, index: string, before: string): Promise<number> {
  const isOld = { range: { updated: { lt: before } } };
  const newest = [NEWEST_VIEW, `${BRANCH_PREFIX}${NEWEST_CLONE}`];
  const removed = await cluster.remove(index, {
    bool: { filter: [isOld], must_not: [{ terms: { view: newest } }] },
  });
  // Other versions and models have left newest trees of their own.
  const latest = new Map<string, string>();
  const superseded: string[] = [];
  for await (const { _id, _source: { repository, view, updated } } of listTrees(cluster, index)) {
    if (view !== NEWEST_VIEW) continue;
    const known = latest.get(repository);
    if (known !== undefined && updated < before) superseded.push(_id);
    latest.set(repository, known ?? updated);
  }
  let others = 0;
  for (let at = 0; at < superseded.length; at += PAGE_SIZE) {
    const ids = { ids: { values: superseded.slice(at, at + PAGE_SIZE) } };
    others += await cluster.remove(index, { bool: { filter: [ids, isOld] } });
  }
  return removed + others;
}

/** Returns the segments that a tree or a commit names. */
async function listNamedSegments(cluster: Cluster, index: string): Promise<ReadonlySet<string>> {
  const named = new Set<string>();
  for await (const { _source: { tree = {} } } of listTrees(cluster, index)) {
    for (const { name } of tree.segments ?? []) named.add(name);
    for (const { segment } of tree.packs ?? []) named.add(segment);
  }
  return named;
}

/**
 * Yields all trees, the latest first. One that is written meanwhile may be yielded twice or not at all: the segments that
 * it names have been noted since the call.
 */
async function* listTrees(cluster: Cluster, index: string): AsyncGenerator<FoundTree> {
  let after: readonly unknown[] | undefined;
  for (;;) {
    const { hits: { hits } } = await cluster.search<TreesResponse>(index, {
      size: PAGE_SIZE,
      sort: [{ updated: "desc" }, { _id: "asc" }],
      _source: ["repository", "view", "updated", "tree.segments.name", "tree.packs.segment"],
      ...after === undefined ? {} : { search_after: after },
    });
    yield* hits;
    if (hits.length < PAGE_SIZE) return;
    after = hits.at(-1)!.sort;
  }
}

/** Removes seals and blocks of segments, and returns the number of segments. */
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

/** Part of a response with segments. */
interface SegmentsResponse {
  readonly aggregations: {
    readonly segments: {
      readonly "after_key"?: object;
      readonly buckets: readonly {
        readonly key: { readonly segment: string };
        /** Time at which something of it was last written, in milliseconds. */
        readonly written: { readonly value: number };
      }[];
    };
  };
}

/** Tree or commit as a search finds it. */
interface FoundTree {
  readonly _id: string;
  readonly sort: readonly unknown[];
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

/** Part of a response with trees. */
interface TreesResponse {
  readonly hits: { readonly hits: readonly FoundTree[] };
}
