import { isContextError } from "@dossier/core/errors";
import { giveWayAsStarted, startWorker } from "./start_worker.ts";
import { RetrievalError, type RetrievalErrorCode, toStoreError } from "./errors.ts";

/** What a job for a thread of its own says at least: the path of the index file. */
export interface IndexJob {
  readonly indexPath: string;
}

/** What a thread sends back. */
type WorkerMessage<Outcome, Progress> =
  | { readonly kind: "progress"; readonly progress: Progress }
  | { readonly kind: "done"; readonly outcome: Outcome }
  | { readonly kind: "failed"; readonly message: string; readonly code?: RetrievalErrorCode };

/** What {@link runInWorker} tells the thread and is told by it. */
export interface WorkerOptions<Progress> {
  /** Asks the thread to stop; what that leaves undone is for the job to say. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/**
 * Has the module at `url`, which calls {@link serveJob}, do a job on a thread of its own.
 *
 * @throws {RetrievalError} When the thread fails on the index; what `onProgress` throws stops the work
 * and is thrown on.
 */
export async function runInWorker<Outcome, Progress = never>(
  url: URL,
  job: IndexJob,
  { signal, onProgress }: WorkerOptions<Progress> = {},
): Promise<Outcome> {
  const worker = startWorker(url);
  const { promise, resolve, reject } = Promise.withResolvers<Outcome>();
  worker.onmessage = ({ data }: MessageEvent<WorkerMessage<Outcome, Progress>>) => {
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
  const report = (progress: Progress) => {
    try {
      if (thrown === undefined) onProgress?.(progress);
    } catch (error) {
      // Thrown on from here it would end the process; the thread first closes the index.
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

/**
 * Does the job that this thread is sent, and sends back what became of it.
 *
 * @param run Does it: `signal` is aborted when it is to stop, `report` calls `onProgress` on the other side.
 */
export function serveJob<Job extends IndexJob, Outcome, Progress = never>(
  run: (
    job: Job,
    tools: { readonly signal: AbortSignal; readonly report: (progress: Progress) => void },
  ) => Promise<Outcome>,
): void {
  const scope = self as unknown as {
    onmessage: ((event: MessageEvent<Job | "stop">) => void) | null;
    postMessage(message: WorkerMessage<Outcome, Progress>): void;
  };
  const abort = new AbortController();
  const report = (progress: Progress) => scope.postMessage({ kind: "progress", progress });
  scope.onmessage = async ({ data }) => {
    if (data === "stop") abort.abort();
    else {
      await giveWayAsStarted();
      scope.postMessage(
        await run(data, { signal: abort.signal, report }).then(
          (outcome) => ({ kind: "done", outcome }) as const,
          (error) => toFailure(toStoreError(error, data.indexPath)),
        ),
      );
    }
  };
}

function toFailure(error: unknown): WorkerMessage<never, never> {
  const message = error instanceof Error ? error.message : String(error);
  // What runs there throws no other error with a code.
  const code = isContextError(error) ? { code: error.code as RetrievalErrorCode } : {};
  return { kind: "failed", message, ...code };
}

function toError({ message, code }: Extract<WorkerMessage<never, never>, { kind: "failed" }>) {
  return code === undefined ? new Error(message) : new RetrievalError(code, message);
}
