import type { ExclusionRules } from "@dossier/core";
import type { EmbedderSettings, SymbolSource } from "../../config/mod.ts";
import { type IndexJob, runInWorker, type WorkerOptions } from "../../machine/mod.ts";
import type { IndexProgress, RefreshOutcome } from "./apply_refresh.ts";
import type { RefreshPlan } from "./plan_refresh.ts";

/** The job of the worker. */
export interface WorkerJob extends IndexJob {
  /** Absolute path of the tree. */
  readonly root: string;
  /** The changes to apply. */
  readonly plan: RefreshPlan;
  /** Files that are left out for their content. */
  readonly rules: ExclusionRules;
  /** The finder of definitions. */
  readonly symbols: SymbolSource;
  /** The embedder of chunks while they are indexed. */
  readonly embedding?: WorkerEmbedding | undefined;
  /** Whether chunks that get no vector now are to have one later. */
  readonly embedLater?: boolean | undefined;
  /** When to leave the rest for later, in milliseconds from now; never without it. */
  readonly maxMs: number | undefined;
}

/** The embedder that the worker opens. */
export interface WorkerEmbedding {
  /** Undefined stands for the default. */
  readonly settings: EmbedderSettings | undefined;
  /** The embedder's; one with another is not used. */
  readonly fingerprint: string;
}

/**
 * Does what `applyRefresh` does, on a thread of its own; what is done when it is stopped early is kept.
 *
 * @throws {RetrievalError} When the worker fails on the index; what `onProgress` throws stops the
 * work and is thrown on.
 */
export function applyRefreshInWorker(
  job: WorkerJob,
  options: WorkerOptions<IndexProgress> = {},
): Promise<RefreshOutcome> {
  return runInWorker(new URL("./index_worker.ts", import.meta.url), job, options);
}
