/**
 * The thread that reads, analyzes and writes when there is much to do, so that the thread that
 * answers stays free. It gets one {@link WorkerJob} and sends {@link WorkerMessage}s until it is
 * done.
 *
 * @module
 */

import { isContextError } from "@dossier/core/errors";
import { type Embedder, EmbedderError } from "../embed/embedder.ts";
import { openEmbedder } from "../embed/open_embedder.ts";
import { toStoreError } from "../errors.ts";
import { openExclusions } from "../scan/open_exclusions.ts";
import { openStore } from "../store/open_store.ts";
import { applyRefresh } from "./apply_refresh.ts";
import type { WorkerEmbedding, WorkerJob, WorkerMessage } from "./run_in_worker.ts";

/** How often progress is sent, in milliseconds. */
const PROGRESS_MS = 50;

const scope = self as unknown as {
  onmessage: ((event: MessageEvent<WorkerJob | "stop">) => void) | null;
  postMessage(message: WorkerMessage): void;
};

const abort = new AbortController();

scope.onmessage = async ({ data }) => {
  if (data === "stop") abort.abort();
  else scope.postMessage(await run(data));
};

async function run(
  { indexPath, fingerprint, root, plan, rules, symbols, embedding, embedLater, maxMs }: WorkerJob,
): Promise<
  WorkerMessage
> {
  let sent = 0;
  try {
    using store = openStore(indexPath, { fingerprint });
    using embedder = embedding && await openSame(embedding, root);
    const outcome = await applyRefresh(store, { root, plan }, {
      exclusions: await openExclusions(rules),
      symbols,
      embedder,
      embedLater,
      deadline: maxMs === undefined ? undefined : maxMs === 0 ? 0 : performance.now() + maxMs,
      signal: abort.signal,
      onProgress: (progress) => {
        const now = performance.now();
        if (now - sent < PROGRESS_MS && progress.files < progress.totalFiles) return;
        sent = now;
        scope.postMessage({ kind: "progress", progress });
      },
    });
    return { kind: "done", outcome };
  } catch (error) {
    const known = toStoreError(error, indexPath);
    return {
      kind: "failed",
      message: known instanceof Error ? known.message : String(known),
      ...(isContextError(known) ? { code: known.code } : {}),
    };
  }
}

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
