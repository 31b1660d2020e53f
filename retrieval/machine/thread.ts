/**
 * How threads are asked: calls with an answer each, that can be aborted and tell how far they have come, and news that
 * nobody has asked for. One side makes a {@link Thread}, the module on the other calls {@link serveThread}.
 *
 * @module
 */

import { ContextError, isContextError } from "@dossier/core/errors";
import { omitUndefined } from "@dossier/core/text";
import {
  giveWayAsStarted,
  OUT_OF_MEMORY,
  startWorker,
  type WorkerLimits,
  type WorkerThread,
} from "./start_worker.ts";

export { AnswerCount, giveWay } from "./give_way.ts";
export {
  OUT_OF_MEMORY,
  startWorker,
  type WorkerLimits,
  type WorkerThread,
} from "./start_worker.ts";

/** A message to a thread. */
type ToThread =
  | { readonly kind: "open"; readonly settings: unknown }
  | {
    readonly kind: "call";
    readonly id: number;
    readonly method: string;
    readonly request: unknown;
  }
  | { readonly kind: "abort"; readonly id: number }
  | { readonly kind: "close" };

/** A message from a thread. */
type FromThread =
  | { readonly kind: "done"; readonly id: number; readonly result: unknown }
  | { readonly kind: "failed"; readonly id: number; readonly error: PlainError }
  | { readonly kind: "progress"; readonly id: number; readonly progress: unknown }
  | { readonly kind: "notice"; readonly notice: unknown }
  | { readonly kind: "closed" };

/** An error on its way from one thread to another, where its class and its code are lost. */
interface PlainError
  extends Pick<Error, "name" | "message" | "stack">, Pick<ContextError, "rule" | "state" | "fix"> {
  /** Absent where it has none. */
  readonly code?: string;
}

/** Returns what another thread has to know of an error. */
export function toPlainError(error: unknown): PlainError {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  const plain = { name, message, ...(stack !== undefined && { stack }) };
  if (!isContextError(error)) return plain;
  const { code, rule, state, fix } = error;
  return { ...plain, code, ...omitUndefined({ rule, state, fix }) };
}

/** Returns an error with the same code; without one its sentence starts with the name of its class. */
export function fromPlainError({ code, name, message, stack: cause, ...parts }: PlainError): Error {
  if (code !== undefined) return Object.assign(new ContextError(code, message, { cause }), parts);
  return new Error(name === "Error" ? message : `${name}: ${message}`, { cause });
}

/** How a call of a thread goes on. */
export interface ThreadCallOptions {
  /** Passed on to the thread; the call is over when the thread says so. */
  readonly signal?: AbortSignal | undefined;
  /** Called with what the thread reports meanwhile; what it throws aborts the call, and is thrown on. */
  readonly onProgress?: ((progress: never) => void) | undefined;
}

/** Options of a thread. */
export interface ThreadOptions {
  /** Called with what the thread says unasked. */
  readonly onNotice?: (notice: unknown) => void;
  /** Called when it has failed or was closed; it answers nothing any more. */
  readonly onDeath?: () => void;
  /**
   * How long a call may go on after it was aborted, in milliseconds; then the thread counts as failed
   * and is ended. @default without a bound
   */
  readonly abortMs?: number | undefined;
}

/** How long a thread may take to close what it holds, in milliseconds: the files of an index take 10. */
const CLOSE_MS = 2000;

/** A thread has failed as a whole, and every call that it was answering with it. */
export class ThreadDeath extends Error {
  override readonly name = "ThreadDeath";
  /** What the thread has failed of. */
  readonly reason: string;
  /** Whether it has used up the memory that it may have. */
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

/** A thread that runs a module which calls {@link serveThread}, and answers calls. */
export class Thread {
  readonly #worker: WorkerThread;
  readonly #calls = new Map<number, PendingCall>();
  readonly #closed = Promise.withResolvers<void>();
  readonly #options: ThreadOptions;
  #lastId = 0;
  #death: ThreadDeath | undefined;

