import assert from "node:assert/strict";
import { AdoptedTree } from "../../../tests/adopted_tree.ts";
import { FaultyNode, refusal } from "../../../tests/faulty_node.ts";
import {
  NODE,
  type OpenSearchCluster,
  testOpenSearch,
} from "../../../tests/open_search_cluster.ts";
import { TempWorkspace } from "../../../tests/temp_workspace.ts";
import { QueryText } from "../../search/query_text.ts";
import { retrieve } from "../../search/retrieve.ts";
import type { NamedBlock, SharedTree } from "../local/mod.ts";
import type { ClusterSegmentStore } from "./cluster_segment_store.ts";
import { findRepositoryName } from "./tree_views.ts";

// The tests set the times of documents back by days, because new documents are never removed.

const DAY_MS = 24 * 3_600_000;
const MAX_AGE_MS = 30 * DAY_MS;

/** Returns blocks of a segment. Another text makes another segment. */
function makeBlocks(text: string): readonly NamedBlock[] {
  return ["lengths", "terms-0", "head"].map((name) => ({
    name,
    bytes: new TextEncoder().encode(`${name} of ${text}`),
  }));
}

function makeTree(...segments: readonly string[]): SharedTree {
  return {
    fingerprint: "1",
    embedder: undefined,
    rules: undefined,
    documents: 1,
    chunks: 1,
    segments: segments.map((name) => ({ name, dead: [] })),
  };
}

function makeRepository(): TempWorkspace {
  const workspace = new TempWorkspace({ "a.txt": "a\n" });
  workspace.initialize();
  workspace.commit();
  return workspace;
}

/** Returns the trees and commits in a cluster that name a segment which has no seal or lacks a block. */
async function listBrokenTrees(cluster: OpenSearchCluster): Promise<readonly string[]> {
  const blocks = await cluster.listDocuments("blocks");
  const trees = await cluster.readDocuments("trees");
  return trees.filter(({ source }) => {
    const { tree } = source as { tree: Partial<SharedTree> & { packs?: { segment: string }[] } };
    const named = [
      ...(tree.segments ?? []).flatMap(({ name }) => [name, ...idsOf(name)]),
      ...(tree.packs ?? []).flatMap(({ segment }) => [segment, `${segment}-pack-0`]),
    ];
    return named.some((id) => !blocks.includes(id));
  }).map(({ id }) => id);
}

function idsOf(segment: string): readonly string[] {
  return makeBlocks("").map(({ name }) => `${segment}-${name}`);
}

/** Writes an old tree of a commit, a newest tree of another commit, and a segment without a tree. */
async function writeTestTrees(cluster: OpenSearchCluster, workspace: TempWorkspace) {
  using store = cluster.openStore(workspace.root);
  const old = await store.writeSegment(makeBlocks("old"));
  const shared = await store.writeSegment(makeBlocks("shared"));
  const unnamed = await store.writeSegment(makeBlocks("unnamed"));
  await store.writeTree(makeTree(old, shared));
  workspace.write("a.txt", "b\n");
  workspace.commit();
  const newest = await store.writeSegment(makeBlocks("newest"));
  await store.writeTree(makeTree(shared, newest));
  await cluster.makeOlder(MAX_AGE_MS + DAY_MS);
  return { old, shared, unnamed, newest };
}

testOpenSearch(
  "removeGarbage() keeps the newest tree of a repository and all its segments",
  async (cluster) => {
    using workspace = makeRepository();
    const { shared, newest } = await writeTestTrees(cluster, workspace);
    using store = cluster.openStore(workspace.root);
    // Two trees of commits, two clones of commits, and the clone of their branch.
    assert.deepEqual(await store.removeGarbage(MAX_AGE_MS), { trees: 5, segments: 2 });
    const trees = await cluster.readDocuments("trees");
    const views = trees.map(({ source }) => (source as { view: string }).view).sort();
    assert.deepEqual(views, ["clone/newest", "newest"]);
    assert.deepEqual(await listBrokenTrees(cluster), []);
    const blocks = await cluster.listDocuments("blocks");
    const left = blocks.filter((id) => !id.includes("-pack-") && id.includes("-"));
    assert.deepEqual(left, [...idsOf(shared), ...idsOf(newest)].sort());
    const found = await store.findTree({ fingerprint: "1", embedder: undefined });
    assert.deepEqual(found?.segments, makeTree(shared, newest).segments);
    assert.deepEqual(await store.removeGarbage(MAX_AGE_MS), { trees: 0, segments: 0 });
  },
);

testOpenSearch(
  "removeGarbage() removes nothing that is younger than the minimum age",
  async (cluster) => {
    using workspace = makeRepository();
    using store = cluster.openStore(workspace.root);
    await store.writeSegment(makeBlocks("being sent"));
    await store.writeTree(makeTree(await store.writeSegment(makeBlocks("sent"))));
    assert.deepEqual(await store.removeGarbage(MAX_AGE_MS), { trees: 0, segments: 0 });
    await cluster.makeOlder(MAX_AGE_MS - DAY_MS);
    assert.deepEqual(await store.removeGarbage(MAX_AGE_MS), { trees: 0, segments: 1 });
  },
);

