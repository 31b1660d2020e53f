import { RetrievalError, type RetrievalErrorCode } from "../errors.ts";
import type { HistoryJob, HistoryOutcome } from "./update_history.ts";

/** What the worker is to do. */
export interface HistoryWorkerJob {
  /** Path of the index file. */
  readonly indexPath: string;
  /** What the index is written by. */
  readonly fingerprint: string;
  /** What is to be read. */
  readonly job: HistoryJob;
  /** How long it may take, in milliseconds; without a bound when left out. */
  readonly maxMs: number | undefined;
}

/** What the worker sends back. */
export type HistoryWorkerMessage =
  | { readonly kind: "done"; readonly outcome: HistoryOutcome }
  | { readonly kind: "failed"; readonly message: string; readonly code?: string };

/**
 * Does what `updateHistory` does, on a thread of its own.
 *
 * @param signal Stops early; nothing is written then.
 * @throws {RetrievalError} When the worker fails on the index.
 */
export async function updateHistoryInWorker(
  job: HistoryWorkerJob,
  signal?: AbortSignal,
): Promise<HistoryOutcome> {
  const worker = new Worker(new URL("./history_worker.ts", import.meta.url), { type: "module" });
  const { promise, resolve, reject } = Promise.withResolvers<HistoryOutcome>();
  worker.onmessage = ({ data }: MessageEvent<HistoryWorkerMessage>) => {
    if (data.kind === "done") resolve(data.outcome);
    else if (data.code === undefined) reject(new Error(data.message));
    else reject(new RetrievalError(data.code as RetrievalErrorCode, data.message));
  };
  worker.onerror = (event) => {
    event.preventDefault();
    reject(new Error(`Cannot read the history as its thread has failed: ${event.message}`));
  };
  const stop = () => worker.postMessage("stop");
  signal?.addEventListener("abort", stop);
  try {
    worker.postMessage(job);
    if (signal?.aborted) stop();
    return await promise;
  } finally {
    signal?.removeEventListener("abort", stop);
    worker.terminate();
  }
}
