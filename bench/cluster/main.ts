/**
 * Measures the cost of an index in a cluster. Folders of source trees are sent to it up to a number of
 * chunks, and then machines without an index answer from it.
 *
 *     deno task with-opensearch deno task bench:cluster --trees DIR --chunks 10000,100000
 *
 * Each folder within DIR is a tree. When all are sent and more chunks are needed, they are sent again with
 * an additional line in each file, as separate repositories. Without `with-opensearch`,
 * `DOSSIER_TEST_OPENSEARCH` names a node of a cluster. The indexes of the prefix `bench-cluster` are
 * deleted there at the start, and kept at the end.
 *
 * @module
 */

import { join } from "node:path";
import { parseArgs } from "node:util";
import { markdownTable } from "../markdown_table.ts";
import { OPENSEARCH_VARIABLE } from "../../tests/start_opensearch.ts";
import { copyTree } from "./copy_tree.ts";
import { measureQueries, type QueryFigures } from "./measure_queries.ts";
import { sendTree } from "./send_tree.ts";

/** Beginning of the names of the indexes. */
const PREFIX = "bench-cluster";

/** Number of queried trees: the ones sent last. */
const QUERIED_TREES = 10;

const HEAD = [
  "chunks",
  "trees",
  "indexed and sent, chunks/s",
  "sent, chunks/s",
  "bytes a chunk",
  "begin p50 / p99 (ms)",
  "first answers p50 / p99 (ms)",
  "again p50 / p99 (ms)",
];

const { values } = parseArgs({
  options: {
    trees: { type: "string", default: "." },
    chunks: { type: "string", default: "10000,100000" },
  },
});
const node = Deno.env.get(OPENSEARCH_VARIABLE);
if (node === undefined) {
  throw new Error(`Cannot measure a cluster as ${OPENSEARCH_VARIABLE} names none`);
}
Deno.env.set("DOSSIER_OPENSEARCH", node);
Deno.env.set("DOSSIER_OPENSEARCH_PREFIX", PREFIX);
await ask("DELETE", `/${PREFIX}-*`);

const sources = [...Deno.readDirSync(values.trees)].filter(({ isDirectory }) => isDirectory)
  .map(({ name }) => join(values.trees, name)).sort();
const folder = Deno.makeTempDirSync({ prefix: "dossier-bench-cluster-" });
const sent: string[] = [];
const totals = { chunks: 0, indexMs: 0, sendMs: 0 };
const rows: string[][] = [];
try {
  for (const goal of values.chunks.split(",").map(Number).toSorted((a, b) => a - b)) {
    while (totals.chunks < goal) {
      const number = sent.length;
      const source = sources[number % sources.length]!;
      const root = join(folder, `t${number}`);
      copyTree(source, root, { copy: Math.floor(number / sources.length) });
      const { chunks, indexMs, sendMs } = await sendTree(root);
      totals.chunks += chunks;
      totals.indexMs += indexMs;
      totals.sendMs += sendMs;
      sent.push(root);
      // Trees that are not queried only use space.
      const old = sent.at(-1 - QUERIED_TREES);
      if (old !== undefined) Deno.removeSync(old, { recursive: true });
      print(`${totals.chunks} chunks after ${sent.length} trees\n`);
    }
    const bytes = await countBytes();
    rows.push(renderRow(bytes, await measureQueries(sent.slice(-QUERIED_TREES))));
    print(`${rows.at(-1)!.join(" | ")}\n`);
  }
} finally {
  Deno.removeSync(folder, { recursive: true });
}
print(`\n${markdownTable(HEAD, rows)}`);

function renderRow(bytes: number, { begin, first, again }: QueryFigures): string[] {
  const { chunks, indexMs, sendMs } = totals;
  const rate = (ms: number) => (chunks / ms * 1000).toFixed(0);
  const pair = ({ p50, p99 }: QueryFigures["begin"]) => `${p50.toFixed(1)} / ${p99.toFixed(1)}`;
  return [
    String(chunks),
    String(sent.length),
    rate(indexMs + sendMs),
    rate(sendMs),
    (bytes / chunks).toFixed(0),
    pair(begin),
    pair(first),
    pair(again),
  ];
}

/** Returns the size of the indexes without their replicas, when everything is written. */
async function countBytes(): Promise<number> {
  await ask("POST", `/${PREFIX}-*/_flush`);
  const stats = await ask("GET", `/${PREFIX}-*/_stats/store`);
  const { _all } = stats as {
    readonly _all: { readonly primaries: { readonly store: { readonly "size_in_bytes": number } } };
  };
  return _all.primaries.store.size_in_bytes;
}

async function ask(method: string, path: string): Promise<unknown> {
  const answer = await fetch(`${node}${path}`, { method });
  return await answer.json();
}

function print(text: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(text));
}
