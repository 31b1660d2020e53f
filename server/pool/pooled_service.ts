import { isContextError } from "@dossier/core/errors";
import type { RefreshReport } from "@dossier/retrieval";
import { ServerError } from "../problem/mod.ts";
import type { AnyOperation } from "@dossier/retrieval/operation";
import type { OperationName, RootRequest } from "@dossier/retrieval/operations";
import type { SeveralRequest } from "@dossier/retrieval/several";
import { loadOperation } from "../operations/mod.ts";
import {
  type CallOperation,
  type CallOptions,
  checkSeveral,
  findServedRoot,
  findServedRoots,
  heedSignal,
  type LocalServiceOptions,
  type RootReadiness,
  type ServedRoot,
  type Service,
  settleRoots,
  type TriggerListener,
} from "../service/mod.ts";
import { carrySpan, withSpan } from "../trace/mod.ts";
import type { AnsweringRequest, AnsweringSettings } from "./answering_worker.ts";
import { CallQueue } from "./call_queue.ts";
import type { IndexingNotice, IndexingSettings } from "./indexing_worker.ts";
import { RootFreshness } from "./root_freshness.ts";
import { PendingCallCounter, startWorker, Thread, ThreadFailure } from "@dossier/retrieval/threads";

/** Fewest answering threads by default: with a single one everybody waits for whoever asks for much. */
const MIN_ANSWERING_THREADS = 2;

/** Most answering threads by default: each holds the indexes in memory. */
const MAX_ANSWERING_THREADS = 4;

/**
 * How long an answering thread may go on with what nobody waits for any more, in milliseconds: it heeds
 * the signal wherever it waits, and between two waits it works for some 10 ms.
 */
const ABORT_MS = 2000;

/**
 * Megabytes of JavaScript objects that an answering thread may have: ten times what it has after hundreds of answers.
 * A request that takes more fails alone, where all trees would be gone with the process.
 */
const ANSWERING_MEGABYTES = 1024;

/**
 * How long an index run that is aborted is waited for, in milliseconds, as it says what it has kept: it
 * stops after the files that are in work, or waits for another run.
 */
const INDEX_GRACE_MS = 1000;

/** What a request may say of how it is to be answered. */
interface AskedRequest extends SeveralRequest {
  readonly session?: string | undefined;
  readonly record?: boolean | undefined;
  /** Whether the index is brought up to date first, as far as there is time. @default true */
  readonly refresh?: boolean | undefined;
  /** How long files that have changed may take, in milliseconds. */
  readonly maxRefreshMs?: number | undefined;
  /** How long these are waited for, in milliseconds. @default somewhat longer than they may take */
  readonly maxWaitMs?: number | undefined;
  /** Whether it is refused, rather than answered from an index that is behind when that time is up. @default false */
  readonly mustBeFresh?: boolean | undefined;
}

/** How a pool is made up. */
export interface PooledServiceOptions extends Omit<LocalServiceOptions, "openRefresher"> {
  /** Threads that answer. @default one for each core but one, at least 2 and at most 4 */
  readonly threads?: number | undefined;
  /** How long a call may have to wait for a thread, in milliseconds; others are refused as `overloaded`. @default 1000 */
  readonly maxWaitMs?: number | undefined;
  /**
   * Whether the trees are watched: what has changed is then indexed at once, and answers need not look
   * for it. @default false
   */
  readonly watch?: boolean | undefined;
}

/**
 * Returns a service whose engines are in threads of their own, so that this one is never held up: some
 * answer, and one keeps all indexes up to date. It begins to index all trees at once.
 */
export function openPooledService(
  roots: readonly ServedRoot[],
  options: PooledServiceOptions = {},
): Service {
  const pool = new Pool(settleRoots(roots), options);
  return {
    call: (async (name: string, request: AskedRequest, options: CallOptions = {}) => {
      const operation = await loadOperation(name);
      return operation.thread === "indexing"
        ? await pool.index(request, options)
        : await pool.ask(operation, request, options);
    }) as CallOperation,
    roots: pool.roots,
    readiness: () => pool.readiness(),
    ...(options.watch ? { followTriggers: (listener) => pool.onTriggers = listener } : {}),
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  };
}

/** The threads of a service. */
class Pool implements AsyncDisposable {
  readonly roots: readonly ServedRoot[];
  onTriggers: TriggerListener | undefined;
  readonly #queue: CallQueue;
  readonly #freshness: ReadonlyMap<string, RootFreshness>;
  readonly #settings: IndexingSettings;
  /** Aborted when it is disposed of. */
  readonly #stop = new AbortController();
  #indexing: Thread;

