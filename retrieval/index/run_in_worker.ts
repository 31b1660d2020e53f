import type { ExclusionRules } from "@dossier/core";
import type { EmbedderSettings } from "../embed/embedder_settings.ts";
import { RetrievalError, type RetrievalErrorCode } from "../errors.ts";
import type { IndexProgress, RefreshOutcome } from "./apply_refresh.ts";
import type { RefreshPlan } from "./plan_refresh.ts";
import type { SymbolSource } from "./symbol_source.ts";

/** What the worker is to do. */
export interface WorkerJob {
  /** Path of the index file. */
  readonly indexPath: string;
  /** What the index is written by. */
  readonly fingerprint: string;
  /** Absolute path of the tree. */
  readonly root: string;
  /** What has to be done. */
  readonly plan: RefreshPlan;
  /** What is left out for what it holds. */
  readonly rules: ExclusionRules;
  /** What definitions are found with. */
  readonly symbols: SymbolSource;
  /** What chunks are embedded with while they are indexed. */
  readonly embedding?: WorkerEmbedding | undefined;
  /** Whether chunks that get no vector now are to have one later. */
  readonly embedLater?: boolean | undefined;
  /** When to leave the rest for later, in milliseconds from now; never without it. */
  readonly maxMs: number | undefined;
}

/** What the worker opens an embedder by. */
export interface WorkerEmbedding {
  /** Undefined stands for the default. */
  readonly settings: EmbedderSettings | undefined;
  /** The embedder's; one with another is not used. */
  readonly fingerprint: string;
}

/** What the worker sends back. */
export type WorkerMessage =
  | { readonly kind: "progress"; readonly progress: IndexProgress }
  | { readonly kind: "done"; readonly outcome: RefreshOutcome }
  | { readonly kind: "failed"; readonly message: string; readonly code?: string };

/** Options of {@link applyRefreshInWorker}. */
export interface WorkerOptions {
  /** Stops early; what is done by then is kept. */
  readonly signal?: AbortSignal | undefined;
  /** Called a few times a second. */
  readonly onProgress?: ((progress: IndexProgress) => void) | undefined;
}

/**
 * Does what `applyRefresh` does, on a thread of its own.
 *
 * @throws {RetrievalError} When the worker fails on the index; what `onProgress` throws stops the
 * work and is thrown on.
 */
export async function applyRefreshInWorker(
  job: WorkerJob,
  { signal, onProgress }: WorkerOptions = {},
): Promise<RefreshOutcome> {
  const worker = new Worker(new URL("./index_worker.ts", import.meta.url), { type: "module" });
  const { promise, resolve, reject } = Promise.withResolvers<RefreshOutcome>();
  worker.onmessage = ({ data }: MessageEvent<WorkerMessage>) => {
    if (data.kind === "progress") report(data.progress);
    else if (data.kind === "failed") reject(toError(data));
    else if (thrown !== undefined) reject(thrown.error);
    else resolve(data.outcome);
  };
  worker.onerror = (event) => {
    event.preventDefault();
    reject(new Error(`Cannot go on indexing as its thread has failed: ${event.message}`));
  };
  const stop = () => worker.postMessage("stop");
  let thrown: { readonly error: unknown } | undefined;
  const report = (progress: IndexProgress) => {
    try {
      if (thrown === undefined) onProgress?.(progress);
    } catch (error) {
      // Thrown on from here it would end the process; the worker first closes the index.
      thrown = { error };
      stop();
    }
  };
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

function toError({ message, code }: { readonly message: string; readonly code?: string }): Error {
  return code === undefined
    ? new Error(message)
    : new RetrievalError(code as RetrievalErrorCode, message);
}
