import assert from "node:assert/strict";
import { AdoptedTree } from "../../../tests/adopted_tree.ts";
import { FaultyNode } from "../../../tests/faulty_node.ts";
import { IndexedTree } from "../../../tests/indexed_tree.ts";
import { NODE, OpenSearchCluster, testOpenSearch } from "../../../tests/open_search_cluster.ts";
import { openTestEmbedder } from "../../../tests/static_table.ts";
import type { Embedder } from "../../embed/mod.ts";
import { QueryText } from "../../search/query_text.ts";
import { retrieve } from "../../search/retrieve.ts";
import { findAltered } from "../local/store/verify_store.ts";
import type { IndexEmbedding, IndexReader } from "../mod.ts";

const QUERIES = [
  "retry the upload of a file",
  "Queue.drain",
  "serve the zebra",
  'why does src/queue.ts:3 "drain the queue" twice',
  "\u9886\u53d6 \u{1f600} naïve",
];

function makeFiles(): Record<string, string> {
  const files: Record<string, string> = {
    "src/queue.ts":
      "export class Queue {\n  open(): void {}\n  drain(): void {\n    this.open();\n  }\n}\n",
    "src/empty.ts": "",
    "docs/zebra.md":
      "# Zebra\n\nTo serve a zebra, drain the queue.\n\n## \u9886\u53d6\n\nna\u00efve\n",
  };
  for (let i = 0; i < 40; i++) {
    files[`src/upload${i}.py`] =
      `def retry_upload${i}(file):\n    """Retries upload ${i} of a file."""\n    return send(file)\n`;
  }
  return files;
}

async function openEmbedding(): Promise<IndexEmbedding & { readonly embedder: Embedder }> {
  return { embedder: await openTestEmbedder(), settings: undefined };
}

/** Returns the evidence of an index for some queries, and other contents of the index, without row numbers. */
async function readContents(reader: IndexReader, embedder?: Embedder): Promise<unknown> {
  const answers = [];
  for (const text of QUERIES) {
    const query = new QueryText(text, ["drainQueue", "zebra"]);
    const [numbers] = await embedder?.embedQueries([text]) ?? [];
    const vector = embedder && numbers &&
      { numbers, fingerprint: embedder.fingerprint, readsSentences: embedder.readsSentences };
    answers.push(await retrieve(reader, { query, vector, limit: 20, explain: true }));
  }
  const outlines = (await reader.listOutlines()).map(({ id: _, ...outline }) => outline);
  const { documents, chunks } = await reader.describe();
  return { answers, outlines, documents, chunks, definitions: await reader.listDefinitions(99) };
}

function count(tree: AdoptedTree, table: string): number {
  return tree.store.findValue<number>(`SELECT count(*) FROM ${table}`)!;
}

testOpenSearch(
  "LocalIndex answers from an imported tree like the index that was sent",
  async (cluster) => {
    const embedding = await openEmbedding();
    using tree = await AdoptedTree.open(makeFiles(), { cluster, embedding });
    for (const table of ["postings", "vectors", "name_vectors", "parts"]) {
      assert.equal(count(tree, table), 0, `No row of "${table}" was needed`);
    }
    const expected = await readContents(tree.tree.reader, embedding.embedder);
    assert.deepEqual(await readContents(tree.reader, embedding.embedder), expected);
    assert.equal(findAltered(tree.store), undefined);
    const all = tree.tree.store.findValue<number>("SELECT count(*) FROM postings")!;
    const fetched = tree.store.findValue<number>(
      "SELECT count(*) FROM postings WHERE length(data) > 0",
    )!;
    assert.ok(fetched > 0 && fetched < all, `${fetched} of ${all}`);
  },
);

testOpenSearch(
  "LocalIndex fetches no rows twice, even in a later process",
  async (own) => {
    const embedding = await openEmbedding();
    await using node = await FaultyNode.start(NODE);
    await using cluster = new OpenSearchCluster(node.url);
    using tree = await AdoptedTree.open(makeFiles(), { cluster, embedding });
    await readContents(tree.reader, embedding.embedder);
    const before = node.requests.length;
    await readContents(tree.reader, embedding.embedder);
    using later = tree.reopen();
    await readContents(later, embedding.embedder);
    assert.deepEqual(node.requests.slice(before), []);
    assert.equal(own.config.nodes.length, 1);
  },
);

testOpenSearch(
  "LocalIndex.share() sends only changed documents, and a third index imports all",
  async (cluster) => {
    const embedding = await openEmbedding();
    const { "src/upload7.py": _, ...unchanged } = makeFiles();
    using tree = await AdoptedTree.open(makeFiles(), { cluster, embedding });
    const written = {
      "src/queue.ts": "export class Queue {\n  close(): void {}\n}\n",
      "src/new.ts": "export function drainQueue() {}\n",
    };
    for (const [path, text] of Object.entries(written)) tree.tree.write(path, text);
    tree.tree.remove("src/upload7.py");
    const { added, changed, removed } = await tree.refresh();
    assert.deepEqual([added, changed, removed], [1, 1, 1]);
    using fresh = new IndexedTree({ ...unchanged, ...written });
    fresh.embedding = embedding;
    await fresh.refresh();
    const expected = await readContents(fresh.reader, embedding.embedder);
    assert.deepEqual(await readContents(tree.reader, embedding.embedder), expected);

    const sent = await tree.reader.share();
    assert.deepEqual([sent?.segments, sent?.chunks], [1, 2]);
    using third = await tree.adoptAgain();
    assert.equal(third.count("postings"), 0);
    assert.deepEqual(await readContents(third.reader, embedding.embedder), expected);
    assert.equal((await tree.reader.share())?.segments, 0);
  },
);