testOpenSearch(
  "removeGarbage() removes newest trees of other versions once they are old",
  async (cluster) => {
    using workspace = makeRepository();
    using store = cluster.openStore(workspace.root);
    const segment = await store.writeSegment(makeBlocks("earlier version"));
    await store.writeTree({ ...makeTree(segment), fingerprint: "0" });
    await cluster.makeOlder(MAX_AGE_MS + DAY_MS);
    const current = makeTree(await store.writeSegment(makeBlocks("this version")));
    await store.writeTree(current);
    assert.deepEqual(await store.removeGarbage(MAX_AGE_MS), { trees: 2, segments: 1 });
    assert.equal(await store.findTree({ fingerprint: "0", embedder: undefined }), undefined);
    assert.deepEqual(await listBrokenTrees(cluster), []);
  },
);

/** Upper bound of the number of requests of a removal in the tests below. */
const MAX_REQUESTS = 40;

/** Calls a function before the request `at` of a removal. Returns false when it had fewer requests. */
async function interrupt(
  cluster: OpenSearchCluster,
  { at, root, onRequest }: {
    readonly at: number;
    readonly root: string;
    readonly onRequest: () => Promise<Response | undefined>;
  },
): Promise<boolean> {
  await using node = await FaultyNode.start(NODE);
  let requests = 0;
  node.fault = async () => requests++ === at ? await onRequest() : undefined;
  using store: ClusterSegmentStore = cluster.openStore(root, { nodes: [node.url] });
  await store.removeGarbage(MAX_AGE_MS).catch((error) => {
    assert.equal((error as { code?: string }).code, "index-refused");
  });
  return requests > at;
}

testOpenSearch(
  "removeGarbage() keeps a tree complete that is sent between any of its requests",
  async (cluster) => {
    using workspace = makeRepository();
    const { old, unnamed } = await writeTestTrees(cluster, workspace);
    using sender = cluster.openStore(workspace.root);
    for (let at = 0; at < MAX_REQUESTS; at++) {
      const wasReached = await interrupt(cluster, {
        at,
        root: workspace.root,
        async onRequest() {
          // Both segments exist, or have just been removed partly.
          const segments = [
            await sender.writeSegment(makeBlocks("old")),
            await sender.writeSegment(makeBlocks("unnamed")),
          ];
          assert.deepEqual(segments, [old, unnamed]);
          await sender.writeTree(makeTree(...segments));
          return undefined;
        },
      });
      assert.deepEqual(await listBrokenTrees(cluster), [], `Before request ${at}`);
      if (!wasReached) return;
      await cluster.removeDocuments("trees");
      await cluster.makeOlder(MAX_AGE_MS + DAY_MS);
    }
    assert.fail("The removal does not end");
  },
);

testOpenSearch(
  "removeGarbage() keeps trees complete when it fails at any request, and continues the next time",
  async (cluster) => {
    using workspace = makeRepository();
    for (let at = 0; at < MAX_REQUESTS; at++) {
      await writeTestTrees(cluster, workspace);
      const wasReached = await interrupt(cluster, {
        at,
        root: workspace.root,
        onRequest: () => Promise.resolve(refusal(500, "killed", "killed")),
      });
      assert.deepEqual(await listBrokenTrees(cluster), [], `Before request ${at}`);
      using store = cluster.openStore(workspace.root);
      await store.removeGarbage(MAX_AGE_MS);
      const trees = await cluster.listDocuments("trees");
      assert.equal(trees.length, 2);
      const blocks = await cluster.listDocuments("blocks");
      assert.ok(!blocks.some((id) => id.includes("unnamed")));
      assert.deepEqual(await listBrokenTrees(cluster), []);
      if (!wasReached) return;
    }
    assert.fail("The removal does not end");
  },
);

testOpenSearch(
  "LocalIndex.share() sends all segments again after the imported tree was removed",
  async (cluster) => {
    const files = { "src/queue.ts": "export class Queue {\n  drain(): void {}\n}\n" };
    using tree = await AdoptedTree.open(files, { cluster });
    await cluster.removeDocuments("trees");
    await cluster.makeOlder(MAX_AGE_MS);
    using store = cluster.openStore(tree.tree.root);
    assert.deepEqual(await store.removeGarbage(MAX_AGE_MS), { trees: 0, segments: 1 });
    assert.deepEqual(await cluster.listDocuments("blocks"), []);

    const query = { query: new QueryText("drain the queue"), limit: 5 };
    await assert.rejects(tree.reader.share(), { code: "index-unreachable", message: /no longer/ });
    await tree.refresh();
    const expected = await retrieve(tree.tree.reader, query);
    assert.deepEqual(await retrieve(tree.reader, query), expected);
    // The first machine still has all data, and only sends them again.
    await tree.sender.share();
    assert.equal((await tree.reader.share())?.segments, 1);
    using third = await tree.adoptAgain();
    assert.equal(third.count("postings"), 0);
    assert.deepEqual(await retrieve(third.reader, query), expected);
    assert.ok(findRepositoryName(tree.tree.root).startsWith("file://"));
  },
);
