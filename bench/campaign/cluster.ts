/**
 * Kills a node of OpenSearch while an index is sent to it, and checks that no acknowledged data is
 * lost, and that no partly sent tree is visible: `deno task campaign:cluster [--kills 10] [--seed
 * 1]`.
 *
 * After each kill the node is started again. A new index from the cluster must then be equal to the one
 * that was acknowledged last, or to the one that was being sent, in every posting.
 *
 * @module
 */

import { parseArgs } from "node:util";
import { LocalIndex } from "../../retrieval/index/local/local_index.ts";
import { adoptBest } from "../../retrieval/index/local/shared/adopt_tree.ts";
import { takeBack } from "../../retrieval/index/local/shared/fetch_rows.ts";
import { openStore } from "../../retrieval/index/local/store/open_store.ts";
import { listSharedSegments } from "../../retrieval/index/local/store/shared_segments.ts";
import { ClusterHome } from "../../retrieval/index/opensearch/cluster_home.ts";
import { viewIndex } from "../../tests/index_view.ts";
import { IndexedTree } from "../../tests/indexed_tree.ts";
import { startOpenSearch } from "../../tests/start_opensearch.ts";

/** Number of files of the tree, and of those that change before each kill. */
const FILES = 600;
const CHANGED = 120;

/** Longest time from the start of a transfer to the kill, in milliseconds. */
const MAX_WAIT_MS = 1500;

const { values } = parseArgs({
  options: { kills: { type: "string", default: "10" }, seed: { type: "string", default: "1" } },
});
let state = Number(values.seed);

await using node = await startOpenSearch();
using tree = new IndexedTree();
const place = { nodes: [node.url], prefix: "campaign" };
using sender = new LocalIndex(tree.store, () => Promise.resolve(new ClusterHome(tree.root, place)));
for (let i = 0; i < FILES; i++) change(i);
await tree.refresh();
await sender.share();

const failures: string[] = [];
const counts = { acknowledged: 0, refused: 0, inFlight: 0 };
let acknowledged = readView();
for (let kill = 1; kill <= Number(values.kills); kill++) {
  for (let i = 0; i < CHANGED; i++) change(random(FILES));
  await tree.refresh();
  const sending = sender.share().then(() => true, (error: Error) => {
    if (!("code" in error)) failures.push(`Kill ${kill}: ${error.stack}`);
    return false;
  });
  await new Promise((resolve) => setTimeout(resolve, random(MAX_WAIT_MS)));
  await node.crash();
  const isAcknowledged = await sending;
  const sent = readView();
  if (isAcknowledged) acknowledged = sent;
  counts[isAcknowledged ? "acknowledged" : "refused"]++;
  const found = await readCluster();
  if (found === acknowledged) continue;
  if (found === sent) counts.inFlight++;
  else failures.push(`Kill ${kill}: what is there was never sent`);
}
for (const failure of failures) print(failure);
print(
  `${values.kills} kills: ${counts.acknowledged} transfers acknowledged, ${counts.refused} not, ` +
    `${counts.inFlight} of these there as a whole; ${failures.length} failures`,
);
if (failures.length > 0) Deno.exitCode = 1;

/** Rewrites a file. */
function change(number: number): void {
  const words = Array.from({ length: 200 }, () => `word${random(5000).toString(36)}`).join(" ");
  tree.write(`src/f${number}.ts`, `export function f${number}() {\n  // ${words}\n}\n`);
}

/** Returns the whole content of the sender's index as a text. */
function readView(): string {
  return JSON.stringify(viewIndex(tree.store));
}

/** Returns the same for a new index that fetches everything from the cluster. */
async function readCluster(): Promise<string> {
  const folder = Deno.makeTempDirSync({ prefix: "dossier-campaign-" });
  try {
    using store = openStore(`${folder}/index.db`);
    using home = new ClusterHome(tree.root, place);
    const notes = await adoptBest(store, undefined, home);
    for (const { message } of notes) failures.push(message);
    for (const segment of listSharedSegments(store)) await takeBack(store, segment, home);
    return JSON.stringify(viewIndex(store));
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

/** Returns a whole number from 0, below `end` (xorshift; Marsaglia 2003). */
function random(end: number): number {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) % end;
}

function print(line: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`));
}
