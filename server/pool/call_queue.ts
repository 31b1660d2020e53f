import { ServerError } from "../problem/mod.ts";
import { abortable } from "../service/mod.ts";
import { recordSpan } from "../trace/mod.ts";
import { CallTimes } from "./call_times.ts";
import {
  type PendingCallCounter,
  type Thread,
  type ThreadCallOptions,
  ThreadFailure,
} from "@dossier/retrieval/threads";

/** Call that waits for a free thread. */
export interface QueuedCall {
  readonly method: string;
  /** Key of calls that must not overlap. */
  readonly key?: string | undefined;
  /** True when it changes nothing, so that it may be repeated after a thread has failed. */
  readonly isReadOnly: boolean;
  readonly signal?: AbortSignal | undefined;
  /** Called with the progress reports of the thread. */
  readonly onProgress?: ThreadCallOptions["onProgress"];
  /**
   * Returns the next request for the thread when it has answered an aborted call. Until that is
   * done, no other call with the key begins.
   */
  readonly undo?:
    | ((
      result: unknown,
      since: number,
    ) => { readonly method: string; readonly request: unknown } | undefined)
    | undefined;
  /** Returns the message for the thread. Until it resolves, the call waits for no thread. */
  readonly prepare: () => Promise<unknown>;
}

interface Entry {
  readonly call: QueuedCall;
  readonly answered: PromiseWithResolvers<unknown>;
  isPrepared: boolean;
  /** True when it is answered or no longer needed. */
  isSettled: boolean;
  request: unknown;
  /**
   * Time at which it began to wait for a thread, and at which it got one, in milliseconds since
   * 1970.
   */
  readonly times: { startTime: number; endTime: number };
  /** True when a thread has failed on it. */
  hasFailed: boolean;
}

interface CallQueueOptions {
  /** Number of threads. */
  readonly size: number;
  readonly openThread: () => Thread;
  /**
   * Longest expected wait for a thread, in milliseconds, by the duration of earlier calls. Calls
   * beyond it are refused. @default {1000}
   */
  readonly maxWaitMs?: number | undefined;
  /** Longest time for running calls when the queue is closed, in milliseconds. @default {3000} */
  readonly closeMs?: number | undefined;
  /** Counts the calls that wait for a thread and those that are being answered. */
  readonly answers?: PendingCallCounter | undefined;
}

/**
 * Default of the longest time for running calls when the queue is closed, in milliseconds: most
 * take 10.
 */
const DEFAULT_CLOSE_MS = 3000;

/**
 * Default of the longest expected wait, in milliseconds: a later answer is hardly needed any more.
 */
const DEFAULT_MAX_WAIT_MS = 1000;

/**
 * Threads that answer one call at a time each, and the calls that wait for a thread, in the order
 * of their arrival. A call whose expected wait is too long is refused at once, so that the others
 * are answered in time under any load.
 */
export class CallQueue {
  readonly #options: CallQueueOptions;
  readonly #times = new CallTimes();
  /** Waiting calls in the order in which they are answered. */
  #waiting = new Set<Entry>();
  readonly #free: Thread[] = [];
  /** Calls that are being answered, and promises of their end, by their threads. */
  readonly #running = new Map<
    Thread,
    { readonly entry: Entry; readonly answered: Promise<void> }
  >();
  readonly #busyKeys = new Set<string>();
  #isClosed = false;

  constructor(options: CallQueueOptions) {
    this.#options = options;
    for (let i = 0; i < options.size; i++) this.#free.push(options.openThread());
  }

  /** Number of waiting calls, including those that are being prepared. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** Number of calls that are being answered. */
  get running(): number {
    return this.#running.size;
  }

