import assert from "node:assert/strict";
import { FaultyNode, refusal } from "../../../tests/faulty_node.ts";
import { NODE, testOpenSearch } from "../../../tests/open_search_cluster.ts";
import { TempWorkspace } from "../../../tests/temp_workspace.ts";
import type { NamedBlock } from "../local/mod.ts";
import type { CloneDocument } from "./clone_document.ts";

const BLOCKS: readonly NamedBlock[] = ["lengths", "terms-0", "head"].map((name) => ({
  name,
  bytes: new TextEncoder().encode(`Bytes of ${name}`),
}));

testOpenSearch(
  "ClusterSegmentStore.writeSegment() sends all blocks again when the seal is missing",
  async (cluster) => {
    using workspace = new TempWorkspace();
    await using node = await FaultyNode.start(NODE);
    using store = cluster.openStore(workspace.root, { nodes: [node.url] });
    // A block may be found that was never acknowledged, for example on a node that has lost the network.
    node.fault = ({ path, body }) =>
      path.endsWith("/_bulk") && !body.includes('"data"') && body.includes('"index"')
        ? refusal(500, "killed", "killed")
        : undefined;
    await assert.rejects(store.writeSegment(BLOCKS), { code: "index-refused" });
    assert.equal((await cluster.listDocuments("blocks")).length, BLOCKS.length);

    const sent: string[] = [];
    node.fault = ({ path, body }) => {
      if (path.endsWith("/_bulk")) sent.push(...body.match(/"_id":"[^"]*"/g) ?? []);
      return undefined;
    };
    const segment = await store.writeSegment(BLOCKS);
    const ids = BLOCKS.map(({ name }) => `"_id":"${segment}-${name}"`);
    const seal = `"_id":"${segment}"`;
    assert.deepEqual(sent, [seal, ...ids, seal], "The seal is updated first, and written last");
    sent.length = 0;
    assert.equal(await store.writeSegment(BLOCKS), segment);
    assert.deepEqual(sent, [seal]);
  },
);

testOpenSearch(
  "ClusterSegmentStore.writeTree() sends a complete pack of a commit when packs of its base are missing",
  async (cluster) => {
    using workspace = new TempWorkspace({ "a.txt": "a\n" });
    workspace.initialize();
    workspace.commit();
    using store = cluster.openStore(workspace.root);
    const tree = {
      fingerprint: "1",
      embedder: undefined,
      rules: undefined,
      documents: 0,
      chunks: 0,
      segments: [],
    };
    await store.writeTree(tree);
    await cluster.removeDocuments("blocks");
    workspace.write("a.txt", "b\n");
    workspace.commit();
    await store.writeTree(tree);
    const documents = await cluster.readDocuments("trees");
    const newest = documents.map(({ source }) => source as CloneDocument)
      .find(({ view }) => view === "clone/newest");
    assert.equal(newest?.tree.packs.length, 1);
    assert.equal((await cluster.listDocuments("blocks")).length, 2, "A block and its seal");
  },
);
