import { ServerError } from "../problem/mod.ts";
import { heedSignal } from "../service/mod.ts";
import { noteSpan } from "../trace/mod.ts";
import { CallTimes } from "./call_times.ts";
import {
  type PendingCallCounter,
  type Thread,
  type ThreadCallOptions,
  ThreadFailure,
} from "@dossier/retrieval/threads";

/** A call that waits for a free thread. */
export interface QueuedCall {
  readonly method: string;
  /** Calls with the same key never overlap. */
  readonly key?: string | undefined;
  /** Whether it may be asked again when a thread fails: it changes nothing. */
  readonly isRead: boolean;
  readonly signal?: AbortSignal | undefined;
  /** Called with what the thread reports meanwhile. */
  readonly onProgress?: ThreadCallOptions["onProgress"];
  /**
   * Returns what the thread is asked for next when it has answered and nobody waits for the answer any more;
   * until it has done that, no other call with the key begins.
   */
  readonly undo?:
    | ((
      result: unknown,
      since: number,
    ) => { readonly method: string; readonly request: unknown } | undefined)
    | undefined;
  /** Returns what the thread is sent; until then the call waits for no thread. */
  readonly prepare: () => Promise<unknown>;
}

interface Entry {
  readonly call: QueuedCall;
  readonly answered: PromiseWithResolvers<unknown>;
  isPrepared: boolean;
  /** Whether it is answered or not wanted any more. */
  isOver: boolean;
  request: unknown;
  /** When it came to wait for a thread, and when it had one, in milliseconds since 1970. */
  readonly times: { startTime: number; endTime: number };
  /** Whether a thread has failed on it. */
  hasFailed: boolean;
}

interface CallQueueOptions {
  /** Number of threads. */
  readonly size: number;
  readonly openThread: () => Thread;
  /**
   * How long a call may have to wait for a thread, in milliseconds, by how long calls have taken; further
   * ones are refused. @default {1000}
   */
  readonly maxWaitMs?: number | undefined;
  /** How long what is running may take when the queue is closed, in milliseconds. @default {3000} */
  readonly closeMs?: number | undefined;
  /** Counts the calls that wait for a thread and those that are being answered. */
  readonly answers?: PendingCallCounter | undefined;
}

/** How long calls may take by default when the queue is closed, in milliseconds: most take 10. */
const DEFAULT_CLOSE_MS = 3000;

/** How long a call may have to wait by default, in milliseconds: what is answered later is hardly wanted any more. */
const DEFAULT_MAX_WAIT_MS = 1000;

/**
 * Threads, each answering one call at a time, and the calls that wait for one: first come, first served. What
 * would have to wait too long is refused at once, so that the rest is answered in time however much is asked.
 */
export class CallQueue {
  readonly #options: CallQueueOptions;
  readonly #times = new CallTimes();
  /** In the order in which they are answered. */
  #waiting = new Set<Entry>();
  readonly #free: Thread[] = [];
  /** The calls that are being answered and the end of that, by the threads that do it. */
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

  /** How many calls wait, those included that are being prepared. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** How many calls are being answered. */
  get running(): number {
    return this.#running.size;
  }

  /**
   * Returns what a thread answers to the call.
   *
   * @throws {ServerError} `overloaded` when it would have to wait too long, `stopping` once the queue is closed,
   * `internal` when the thread fails; or the reason of the signal.
   */
  async run(call: QueuedCall): Promise<unknown> {
    if (this.#isClosed) throw stopping();
    call.signal?.throwIfAborted();
    const { maxWaitMs = DEFAULT_MAX_WAIT_MS } = this.#options;
    const waitMs = this.#expectWait(call.key);
    if (waitMs > maxWaitMs) throw overloaded(waitMs);
    const entry: Entry = {
      call,
      answered: Promise.withResolvers(),
      isPrepared: false,
      isOver: false,
      request: undefined,
      hasFailed: false,
      times: { startTime: 0, endTime: 0 },
    };
    this.#waiting.add(entry);
    void this.#prepare(entry);
    try {
      return await heedSignal(call.signal, () => entry.answered.promise);
    } finally {
      this.#waiting.delete(entry);
      entry.isOver = true;
      if (entry.isPrepared) this.#options.answers?.finish();
      if (entry.times.endTime > 0) await noteSpan("queue", entry.times);
    }
  }

  /** Refuses what waits, finishes what is running if it takes no longer than it may, and ends the threads. */
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
      if (entry.isOver) return;
      entry.isPrepared = true;
      this.#options.answers?.begin();
      entry.times.startTime = Date.now();
      this.#advance();
    } catch (error) {
      this.#waiting.delete(entry);
      entry.answered.reject(error);
    }
  }

  /** Returns how long a further call with a key would have to wait, in milliseconds. */
  #expectWait(key: string | undefined): number {
    const now = Date.now();
    const expect = ({ call: { method }, times }: Entry) =>
      Math.max(0, this.#times.expect(method) - (times.endTime === 0 ? 0 : now - times.endTime));
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

  /** Gives each free thread the first call that may run. */
  #advance(): void {
    while (this.#free.length > 0) {
      const entry = this.#waiting.values().find(({ isPrepared, call: { key } }) =>
        isPrepared && !(key !== undefined && this.#busyKeys.has(key))
      );
      const free = entry && this.#free.pop();
      if (entry === undefined || free === undefined) return;
      this.#waiting.delete(entry);
      // It may have failed while it had nothing to do.
      const thread = free.hasFailed ? this.#options.openThread() : free;
      const answered = this.#answer(entry, thread).finally(() => {
        this.#running.delete(thread);
        this.#advance();
      });
      this.#running.set(thread, { entry, answered });
    }
  }

  /** Has a thread answer; afterwards it, or another in its place, is free again. */
  async #answer(entry: Entry, thread: Thread): Promise<void> {
    const { method, key, signal, onProgress, isRead } = entry.call;
    if (key !== undefined) this.#busyKeys.add(key);
    entry.times.endTime = Date.now();
    try {
      const result = await thread.call(method, entry.request, { signal, onProgress });
      this.#times.note(method, Date.now() - entry.times.endTime);
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
        const sentence = "Cannot answer within the memory that an answer may take: ask for less";
        entry.answered.reject(new ServerError("memory-exceeded", sentence, { cause: error }));
      } else if (isRead && !entry.hasFailed && !this.#isClosed && signal?.aborted !== true) {
        entry.hasFailed = true;
        this.#waiting = new Set([entry, ...this.#waiting]);
      } else entry.answered.reject(new ServerError("internal", error.message, { cause: error }));
    } finally {
      if (key !== undefined) this.#busyKeys.delete(key);
    }
  }
}

/** @param waitMs How long the call would have to wait. */
function overloaded(waitMs: number): ServerError {
  const retrySeconds = Math.ceil(waitMs / 1000);
  return new ServerError(
    "overloaded",
    `Cannot take the request as it would wait ${Math.round(waitMs)} ms for its turn: ` +
      `try again in ${retrySeconds} s`,
    { retrySeconds },
  );
}

function stopping(): ServerError {
  return new ServerError("stopping", "Cannot take the request as the service is stopping");
}
