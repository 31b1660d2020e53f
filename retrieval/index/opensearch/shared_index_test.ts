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

async function embedWords(): Promise<IndexEmbedding & { readonly embedder: Embedder }> {
  return { embedder: await openTestEmbedder(), settings: undefined };
}

/** Returns all that answers of some questions go by, and what else is asked of an index, without row numbers. */
async function ask(reader: IndexReader, embedder?: Embedder): Promise<unknown> {
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
  "an index that was begun with a cluster's answers as the one that was sent",
  async (cluster) => {
    const embedding = await embedWords();
    using tree = await AdoptedTree.open(makeFiles(), { cluster, embedding });
    for (const table of ["postings", "vectors", "name_vectors", "parts"]) {
      assert.equal(count(tree, table), 0, `Nothing of "${table}" was asked for`);
    }
    const expected = await ask(tree.tree.reader, embedding.embedder);
    assert.deepEqual(await ask(tree.reader, embedding.embedder), expected);
    assert.equal(findAltered(tree.store), undefined);
    const all = tree.tree.store.findValue<number>("SELECT count(*) FROM postings")!;
    const asked = tree.store.findValue<number>(
      "SELECT count(*) FROM postings WHERE length(data) > 0",
    )!;
    assert.ok(asked > 0 && asked < all, `${asked} of ${all}`);
  },
);

testOpenSearch(
  "what was asked for once is not fetched again, also by a later process",
  async (own) => {
    const embedding = await embedWords();
    await using node = await FaultyNode.start(NODE);
    await using cluster = new OpenSearchCluster(node.url);
    using tree = await AdoptedTree.open(makeFiles(), { cluster, embedding });
    await ask(tree.reader, embedding.embedder);
    const before = node.requests.length;
    await ask(tree.reader, embedding.embedder);
    using later = tree.reopen();
    await ask(later, embedding.embedder);
    assert.deepEqual(node.requests.slice(before), []);
    assert.equal(own.place.nodes.length, 1);
  },
);

testOpenSearch(
  "only what was changed is indexed and sent, and a third index has all of it",
  async (cluster) => {
    const embedding = await embedWords();
    const { "src/upload7.py": _, ...left } = makeFiles();
    using tree = await AdoptedTree.open(makeFiles(), { cluster, embedding });
    const written = {
      "src/queue.ts": "export class Queue {\n  close(): void {}\n}\n",
      "src/new.ts": "export function drainQueue() {}\n",
    };
    for (const [path, text] of Object.entries(written)) tree.tree.write(path, text);
    tree.tree.remove("src/upload7.py");
    const { added, changed, removed } = await tree.refresh();
    assert.deepEqual([added, changed, removed], [1, 1, 1]);
    using fresh = new IndexedTree({ ...left, ...written });
    fresh.embedding = embedding;
    await fresh.refresh();
    const expected = await ask(fresh.reader, embedding.embedder);
    assert.deepEqual(await ask(tree.reader, embedding.embedder), expected);

    const sent = await tree.reader.share();
    assert.deepEqual([sent?.segments, sent?.chunks], [1, 2]);
    using third = await tree.adoptAgain();
    assert.equal(third.count("postings"), 0);
    assert.deepEqual(await ask(third.reader, embedding.embedder), expected);
    assert.equal((await tree.reader.share())?.segments, 0);
  },
);

testOpenSearch("after many changes a tree has few segments in the cluster", async (cluster) => {
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
  const expected = await ask(fresh.reader);
  assert.deepEqual(await ask(tree.reader), expected);
  using third = await tree.adoptAgain();
  assert.deepEqual(await ask(third.reader), expected);
});

testOpenSearch(
  "another model is no reason to take what the cluster has, nor to keep it",
  async (cluster) => {
    const embedding = await embedWords();
    using tree = await AdoptedTree.open(makeFiles(), { cluster, embedding });
    const other = await openTestEmbedder({ seed: 2 });
    assert.notEqual(other.fingerprint, embedding.embedder.fingerprint);
    tree.tree.embedding = { embedder: other, settings: undefined };
    await tree.refresh();
    await tree.tree.refresh();
    assert.equal(count(tree, "shared_segments"), 0);
    assert.deepEqual(await ask(tree.reader, other), await ask(tree.tree.reader, other));
    using third = await tree.adoptAgain();
    assert.ok(third.count("postings") > 0, "It was made of the files");
  },
);

testOpenSearch("a tree that was sent in part is not there", async () => {
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
  // Sent again, all of it is there.
  await tree.reader.share();
  using fourth = await tree.adoptAgain();
  assert.equal(fourth.count("postings"), 0);
});

testOpenSearch(
  "where a block is lost, the files are read after one answer that fails",
  async (cluster) => {
    using tree = await AdoptedTree.open(makeFiles(), { cluster });
    const blocks = await cluster.listDocuments("blocks");
    const terms = blocks.filter((id) => id.includes("-terms-"));
    assert.ok(terms.length > 0);
    for (const id of terms) {
      await cluster.ask(
        "DELETE",
        `/${cluster.place.prefix}-blocks/_doc/${id}`,
      );
    }
    const query = { query: new QueryText("drain the queue"), limit: 5 };
    await assert.rejects(retrieve(tree.reader, query), {
      code: "index-unreachable",
      message:
        /no longer has its block "[0-9a-f]{32}-terms-0": repeat the request, which reads the files instead/,
    });
    await tree.refresh();
    assert.deepEqual(await ask(tree.reader), await ask(tree.tree.reader));
    // Whoever sends the same again sends what is missing.
    await tree.reader.share();
    using again = await tree.adoptAgain();
    assert.deepEqual([again.count("postings"), await cluster.listDocuments("blocks")], [0, blocks]);
    assert.deepEqual(await ask(again.reader), await ask(tree.tree.reader));
    for (const id of blocks.filter((id) => id.endsWith("-head"))) {
      await cluster.ask("DELETE", `/${cluster.place.prefix}-blocks/_doc/${id}`);
    }
    using third = await tree.adoptAgain();
    assert.deepEqual(await ask(third.reader), await ask(tree.tree.reader));
  },
);

testOpenSearch("two who send a tree at once leave one that is whole", async (cluster) => {
  using tree = await AdoptedTree.open(makeFiles(), { cluster });
  tree.tree.write("src/new.ts", "export function drainQueue() {}\n");
  await tree.refresh();
  await tree.tree.refresh();
  await Promise.all([tree.reader.share(), tree.sender.share(), tree.reader.share()]);
  using third = await tree.adoptAgain();
  assert.deepEqual(await ask(third.reader), await ask(tree.tree.reader));
});
