/**
 * Protocol between threads: calls with one response each, which can be aborted and report progress,
 * and notices without a call. One side creates a {@link Thread}, and the module on the other side
 * calls {@link serveThread}.
 *
 * @module
 */

import { ContextError, isContextError } from "@dossier/core/errors";
import { omitUndefined } from "@dossier/core/text";
import {
  lowerPriorityAsStarted,
  OUT_OF_MEMORY,
  startWorker,
  type WorkerLimits,
  type WorkerThread,
} from "./start_worker.ts";

export { lowerPriority, PendingCallCounter } from "./thread_priority.ts";
export {
  OUT_OF_MEMORY,
  startWorker,
  type WorkerLimits,
  type WorkerThread,
} from "./start_worker.ts";

/** Message to a thread. */
type ThreadInput =
  | { readonly kind: "open"; readonly settings: unknown }
  | {
    readonly kind: "call";
    readonly id: number;
    readonly method: string;
    readonly request: unknown;
  }
  | { readonly kind: "abort"; readonly id: number }
  | { readonly kind: "close" };

/** Message from a thread. */
type ThreadOutput =
  | { readonly kind: "done"; readonly id: number; readonly result: unknown }
  | { readonly kind: "failed"; readonly id: number; readonly error: PlainError }
  | { readonly kind: "progress"; readonly id: number; readonly progress: unknown }
  | { readonly kind: "notice"; readonly notice: unknown }
  | { readonly kind: "closed" };

/** Error in transit between threads, which would lose its class and its code. */
interface PlainError
  extends Pick<Error, "name" | "message" | "stack">, Pick<ContextError, "rule" | "state" | "fix"> {
  /** Error code; absent when it has none. */
  readonly code?: string;
}

/** Returns the values of an error that another thread needs. */
export function toPlainError(error: unknown): PlainError {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  const plain = { name, message, ...(stack !== undefined && { stack }) };
  if (!isContextError(error)) return plain;
  const { code, rule, state, fix } = error;
  return { ...plain, code, ...omitUndefined({ rule, state, fix }) };
}

/**
 * Returns an error with the same code. Without a code, its message starts with the name of its
 * class.
 */
export function fromPlainError({ code, name, message, stack: cause, ...parts }: PlainError): Error {
  if (code !== undefined) return Object.assign(new ContextError(code, message, { cause }), parts);
  return new Error(name === "Error" ? message : `${name}: ${message}`, { cause });
}

/** Options of a call. */
export interface ThreadCallOptions {
  /** Aborts the call. It ends when the thread responds. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Called with the progress that the thread reports. An error that it throws aborts the call, and
   * is thrown by the call.
   */
  readonly onProgress?: ((progress: never) => void) | undefined;
}

/** Options of a thread. */
export interface ThreadOptions {
  /** Called with notices of the thread. */
  readonly onNotice?: (notice: unknown) => void;
  /** Called when the thread has failed or was closed, after which it answers no calls. */
  readonly onEnd?: () => void;
  /**
   * Maximum time of a call after it was aborted, in milliseconds, after which the thread counts as
   * failed and is ended. @default no limit
   */
  readonly abortMs?: number | undefined;
}

/**
 * Maximum time of closing a thread's resources, in milliseconds. Closing the files of an index
 * takes 10.
 */
const CLOSE_MS = 2000;

/** Failure of a thread, with which all of its pending calls fail. */
export class ThreadFailure extends Error {
  override readonly name = "ThreadFailure";
  /** Reason of the failure. */
  readonly reason: string;
  /** True when the thread exceeded its memory limit. */
  readonly isOutOfMemory: boolean;

  constructor(reason: string, isOutOfMemory = false) {
    super(`Cannot continue as a thread has failed: ${reason}`);
    this.reason = reason;
    this.isOutOfMemory = isOutOfMemory;
  }
}

interface PendingCall {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly report: (progress: unknown) => void;
}

/** Thread that answers calls, running a module that calls {@link serveThread}. */
export class Thread {
  readonly #worker: WorkerThread;
  readonly #calls = new Map<number, PendingCall>();
  readonly #closed = Promise.withResolvers<void>();
  readonly #options: ThreadOptions;
  #lastId = 0;
  #failure: ThreadFailure | undefined;

