/**
 * The thread that reads, analyzes and writes when there is much to do, so that the thread that
 * answers stays free.
 *
 * @module
 */

import type { ExclusionRules } from "@dossier/core";
import type { EmbedderSettings } from "../../config/mod.ts";
import { type Embedder, EmbedderError, openEmbedder } from "../../embed/mod.ts";
import { serveThread } from "../../machine/mod.ts";
import { openVisibility } from "../../tree/mod.ts";
import { applyRefresh, type ApplyRefreshOptions } from "./apply_refresh.ts";
import type { IndexProgress, RefreshOutcome } from "../index_source.ts";
import type { RefreshPlan } from "./plan_refresh.ts";
import { type Store, useStore } from "./store/open_store.ts";

/** The job of the worker. */
export interface IndexWorkerJob extends Pick<ApplyRefreshOptions, "embedLater"> {
  /** Path of the index file. */
  readonly indexPath: string;
  readonly root: string;
  readonly plan: RefreshPlan;
  readonly rules: ExclusionRules;
  /** The embedder of chunks while they are indexed. */
  readonly embedding?: WorkerEmbedding | undefined;
  /** When to leave the rest for later, in milliseconds from now; never without it. */
  readonly maxMs: number | undefined;
}

/** The embedder that the worker opens. */
interface WorkerEmbedding {
  /** Undefined stands for the default. */
  readonly settings: EmbedderSettings | undefined;
  /** The embedder's; one with another is not used. */
  readonly fingerprint: string;
}

/** How often progress is sent, in milliseconds. */
const PROGRESS_MS = 50;

serveThread(() => ({
  call: (_, request, { signal, report }) => {
    const job = request as IndexWorkerJob;
    return useStore(job.indexPath, (store) => index(store, job, { signal, report }));
  },
}));

async function index(
  store: Store,
  { root, plan, rules, embedding, embedLater, maxMs }: IndexWorkerJob,
  { signal, report }: {
    readonly signal: AbortSignal;
    readonly report: (progress: IndexProgress) => void;
  },
): Promise<RefreshOutcome> {
  let sent = 0;
  using embedder = embedding && await openSame(embedding, root);
  return await applyRefresh(store, { root, plan }, {
    visibility: await openVisibility(rules, root),
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