  /**
   * Returns the answer of a thread to the call.
   *
   * @throws {ServerError} `overloaded` when the expected wait is too long, `stopping` when the
   *   queue is closed, `internal` when the thread fails; or the reason of the signal.
   */
  async run(call: QueuedCall): Promise<unknown> {
    if (this.#isClosed) throw stopping();
    call.signal?.throwIfAborted();
    const { maxWaitMs = DEFAULT_MAX_WAIT_MS } = this.#options;
    const waitMs = this.#estimateWait(call.key);
    if (waitMs > maxWaitMs) throw overloaded(waitMs);
    const entry: Entry = {
      call,
      answered: Promise.withResolvers(),
      isPrepared: false,
      isSettled: false,
      request: undefined,
      hasFailed: false,
      times: { startTime: 0, endTime: 0 },
    };
    this.#waiting.add(entry);
    void this.#prepare(entry);
    try {
      return await abortable(call.signal, () => entry.answered.promise);
    } finally {
      this.#waiting.delete(entry);
      entry.isSettled = true;
      if (entry.isPrepared) this.#options.answers?.finish();
      if (entry.times.endTime > 0) await recordSpan("queue", entry.times);
    }
  }

  /** Refuses waiting calls, waits for running ones within the time limit, and ends the threads. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { answered } of this.#waiting) answered.reject(stopping());
    this.#waiting.clear();
    const { closeMs = DEFAULT_CLOSE_MS } = this.#options;
    const endAll = () => {
      for (const thread of this.#running.keys()) {
        thread.end(`it did not finish within ${closeMs} ms`);
      }
    };
    const timer = setTimeout(endAll, closeMs);
    while (this.#running.size > 0) {
      await Promise.all([...this.#running.values()].map(({ answered }) => answered));
    }
    clearTimeout(timer);
    await Promise.all(this.#free.map((thread) => thread.close()));
  }

  async #prepare(entry: Entry): Promise<void> {
    try {
      entry.request = await entry.call.prepare();
      if (entry.isSettled) return;
      entry.isPrepared = true;
      this.#options.answers?.begin();
      entry.times.startTime = Date.now();
      this.#advance();
    } catch (error) {
      this.#waiting.delete(entry);
      entry.answered.reject(error);
    }
  }

  /** Returns the expected wait of a further call with a key, in milliseconds. */
  #estimateWait(key: string | undefined): number {
    const now = Date.now();
    const expect = ({ call: { method }, times }: Entry) =>
      Math.max(0, this.#times.estimate(method) - (times.endTime === 0 ? 0 : now - times.endTime));
    const sum = (entries: Iterable<Entry>) => {
      let ms = 0;
      for (const entry of entries) ms += expect(entry);
      return ms;
    };
    const running = [...this.#running.values()].map(({ entry }) => entry);
    const ofKey = key === undefined
      ? []
      : [...running, ...this.#waiting].filter(({ call }) => call.key === key);
    const { size } = this.#options;
    const isFree = this.#waiting.size + running.length < size;
    return Math.max(isFree ? 0 : (sum(running) + sum(this.#waiting)) / size, sum(ofKey));
  }

  /** Starts the first call that may run on each free thread. */
  #advance(): void {
    while (this.#free.length > 0) {
      const entry = this.#waiting.values().find(({ isPrepared, call: { key } }) =>
        isPrepared && !(key !== undefined && this.#busyKeys.has(key))
      );
      const free = entry && this.#free.pop();
      if (entry === undefined || free === undefined) return;
      this.#waiting.delete(entry);
      // It may have failed while it was idle.
      const thread = free.hasFailed ? this.#options.openThread() : free;
      const answered = this.#answer(entry, thread).finally(() => {
        this.#running.delete(thread);
        this.#advance();
      });
      this.#running.set(thread, { entry, answered });
    }
  }

  /** Answers a call in a thread. Afterwards the thread, or a replacement, is free again. */
  async #answer(entry: Entry, thread: Thread): Promise<void> {
    const { method, key, signal, onProgress, isReadOnly } = entry.call;
    if (key !== undefined) this.#busyKeys.add(key);
    entry.times.endTime = Date.now();
    try {
      const result = await thread.call(method, entry.request, { signal, onProgress });
      this.#times.record(method, Date.now() - entry.times.endTime);
      const undoing = signal?.aborted ? entry.call.undo?.(result, entry.times.endTime) : undefined;
      if (undoing !== undefined) await thread.call(undoing.method, undoing.request);
      entry.answered.resolve(result);
      this.#free.push(thread);
    } catch (error) {
      if (!(error instanceof ThreadFailure)) {
        this.#free.push(thread);
        return entry.answered.reject(error);
      }
      if (!this.#isClosed) this.#free.push(this.#options.openThread());
      if (error.isOutOfMemory) {
        const sentence = "Cannot answer within the memory limit of an answer: request less";
        entry.answered.reject(new ServerError("memory-exceeded", sentence, { cause: error }));
      } else if (isReadOnly && !entry.hasFailed && !this.#isClosed && signal?.aborted !== true) {
        entry.hasFailed = true;
        this.#waiting = new Set([entry, ...this.#waiting]);
      } else entry.answered.reject(new ServerError("internal", error.message, { cause: error }));
    } finally {
      if (key !== undefined) this.#busyKeys.delete(key);
    }
  }
}

/** @param waitMs Expected wait of the call. */
function overloaded(waitMs: number): ServerError {
  const retrySeconds = Math.ceil(waitMs / 1000);
  return new ServerError(
    "overloaded",
    `Cannot accept the request as it would wait ${Math.round(waitMs)} ms in the queue: ` +
      `try again in ${retrySeconds} s`,
    { retrySeconds },
  );
}

function stopping(): ServerError {
  return new ServerError("stopping", "Cannot accept the request as the service is stopping");
}
