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

// Documents are made older by days before anything is removed, as nothing young is.

const DAY_MS = 24 * 3_600_000;
const MAX_AGE_MS = 30 * DAY_MS;

/** Blocks of a segment; the text tells it from others. */
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

/** Returns a cluster with an old tree of a commit, another that is the newest, and a segment without a tree. */
async function fill(cluster: OpenSearchCluster, workspace: TempWorkspace) {
  using home = cluster.home(workspace.root);
  const old = await home.writeSegment(makeBlocks("old"));
  const shared = await home.writeSegment(makeBlocks("shared"));
  const unnamed = await home.writeSegment(makeBlocks("unnamed"));
  await home.writeTree(makeTree(old, shared));
  workspace.write("a.txt", "b\n");
  workspace.commit();
  const newest = await home.writeSegment(makeBlocks("newest"));
  await home.writeTree(makeTree(shared, newest));
  await cluster.makeOlder(MAX_AGE_MS + DAY_MS);
  return { old, shared, unnamed, newest };
}

testOpenSearch(
  "removeGarbage() keeps the newest of a repository and all that it names",
  async (cluster) => {
    using workspace = makeRepository();
    const { shared, newest } = await fill(cluster, workspace);
    using home = cluster.home(workspace.root);
    // Two commits as trees and twice to be cloned, and their branch.
    assert.deepEqual(await home.removeGarbage(MAX_AGE_MS), { trees: 5, segments: 2 });
    const trees = await cluster.readDocuments("trees");
    const views = trees.map(({ source }) => (source as { view: string }).view).sort();
    assert.deepEqual(views, ["clone/newest", "newest"]);
    assert.deepEqual(await listBrokenTrees(cluster), []);
    const blocks = await cluster.listDocuments("blocks");
    const left = blocks.filter((id) => !id.includes("-pack-") && id.includes("-"));
    assert.deepEqual(left, [...idsOf(shared), ...idsOf(newest)].sort());
    const found = await home.findTree({ fingerprint: "1", embedder: undefined });
    assert.deepEqual(found?.segments, makeTree(shared, newest).segments);
    assert.deepEqual(await home.removeGarbage(MAX_AGE_MS), { trees: 0, segments: 0 });
  },
);

testOpenSearch("removeGarbage() removes nothing that is young", async (cluster) => {
  using workspace = makeRepository();
  using home = cluster.home(workspace.root);
  await home.writeSegment(makeBlocks("being sent"));
  await home.writeTree(makeTree(await home.writeSegment(makeBlocks("sent"))));
  assert.deepEqual(await home.removeGarbage(MAX_AGE_MS), { trees: 0, segments: 0 });
  await cluster.makeOlder(MAX_AGE_MS - DAY_MS);
  assert.deepEqual(await home.removeGarbage(MAX_AGE_MS), { trees: 0, segments: 1 });
});

testOpenSearch(
  "removeGarbage() removes newest trees of other versions once they are old",
  async (cluster) => {
    using workspace = makeRepository();
    using home = cluster.home(workspace.root);
    const segment = await home.writeSegment(makeBlocks("earlier version"));
    await home.writeTree({ ...makeTree(segment), fingerprint: "0" });
    await cluster.makeOlder(MAX_AGE_MS + DAY_MS);
    const current = makeTree(await home.writeSegment(makeBlocks("this version")));
    await home.writeTree(current);
    assert.deepEqual(await home.removeGarbage(MAX_AGE_MS), { trees: 2, segments: 1 });
    assert.equal(await home.findTree({ fingerprint: "0", embedder: undefined }), undefined);
    assert.deepEqual(await listBrokenTrees(cluster), []);
  },
);

/** Number of requests after which each removal of the tests below is at its end. */
const MAX_REQUESTS = 40;

/** Has something happen before a request of a removal; returns false when it had fewer requests. */
async function interrupt(
  cluster: OpenSearchCluster,
  { at, root, happen }: {
    readonly at: number;
    readonly root: string;
    readonly happen: () => Promise<Response | undefined>;
  },
): Promise<boolean> {
  await using node = await FaultyNode.start(NODE);
  let requests = 0;
  node.fault = async () => requests++ === at ? await happen() : undefined;
  using home: ClusterSegmentStore = cluster.home(root, { nodes: [node.url] });
  await home.removeGarbage(MAX_AGE_MS).catch((error) => {
    assert.equal((error as { code?: string }).code, "index-refused");
  });
  return requests > at;
}

testOpenSearch(
  "removeGarbage() breaks no tree that is sent at any moment of it",
  async (cluster) => {
    using workspace = makeRepository();
    const { old, unnamed } = await fill(cluster, workspace);
    using sender = cluster.home(workspace.root);
    for (let at = 0; at < MAX_REQUESTS; at++) {
      const isBefore = await interrupt(cluster, {
        at,
        root: workspace.root,
        async happen() {
          // Both are there, or have just been removed in part.
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
      if (!isBefore) return;
      await cluster.removeDocuments("trees");
      await cluster.makeOlder(MAX_AGE_MS + DAY_MS);
    }
    assert.fail("The removal comes to no end");
  },
);

testOpenSearch(
  "removeGarbage() breaks no tree where it ends at any moment, and goes on the next time",
  async (cluster) => {
    using workspace = makeRepository();
    for (let at = 0; at < MAX_REQUESTS; at++) {
      await fill(cluster, workspace);
      const isBefore = await interrupt(cluster, {
        at,
        root: workspace.root,
        happen: () => Promise.resolve(refusal(500, "killed", "killed")),
      });
      assert.deepEqual(await listBrokenTrees(cluster), [], `Before request ${at}`);
      using home = cluster.home(workspace.root);
      await home.removeGarbage(MAX_AGE_MS);
      const named = await cluster.listDocuments("trees");
      assert.equal(named.length, 2);
      const blocks = await cluster.listDocuments("blocks");
      assert.ok(!blocks.some((id) => id.includes("unnamed")));
      assert.deepEqual(await listBrokenTrees(cluster), []);
      if (!isBefore) return;
    }
    assert.fail("The removal comes to no end");
  },
);

testOpenSearch(
  "whoever has taken over a tree that was removed reads the files, and sends all again",
  async (cluster) => {
    const files = { "src/queue.ts": "export class Queue {\n  drain(): void {}\n}\n" };
    using tree = await AdoptedTree.open(files, { cluster });
    await cluster.removeDocuments("trees");
    await cluster.makeOlder(MAX_AGE_MS);
    using home = cluster.home(tree.tree.root);
    assert.deepEqual(await home.removeGarbage(MAX_AGE_MS), { trees: 0, segments: 1 });
    assert.deepEqual(await cluster.listDocuments("blocks"), []);

    const query = { query: new QueryText("drain the queue"), limit: 5 };
    await assert.rejects(tree.reader.share(), { code: "index-unreachable", message: /no longer/ });
    await tree.refresh();
    const expected = await retrieve(tree.tree.reader, query);
    assert.deepEqual(await retrieve(tree.reader, query), expected);
    // The first machine has all of it, and only sends it again.
    await tree.sender.share();
    assert.equal((await tree.reader.share())?.segments, 1);
    using third = await tree.adoptAgain();
    assert.equal(third.count("postings"), 0);
    assert.deepEqual(await retrieve(third.reader, query), expected);
    assert.ok(findRepositoryName(tree.tree.root).startsWith("file://"));
  },
);
