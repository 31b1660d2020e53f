/**
 * Thread that analyzes and writes many files, so that the answering thread stays free. Another
 * thread reads the files for it.
 *
 * @module
 */

import type { IndexProgress, RefreshOutcome } from "../index_source.ts";
import { serveThread, startWorker, Thread, type WorkerLimits } from "../../machine/mod.ts";
import { applyRefresh, type ApplyRefreshOptions } from "./apply_refresh.ts";
import type { RefreshPlan } from "./plan_refresh.ts";
import type { FileReadings } from "./read_files.ts";
import type { ReadingSettings } from "./read_worker.ts";
import { type Store, useStore } from "./store/open_store.ts";

/** Job of the worker. */
export interface IndexWorkerJob extends ReadingSettings, Pick<ApplyRefreshOptions, "embedLater"> {
  /** Path of the index file. */
  readonly indexPath: string;
  readonly plan: RefreshPlan;
  /** Limits of the reading thread. */
  readonly limits?: WorkerLimits;
  /** Milliseconds from now after which the rest is left for later. @default never */
  readonly maxMs: number | undefined;
}

/** Interval of progress messages, in milliseconds. */
const PROGRESS_MS = 50;

/**
 * Number of groups of files that are read in advance. Without them the other thread would wait
 * while a batch is written, for about 100 ms. They contain at most 8 MB of text, and usually 3 MB.
 */
const GROUPS_AHEAD = 16;

/** Module of the reading thread. */
const READ_WORKER = new URL("./read_worker.ts", import.meta.url);

serveThread(() => ({
  call: (_, request, { signal, report }) => {
    const job = request as IndexWorkerJob;
    return useStore(job.indexPath, (store) => index(store, job, { signal, report }));
  },
}));

async function index(
  store: Store,
  { root, rules, embedding, plan, embedLater, maxMs, limits }: IndexWorkerJob,
  { signal, report }: {
    readonly signal: AbortSignal;
    readonly report: (progress: IndexProgress) => void;
  },
): Promise<RefreshOutcome> {
  let sent = 0;
  const settings: ReadingSettings = { root, rules, embedding };
  const thread = new Thread(startWorker(READ_WORKER, limits), settings);
  try {
    return await applyRefresh(store, plan, {
      reader: {
        read: (files) => thread.call<FileReadings>("", files),
        groupsAhead: GROUPS_AHEAD,
      },
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
  } finally {
    thread.end("all is read");
  }
}