  constructor(
    roots: readonly ServedRoot[],
    {
      anyRoot,
      cache,
      spaces,
      threads = countThreads(),
      maxWaitMs,
      watch = false,
    }: PooledServiceOptions,
  ) {
    this.roots = roots;
    const answers = new PendingCallCounter();
    this.#settings = { roots, anyRoot, cache, watch, answers: answers.shared };
    this.#indexing = this.#openIndexingThread();
    const thread = () => this.#liveIndexingThread();
    this.#freshness = new Map(roots.map(({ name }) => [name, new RootFreshness(name, thread)]));
    this.#queue = new CallQueue({
      size: threads,
      maxWaitMs,
      answers,
      openThread: () => openAnsweringThread({ roots, anyRoot, cache, spaces }),
    });
  }

  readiness(): readonly RootReadiness[] {
    return this.roots.map(({ name }) => {
      const { isReady, hasBeenReady, pending } = this.#freshness.get(name)!;
      return { name, isReady, hasBeenReady, pending };
    });
  }

  async index(request: RootRequest, { signal, onProgress }: CallOptions) {
    const { name } = findServedRoot(this.roots, request.root);
    const freshness = this.#freshness.get(name)!;
    const stop = this.#stop.signal;
    const either = signal === undefined ? stop : AbortSignal.any([stop, signal]);
    const run = () => freshness.index({ signal: either, onProgress });
    try {
      return await heedSignal(either, run, INDEX_GRACE_MS);
    } catch (error) {
      throw stop.aborted && error instanceof ThreadFailure ? stop.reason : error;
    }
  }

  /** Returns what an answering thread says, once the index is as fresh as the request wants it. */
  async ask(
    operation: AnyOperation,
    request: AskedRequest,
    { signal, onProgress, caller }: CallOptions,
  ) {
    if (request.repositories !== undefined) checkSeveral(operation, request);
    const asked = request.repositories === undefined
      ? [findServedRoot(this.roots, request.root)]
      : findServedRoots(this.roots, request.repositories);
    const [{ name }] = asked as [ServedRoot];
    const { session, record, refresh, maxRefreshMs, maxWaitMs, mustBeFresh } = request;
    const { name: method, access = "read", needsFreshIndex = false } = operation;
    const isRefreshed = needsFreshIndex !== false && refresh !== false;
    const isTold = needsFreshIndex === "told";
    const isDelivery = access === "deliver";
    const call = {
      method,
      signal,
      onProgress,
      // Calls for one session never overlap.
      key: isDelivery && session !== undefined ? JSON.stringify([name, session]) : undefined,
      // Nothing is written for it, so that it may be asked twice.
      isRead: access === "read" || request.repositories !== undefined ||
        (isDelivery && session === undefined && record === false),
    };
    const run = async (
      refresh: (freshness: RootFreshness) => Promise<RefreshReport | undefined>,
    ) => {
      const refreshed = async () => {
        const reports = asked.map(async ({ name }) =>
          [name, await refresh(this.#freshness.get(name)!)] as const
        );
        return new Map(
          (await Promise.all(reports)).flatMap(([name, report]) =>
            report === undefined ? [] : [[name, report] as const]
          ),
        );
      };
      const trace = await carrySpan();
      return await this.#queue.run({
        ...call,
        prepare: async () =>
          ({ request, refreshed: await refreshed(), trace, caller }) satisfies AnsweringRequest,
        undo(result, since) {
          const id = operation.delivered?.(result);
          if (id === undefined) return undefined;
          const withdrawal = { root: name, id, since };
          return {
            method: "withdraw" satisfies OperationName,
            request: {
              request: withdrawal,
              refreshed: new Map(),
              trace,
            } satisfies AnsweringRequest,
          };
        },
      });
    };
    try {
      return await run(async (freshness) => {
        const refreshed = isRefreshed
          ? await withSpan(
            "refresh",
            () => freshness.refresh({ refresh, maxRefreshMs, maxWaitMs, mustBeFresh }, signal),
          )
          : isTold
          ? freshness.known()
          : undefined;
        // A session is told nothing of a tree that may be unknown for the most part.
        return isTold && refreshed !== undefined && !freshness.isKnown
          ? { ...refreshed, pending: Number.MAX_SAFE_INTEGER }
          : refreshed;
      });
    } catch (error) {
      if (!isContextError(error) || error.code !== "index-damaged") throw error;
      // Of several nobody knows which one it is.
      return await run((freshness) => freshness.rebuild());
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort(
      new ServerError("stopping", "Cannot take the request as the service is stopping"),
    );
    await Promise.all([this.#queue.close(), this.#indexing.close()]);
  }

  #openIndexingThread(): Thread {
    const url = new URL("./indexing_worker.ts", import.meta.url);
    return new Thread(startWorker(url), this.#settings, {
      onNotice: (notice) => {
        const { root, report, progress, state, triggers } = notice as IndexingNotice;
        if (triggers !== undefined) this.onTriggers?.(root, triggers);
        if (progress !== undefined) this.#freshness.get(root)?.noteProgress(progress);
        if (report !== undefined) this.#freshness.get(root)?.noteIndexed(report);
        if (state !== undefined) this.#freshness.get(root)?.noteWatched(state);
      },
      // Nothing is known of the trees until another thread watches them.
      onEnd: () => this.#freshness.forEach((freshness) => freshness.noteWatched(undefined)),
    });
  }

  #liveIndexingThread(): Thread {
    this.#stop.signal.throwIfAborted();
    return this.#indexing.hasFailed ? this.#indexing = this.#openIndexingThread() : this.#indexing;
  }
}

function openAnsweringThread(settings: AnsweringSettings): Thread {
  const url = new URL("./answering_worker.ts", import.meta.url);
  const worker = startWorker(url, { heapMegabytes: ANSWERING_MEGABYTES });
  return new Thread(worker, settings, { abortMs: ABORT_MS });
}

function countThreads(): number {
  return Math.min(
    Math.max(navigator.hardwareConcurrency - 1, MIN_ANSWERING_THREADS),
    MAX_ANSWERING_THREADS,
  );
}
