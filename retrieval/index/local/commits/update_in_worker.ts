import { type IndexJob, runInWorker } from "../../../machine/mod.ts";
import type { HistoryJob, HistoryOutcome } from "./update_history.ts";

/** What the worker is to do. */
export interface HistoryWorkerJob extends IndexJob {
  /** What is to be read. */
  readonly job: HistoryJob;
  /** How long it may take, in milliseconds; without a bound when left out. */
  readonly maxMs: number | undefined;
}

/**
 * Does what `updateHistory` does, on a thread of its own.
 *
 * @param signal Stops early; nothing is written then.
 * @throws {RetrievalError} When the worker fails on the index.
 */
export function updateHistoryInWorker(
  job: HistoryWorkerJob,
  signal?: AbortSignal,
): Promise<HistoryOutcome> {
  return runInWorker(new URL("./history_worker.ts", import.meta.url), job, { signal });
}
