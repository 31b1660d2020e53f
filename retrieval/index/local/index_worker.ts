/**
 * The thread that reads, analyzes and writes when there is much to do, so that the thread that
 * answers stays free.
 *
 * @module
 */

import { type Embedder, EmbedderError, openEmbedder } from "../../embed/mod.ts";
import { openVisibility } from "../../tree/mod.ts";
import { openStore } from "./store/open_store.ts";
import { serveJob } from "../../machine/mod.ts";
import { applyRefresh, type IndexProgress, type RefreshOutcome } from "./apply_refresh.ts";
import type { WorkerEmbedding, WorkerJob } from "./run_in_worker.ts";

/** How often progress is sent, in milliseconds. */
const PROGRESS_MS = 50;

serveJob<WorkerJob, RefreshOutcome, IndexProgress>(async (job, { signal, report }) => {
  const { indexPath, fingerprint, root, plan, rules, symbols, embedding, embedLater, maxMs } = job;
  let sent = 0;
  using store = openStore(indexPath, { fingerprint });
  using embedder = embedding && await openSame(embedding, root);
  return await applyRefresh(store, { root, plan }, {
    visibility: await openVisibility(rules),
    symbols,
    embedder,
    embedLater,
    deadline: maxMs === undefined ? undefined : maxMs === 0 ? 0 : performance.now() + maxMs,
    signal,
    onProgress: (progress) => {
      const now = performance.now();
      if (now - sent < PROGRESS_MS && progress.files < progress.totalFiles) return;
      sent = now;
      report(progress);
    },
  });
});

/** Returns the embedder that the other thread has opened as well; undefined when it is another one. */
async function openSame(
  { settings, fingerprint }: WorkerEmbedding,
  root: string,
): Promise<Embedder | undefined> {
  try {
    const embedder = await openEmbedder(settings, { root });
    if (embedder?.fingerprint === fingerprint) return embedder;
    embedder?.[Symbol.dispose]();
  } catch (error) {
    if (!(error instanceof EmbedderError)) throw error;
  }
  return undefined;
}