testOpenSearch(
  "LocalIndex.share() limits the number of segments of a tree after many changes",
  async (cluster) => {
    const files = makeFiles();
    using tree = await AdoptedTree.open(files, { cluster });
    for (let i = 0; i < 14; i++) {
      const path = `src/upload${i}.py`;
      files[path] = `def changed_upload${i}():\n    return drain\n`;
      tree.tree.write(path, files[path]);
      await tree.refresh();
      await tree.reader.share();
      assert.ok(count(tree, "shared_segments") <= 9);
    }
    using fresh = new IndexedTree(files);
    await fresh.refresh();
    const expected = await readContents(fresh.reader);
    assert.deepEqual(await readContents(tree.reader), expected);
    using third = await tree.adoptAgain();
    assert.deepEqual(await readContents(third.reader), expected);
  },
);

testOpenSearch(
  "LocalIndex.refresh() neither imports nor keeps segments with the vectors of another model",
  async (cluster) => {
    const embedding = await openEmbedding();
    using tree = await AdoptedTree.open(makeFiles(), { cluster, embedding });
    const other = await openTestEmbedder({ seed: 2 });
    assert.notEqual(other.fingerprint, embedding.embedder.fingerprint);
    tree.tree.embedding = { embedder: other, settings: undefined };
    await tree.refresh();
    await tree.tree.refresh();
    assert.equal(count(tree, "shared_segments"), 0);
    assert.deepEqual(
      await readContents(tree.reader, other),
      await readContents(tree.tree.reader, other),
    );
    using third = await tree.adoptAgain();
    assert.ok(third.count("postings") > 0, "The index was built from the files");
  },
);

testOpenSearch("LocalIndex does not import a tree that was only partly sent", async () => {
  await using node = await FaultyNode.start(NODE);
  await using cluster = new OpenSearchCluster(node.url);
  using tree = await AdoptedTree.open(makeFiles(), { cluster });
  tree.tree.write("src/new.ts", "export function drainQueue() {}\n");
  await tree.refresh();
  let writes = 0;
  node.fault = ({ path }) => {
    if (!path.includes("-trees/_bulk")) return undefined;
    writes++;
    return new Response("", { status: 500 });
  };
  await assert.rejects(tree.reader.share(), { code: "index-refused" });
  assert.ok(writes > 0);
  node.fault = () => undefined;
  using third = await tree.adoptAgain();
  assert.equal(third.count("documents WHERE path = 'src/new.ts' AND segment = 1"), 0);
  // After the second attempt, the tree is complete.
  await tree.reader.share();
  using fourth = await tree.adoptAgain();
  assert.equal(fourth.count("postings"), 0);
});

testOpenSearch(
  "LocalIndex reads the files after one failed query when a block is missing",
  async (cluster) => {
    using tree = await AdoptedTree.open(makeFiles(), { cluster });
    const blocks = await cluster.listDocuments("blocks");
    const terms = blocks.filter((id) => id.includes("-terms-"));
    assert.ok(terms.length > 0);
    for (const id of terms) {
      await cluster.request(
        "DELETE",
        `/${cluster.config.prefix}-blocks/_doc/${id}`,
      );
    }
    const query = { query: new QueryText("drain the queue"), limit: 5 };
    await assert.rejects(retrieve(tree.reader, query), {
      code: "index-unreachable",
      message:
        /no longer has its block "[0-9a-f]{32}-terms-0": repeat the request, which reads the files instead/,
    });
    await tree.refresh();
    assert.deepEqual(await readContents(tree.reader), await readContents(tree.tree.reader));
    // Sharing the same index again sends the missing blocks.
    await tree.reader.share();
    using again = await tree.adoptAgain();
    assert.deepEqual([again.count("postings"), await cluster.listDocuments("blocks")], [0, blocks]);
    assert.deepEqual(await readContents(again.reader), await readContents(tree.tree.reader));
    for (const id of blocks.filter((id) => id.endsWith("-head"))) {
      await cluster.request("DELETE", `/${cluster.config.prefix}-blocks/_doc/${id}`);
    }
    using third = await tree.adoptAgain();
    assert.deepEqual(await readContents(third.reader), await readContents(tree.tree.reader));
  },
);

testOpenSearch(
  "LocalIndex.share() leaves a complete tree when several processes send it at the same time",
  async (cluster) => {
    using tree = await AdoptedTree.open(makeFiles(), { cluster });
    tree.tree.write("src/new.ts", "export function drainQueue() {}\n");
    await tree.refresh();
    await tree.tree.refresh();
    await Promise.all([tree.reader.share(), tree.sender.share(), tree.reader.share()]);
    using third = await tree.adoptAgain();
    assert.deepEqual(await readContents(third.reader), await readContents(tree.tree.reader));
  },
);