  /**
   * Starts a thread.
   *
   * @param worker Worker that runs the module.
   * @param settings Settings of the module: plain values.
   */
  constructor(worker: WorkerThread, settings: unknown, options: ThreadOptions = {}) {
    this.#worker = worker;
    this.#options = options;
    worker.onmessage = ({ data }: MessageEvent<ThreadOutput>) => this.#receive(data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.end(event.message, event.error?.code === OUT_OF_MEMORY);
    };
    this.#post({ kind: "open", settings });
  }

  /** True when the thread has failed or was ended. */
  get hasFailed(): boolean {
    return this.#failure !== undefined;
  }

  /**
   * Returns the response of the thread.
   *
   * @throws {ThreadFailure} When the thread has failed.
   */
  async call<Result>(
    method: string,
    request: unknown,
    { signal, onProgress }: ThreadCallOptions = {},
  ): Promise<Result> {
    if (this.#failure !== undefined) throw this.#failure;
    const id = ++this.#lastId;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const { abortMs } = this.#options;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let thrown: { readonly error: unknown } | undefined;
    const report = (progress: unknown) => {
      if (thrown !== undefined) return;
      try {
        onProgress?.(progress as never);
      } catch (error) {
        // Throwing here would end the process. The thread first closes its resources.
        thrown = { error };
        abort();
      }
    };
    this.#calls.set(id, { resolve, reject, report });
    const abort = () => {
      this.#post({ kind: "abort", id });
      if (abortMs === undefined) return;
      const reason = `it continued for ${abortMs} ms after it was aborted`;
      timer = setTimeout(() => this.end(reason), abortMs);
    };
    try {
      this.#post({ kind: "call", id, method, request });
      if (signal?.aborted) abort();
      signal?.addEventListener("abort", abort);
      const result = await promise as Result;
      if (thrown !== undefined) throw thrown.error;
      return result;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
      this.#calls.delete(id);
    }
  }

  /**
   * Lets the thread close its resources, and ends it. It answers no calls afterwards.
   *
   * @param maxMs Maximum time to close in milliseconds, after which it is ended anyway.
   */
  async close(maxMs: number = CLOSE_MS): Promise<void> {
    if (this.#failure !== undefined) return;
    this.#post({ kind: "close" });
    const timer = setTimeout(() => this.end(`it did not close within ${maxMs} ms`), maxMs);
    await this.#closed.promise;
    clearTimeout(timer);
    this.end("it was closed");
  }

  /**
   * Ends the thread at once, so that its pending calls fail. The runtime ends a thread as soon as
   * it returns from its current function, so never from an endless loop (denoland/deno#35657).
   */
  end(reason: string, isOutOfMemory = false): void {
    if (this.#failure !== undefined) return;
    this.#failure = new ThreadFailure(reason, isOutOfMemory);
    this.#worker.terminate();
    this.#closed.resolve();
    for (const { reject } of this.#calls.values()) reject(this.#failure);
    this.#options.onEnd?.();
  }

  #post(message: ThreadInput): void {
    this.#worker.postMessage(message);
  }

  #receive(message: ThreadOutput): void {
    if (message.kind === "closed") return this.#closed.resolve();
    if (message.kind === "notice") return this.#options.onNotice?.(message.notice);
    const call = this.#calls.get(message.id);
    if (message.kind === "done") call?.resolve(message.result);
    else if (message.kind === "failed") call?.reject(fromPlainError(message.error));
    else call?.report(message.progress);
  }
}

/**
 * Returns the response of a new thread to one call. The thread is ended afterwards.
 *
 * @param url Module that calls {@link serveThread}.
 * @param request Plain values.
 * @throws {ThreadFailure} When the thread has failed.
 */
export async function callThread<Result>(
  url: URL,
  request: unknown,
  { limits, ...options }: ThreadCallOptions & { readonly limits?: WorkerLimits } = {},
): Promise<Result> {
  const thread = new Thread(startWorker(url, limits), undefined);
  try {
    return await thread.call<Result>("", request, options);
  } finally {
    thread.end("it has answered");
  }
}

/** Service of a thread. */
interface ThreadService extends Partial<AsyncDisposable> {
  /**
   * Returns the response to a call: plain values. The signal is aborted when the caller does not
   * wait for the response any more.
   */
  call(
    method: string,
    request: unknown,
    tools: {
      readonly signal: AbortSignal;
      /** Calls `onProgress` of the caller. */
      readonly report: (progress: unknown) => void;
    },
  ): Promise<unknown>;
}

/**
 * Answers the calls of this thread with the service that `open` returns for its settings.
 *
 * @param open Receives a function that sends a notice.
 */
export function serveThread<Settings>(
  open: (settings: Settings, notify: (notice: unknown) => void) => ThreadService,
): void {
  const scope = self as unknown as {
    onmessage: ((event: MessageEvent<ThreadInput>) => void) | null;
    postMessage(message: ThreadOutput): void;
  };
  const aborts = new Map<number, AbortController>();
  let service: ThreadService | undefined;
  const answer = async ({ id, method, request }: Extract<ThreadInput, { kind: "call" }>) => {
    const abort = new AbortController();
    aborts.set(id, abort);
    const report = (progress: unknown) => scope.postMessage({ kind: "progress", id, progress });
    try {
      const lowered = lowerPriorityAsStarted();
      if (lowered !== undefined) await lowered;
      const result = await service?.call(method, request, { signal: abort.signal, report });
      scope.postMessage({ kind: "done", id, result });
    } catch (error) {
      scope.postMessage({ kind: "failed", id, error: toPlainError(error) });
    } finally {
      aborts.delete(id);
    }
  };
  const close = async () => {
    await service?.[Symbol.asyncDispose]?.();
    scope.postMessage({ kind: "closed" });
  };
  scope.onmessage = ({ data }) => {
    if (data.kind === "call") void answer(data);
    else if (data.kind === "abort") aborts.get(data.id)?.abort();
    else if (data.kind === "close") void close();
    else {
      const settings = data.settings as Settings;
      service = open(settings, (notice) => scope.postMessage({ kind: "notice", notice }));
    }
  };
}
