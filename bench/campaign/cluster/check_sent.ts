import { importBestTree } from "../../../retrieval/index/local/shared/import_tree.ts";
import { makeSegmentLocal } from "../../../retrieval/index/local/shared/fetch_rows.ts";
import { openStore } from "../../../retrieval/index/local/store/open_store.ts";
import { listSharedSegments } from "../../../retrieval/index/local/store/shared_segments.ts";
import { ClusterSegmentStore } from "../../../retrieval/index/opensearch/cluster_segment_store.ts";
import type { ClusterConfig } from "../../../retrieval/index/opensearch/cluster_config.ts";
import { viewIndex } from "../../../tests/index_view.ts";
import { parseAnswer, type ReadAnswer } from "./load.ts";
import { hashView, type SentCommit, type WrittenRepository } from "./written_repository.ts";

/** Commits that a cluster contains, of those that were sent. */
export interface SentCheck {
  /** Number of complete trees from refused transfers. */
  readonly inFlight: number;
  readonly failures: readonly string[];
}

/**
 * Reads the trees of commits back from the cluster, with all postings. An acknowledged one must be
 * there. In place of another there must be that one, or one that was sent before.
 */
export async function checkSent(
  repository: WrittenRepository,
  { commits, place }: { readonly commits: readonly SentCommit[]; readonly place: ClusterConfig },
): Promise<SentCheck> {
  const failures: string[] = [];
  let inFlight = 0;
  for (const sent of commits) {
    const what = `${repository.name} at ${sent.commit}`;
    try {
      const found = await readTree(repository, { sent, place });
      if (found === sent.view) {
        if (!sent.isAcknowledged) inFlight++;
        continue;
      }
      if (sent.isAcknowledged) failures.push(`${what}: the acknowledged tree is not there`);
      else if (!listViewsBefore(sent).has(found)) {
        failures.push(`${what}: what is there was never sent`);
      }
    } catch (error) {
      failures.push(`${what}: ${error instanceof Error ? error.message : error}`);
    }
  }
  return { inFlight, failures };
}

/**
 * Compares answers, byte by byte, with those of indexes that were made of the files. Returns those
 * that differ.
 */
export async function checkAnswers(answers: readonly ReadAnswer[]): Promise<readonly string[]> {
  const failures: string[] = [];
  for (const group of Map.groupBy(answers, ({ commit }) => commit).values()) {
    const [{ repository, commit }] = group as [ReadAnswer];
    using checkout = repository.checkOut(commit);
    for (const [question, same] of Map.groupBy(group, ({ question }) => question)) {
      const run = await checkout.run(["search", "--json", question]);
      const expected = parseAnswer(run).results;
      const wrong = same.filter(({ results }) => results !== expected).length;
      if (wrong > 0) {
        failures.push(`${repository.name} at ${commit}: ${wrong} wrong answers to "${question}"`);
      }
    }
  }
  return failures;
}

/**
 * Returns the hash of the index that a machine without one gets from the cluster, after fetching
 * all of it.
 */
async function readTree(
  repository: WrittenRepository,
  { sent, place }: { readonly sent: SentCommit; readonly place: ClusterConfig },
): Promise<string> {
  using checkout = repository.checkOut(sent.commit);
  const folder = Deno.makeTempDirSync({ prefix: "dossier-campaign-" });
  try {
    using store = openStore(`${folder}/index.db`);
    using home = new ClusterSegmentStore(checkout.root, place);
    const [note] = await importBestTree(store, sent.embedder, home);
    if (note !== undefined) throw new Error(note.message);
    for (const segment of listSharedSegments(store)) await makeSegmentLocal(store, segment, home);
    return await hashView(viewIndex(store));
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

function listViewsBefore(sent: SentCommit): ReadonlySet<string> {
  const views = new Set<string>();
  for (let one = sent.before; one !== undefined; one = one.before) views.add(one.view);
  return views;
}
