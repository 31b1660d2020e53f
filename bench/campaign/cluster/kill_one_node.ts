import { LocalIndex } from "../../../retrieval/index/local/local_index.ts";
import { importBestTree } from "../../../retrieval/index/local/shared/import_tree.ts";
import { makeSegmentLocal } from "../../../retrieval/index/local/shared/fetch_rows.ts";
import { openStore, type Store } from "../../../retrieval/index/local/store/open_store.ts";
import { listSharedSegments } from "../../../retrieval/index/local/store/shared_segments.ts";
import { ClusterSegmentStore } from "../../../retrieval/index/opensearch/cluster_segment_store.ts";
import { viewIndex } from "../../../tests/index_view.ts";
import { IndexedTree } from "../../../tests/indexed_tree.ts";
import { startOpenSearch } from "../../../tests/start_opensearch.ts";
import { Random } from "./random.ts";

/** Number of files of the tree, and of those that change before each kill. */
const FILES = 600;
const CHANGED = 120;

/** Longest time from the start of a transfer to the kill, in milliseconds. */
const MAX_WAIT_MS = 1500;

/** Options of {@link killOneNode}. */
export interface KillOptions {
  readonly kills: number;
  readonly seed: number;
  readonly print: (line: string) => void;
}

/**
 * Kills the node of a cluster with one node while an index is sent to it. After each kill, a new
 * index from the cluster must be equal to the one that was acknowledged last, or to the one that
 * was being sent, in every posting. Returns the number of failures.
 */
export async function killOneNode({ kills, seed, print }: KillOptions): Promise<number> {
  const random = new Random(seed);
  await using node = await startOpenSearch();
  using tree = new IndexedTree();
  const place = { nodes: [node.url], prefix: "campaign" };
  const openHome = () => Promise.resolve(new ClusterSegmentStore(tree.root, place));
  using sender = new LocalIndex(tree.store, openHome);
  for (let i = 0; i < FILES; i++) change(tree, i, random);
  await tree.refresh();
  await sender.share();

  const failures: string[] = [];
  const counts = { acknowledged: 0, refused: 0, inFlight: 0 };
  let acknowledged = readView(tree.store);
  for (let kill = 1; kill <= kills; kill++) {
    for (let i = 0; i < CHANGED; i++) change(tree, random.below(FILES), random);
    await tree.refresh();
    const sending = sender.share().then(() => true, (error: Error) => {
      if (!("code" in error)) failures.push(`Kill ${kill}: ${error.stack}`);
      return false;
    });
    await new Promise((resolve) => setTimeout(resolve, random.below(MAX_WAIT_MS)));
    await node.crash();
    const isAcknowledged = await sending;
    const sent = readView(tree.store);
    if (isAcknowledged) acknowledged = sent;
    counts[isAcknowledged ? "acknowledged" : "refused"]++;
    const found = await readCluster(openHome);
    if (found === acknowledged) continue;
    if (found === sent) counts.inFlight++;
    else failures.push(`Kill ${kill}: what is there was never sent: ${found.slice(0, 200)}`);
  }
  for (const failure of failures) print(failure);
  print(
    `${kills} kills: ${counts.acknowledged} transfers acknowledged, ${counts.refused} not, ` +
      `${counts.inFlight} of these there as a whole; ${failures.length} failures`,
  );
  return failures.length;
}

/** Rewrites a file. */
function change(tree: IndexedTree, number: number, random: Random): void {
  const words = Array.from({ length: 200 }, () => `word${random.below(5000).toString(36)}`);
  const text = `export function f${number}() {\n  // ${words.join(" ")}\n}\n`;
  tree.write(`src/f${number}.ts`, text);
}

/** Returns the whole content of an index as a text. */
function readView(store: Store): string {
  return JSON.stringify(viewIndex(store));
}

/** Returns the same for a new index that fetches everything from the cluster. */
async function readCluster(openHome: () => Promise<ClusterSegmentStore>): Promise<string> {
  const folder = Deno.makeTempDirSync({ prefix: "dossier-campaign-" });
  try {
    using store = openStore(`${folder}/index.db`);
    using home = await openHome();
    const [note] = await importBestTree(store, undefined, home);
    if (note !== undefined) return note.message;
    for (const segment of listSharedSegments(store)) await makeSegmentLocal(store, segment, home);
    return readView(store);
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}