  /**
   * Starts a thread.
   *
   * @param worker Runs the module.
   * @param settings What the module is opened with: plain values.
   */
  constructor(worker: WorkerThread, settings: unknown, options: ThreadOptions = {}) {
    this.#worker = worker;
    this.#options = options;
    worker.onmessage = ({ data }: MessageEvent<FromThread>) => this.#receive(data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.end(event.message, event.error?.code === OUT_OF_MEMORY);
    };
    this.#post({ kind: "open", settings });
  }

  /** Whether it has failed. */
  get hasDied(): boolean {
    return this.#death !== undefined;
  }

  /**
   * Returns what the thread answers.
   *
   * @throws {ThreadDeath} When the thread has failed as a whole.
   */
  async call<Result>(
    method: string,
    request: unknown,
    { signal, onProgress }: ThreadCallOptions = {},
  ): Promise<Result> {
    if (this.#death !== undefined) throw this.#death;
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
        // Thrown on from here it would end the process; the thread first closes what it holds.
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
   * Has the thread close what it holds, and ends it. It answers nothing any more.
   *
   * @param maxMs How long it may take to close, in milliseconds; then it is ended all the same.
   */
  async close(maxMs: number = CLOSE_MS): Promise<void> {
    if (this.#death !== undefined) return;
    this.#post({ kind: "close" });
    const timer = setTimeout(() => this.end(`it did not close within ${maxMs} ms`), maxMs);
    await this.#closed.promise;
    clearTimeout(timer);
    this.end("it was closed");
  }

  /**
   * Has done with the thread whatever it is doing, which fails what it was answering. The runtime ends it as soon as
   * it comes back from what it runs: never from a loop without end (denoland/deno#35657).
   */
  end(reason: string, isOutOfMemory = false): void {
    if (this.#death !== undefined) return;
    this.#death = new ThreadDeath(reason, isOutOfMemory);
    this.#worker.terminate();
    this.#closed.resolve();
    for (const { reject } of this.#calls.values()) reject(this.#death);
    this.#options.onDeath?.();
  }

  #post(message: ToThread): void {
    this.#worker.postMessage(message);
  }

  #receive(message: FromThread): void {
    if (message.kind === "closed") return this.#closed.resolve();
    if (message.kind === "notice") return this.#options.onNotice?.(message.notice);
    const call = this.#calls.get(message.id);
    if (message.kind === "done") call?.resolve(message.result);
    else if (message.kind === "failed") call?.reject(fromPlainError(message.error));
    else call?.report(message.progress);
  }
}

/**
 * Returns what a thread of its own answers to one call; it is ended afterwards.
 *
 * @param url The module, which calls {@link serveThread}.
 * @param request Plain values.
 * @throws {ThreadDeath} When the thread has failed as a whole.
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

/** The service of a thread. */
interface ThreadService extends Partial<AsyncDisposable> {
  /** Returns the answer to a call: plain values. Its signal is aborted when nobody waits for it. */
  call(
    method: string,
    request: unknown,
    tools: {
      readonly signal: AbortSignal;
      /** Calls `onProgress` on the other side. */
      readonly report: (progress: unknown) => void;
    },
  ): Promise<unknown>;
}

/**
 * Answers the calls that this thread is sent with what `open` returns for its settings.
 *
 * @param open Receives a function that says something unasked.
 */
export function serveThread<Settings>(
  open: (settings: Settings, tell: (notice: unknown) => void) => ThreadService,
): void {
  const scope = self as unknown as {
    onmessage: ((event: MessageEvent<ToThread>) => void) | null;
    postMessage(message: FromThread): void;
  };
  const aborts = new Map<number, AbortController>();
  let service: ThreadService | undefined;
  const answer = async ({ id, method, request }: Extract<ToThread, { kind: "call" }>) => {
    const abort = new AbortController();
    aborts.set(id, abort);
    const report = (progress: unknown) => scope.postMessage({ kind: "progress", id, progress });
    try {
      const given = giveWayAsStarted();
      if (given !== undefined) await given;
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
