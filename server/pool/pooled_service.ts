import { isContextError } from "@dossier/core/errors";
import type { RefreshReport } from "@dossier/retrieval";
import { ServerError } from "../problem/mod.ts";
import type { AnyOperation } from "@dossier/retrieval/operation";
import type { OperationName, RootRequest } from "@dossier/retrieval/operations";
import type { RepositoriesRequest } from "@dossier/retrieval/several";
import { loadOperation } from "../operations/mod.ts";
import {
  abortable,
  type CallOperation,
  type CallOptions,
  checkSeveralRequest,
  findServedRoot,
  findServedRoots,
  type LocalServiceOptions,
  resolveServedRoots,
  type RootReadiness,
  type ServedRoot,
  type Service,
  type TriggerListener,
} from "../service/mod.ts";
import { injectSpan, withSpan } from "../trace/mod.ts";
import type { AnsweringRequest, AnsweringSettings } from "./answering_worker.ts";
import { CallQueue } from "./call_queue.ts";
import type { IndexingNotice, IndexingSettings } from "./indexing_worker.ts";
import { RootFreshness } from "./root_freshness.ts";
import { PendingCallCounter, startWorker, Thread, ThreadFailure } from "@dossier/retrieval/threads";

/**
 * Minimum number of answering threads by default. With a single one, all callers wait for an
 * expensive request.
 */
const MIN_ANSWERING_THREADS = 2;

/** Maximum number of answering threads by default. Each holds the indexes in memory. */
const MAX_ANSWERING_THREADS = 4;

/**
 * Longest time for an answering thread to react to an abort, in milliseconds. It checks the signal
 * whenever it waits, and works for some 10 ms between two waits.
 */
const ABORT_MS = 2000;

/**
 * Limit of the JavaScript heap of an answering thread, in megabytes: ten times its size after
 * hundreds of answers. A request that needs more fails alone, and does not end the process and all
 * its trees.
 */
const ANSWERING_MEGABYTES = 1024;

/**
 * Longest wait for an aborted index run, in milliseconds, as it reports what it has kept. It stops
 * after the files that are in work, or waits for another run.
 */
const INDEX_GRACE_MS = 1000;

/** Fields of a request that affect how it is answered. */
interface PooledRequest extends RepositoriesRequest {
  readonly session?: string | undefined;
  readonly record?: boolean | undefined;
  /** True to bring the index up to date first, within the time limit. @default true */
  readonly refresh?: boolean | undefined;
  /** Longest time to index changed files, in milliseconds. */
  readonly maxRefreshMs?: number | undefined;
  /**
   * Longest wait for these files, in milliseconds. @default somewhat longer than the indexing may
   * take
   */
  readonly maxWaitMs?: number | undefined;
  /** True to refuse the request when the index is still outdated after that time. @default false */
  readonly mustBeFresh?: boolean | undefined;
}

/** Options of a pool of threads. */
export interface PooledServiceOptions extends Omit<LocalServiceOptions, "openRefresher"> {
  /** Number of answering threads. @default one for each core but one, at least 2 and at most 4 */
  readonly threads?: number | undefined;
  /**
   * Longest expected wait for a thread, in milliseconds. Calls beyond it are refused as
   * `overloaded`. @default 1000
   */
  readonly maxWaitMs?: number | undefined;
  /**
   * True to watch the trees: changes are then indexed at once, and answers need not search for
   * them. @default false
   */
  readonly watch?: boolean | undefined;
}

/**
 * Returns a service whose engines run in other threads, so that the calling thread is never
 * blocked. Some threads answer, and one keeps all indexes up to date. It begins to index all trees
 * at once.
 */
export function openPooledService(
  roots: readonly ServedRoot[],
  options: PooledServiceOptions = {},
): Service {
  const pool = new Pool(resolveServedRoots(roots), options);
  return {
    call: (async (name: string, request: PooledRequest, options: CallOptions = {}) => {
      const operation = await loadOperation(name);
      return operation.thread === "indexing"
        ? await pool.index(request, options)
        : await pool.answer(operation, request, options);
    }) as CallOperation,
    roots: pool.roots,
    readiness: () => pool.readiness(),
    ...(options.watch ? { followTriggers: (listener) => pool.onTriggers = listener } : {}),
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  };
}

/** Threads of a service. */
class Pool implements AsyncDisposable {
  readonly roots: readonly ServedRoot[];
  onTriggers: TriggerListener | undefined;
  readonly #queue: CallQueue;
  readonly #freshness: ReadonlyMap<string, RootFreshness>;
  readonly #settings: IndexingSettings;
  /** Aborted when the pool is disposed of. */
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
      return await abortable(either, run, INDEX_GRACE_MS);
    } catch (error) {
      throw stop.aborted && error instanceof ThreadFailure ? stop.reason : error;
    }
  }

  /**
   * Returns the answer of an answering thread, when the index is as fresh as the request requires.
   */
  async answer(
    operation: AnyOperation,
    request: PooledRequest,
    { signal, onProgress, caller }: CallOptions,
  ) {
    if (request.repositories !== undefined) checkSeveralRequest(operation, request);
    const queriedRoots = request.repositories === undefined
      ? [findServedRoot(this.roots, request.root)]
      : findServedRoots(this.roots, request.repositories);
    const [{ name }] = queriedRoots as [ServedRoot];
    const { session, record, refresh, maxRefreshMs, maxWaitMs, mustBeFresh } = request;
    const { name: method, access = "read", needsFreshIndex = false } = operation;
    const isRefreshed = needsFreshIndex !== false && refresh !== false;
    const reportsState = needsFreshIndex === "reported";
    const isDelivery = access === "deliver";
    const call = {
      method,
      signal,
      onProgress,
      // Calls for one session never overlap.
      key: isDelivery && session !== undefined ? JSON.stringify([name, session]) : undefined,
      // A call that writes nothing may be repeated.
      isReadOnly: access === "read" || request.repositories !== undefined ||
        (isDelivery && session === undefined && record === false),
    };
    const run = async (
      refresh: (freshness: RootFreshness) => Promise<RefreshReport | undefined>,
    ) => {
      const refreshed = async () => {
        const reports = queriedRoots.map(async ({ name }) =>
          [name, await refresh(this.#freshness.get(name)!)] as const
        );
        return new Map(
          (await Promise.all(reports)).flatMap(([name, report]) =>
            report === undefined ? [] : [[name, report] as const]
          ),
        );
      };
      const trace = await injectSpan();
      return await this.#queue.run({
        ...call,
        prepare: async () =>
          ({ request, refreshed: await refreshed(), trace, caller }) satisfies AnsweringRequest,
        undo(result, since) {
          const id = operation.deliveredRecord?.(result);
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
          : reportsState
          ? freshness.knownReport()
          : undefined;
        // A session gets no claims about a tree that may be mostly unknown.
        return reportsState && refreshed !== undefined && !freshness.isKnown
          ? { ...refreshed, pending: Number.MAX_SAFE_INTEGER }
          : refreshed;
      });
    } catch (error) {
      if (!isContextError(error) || error.code !== "index-damaged") throw error;
      // With several repositories, the damaged index is not known.
      return await run((freshness) => freshness.rebuild());
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort(
      new ServerError("stopping", "Cannot accept the request as the service is stopping"),
    );
    await Promise.all([this.#queue.close(), this.#indexing.close()]);
  }

  #openIndexingThread(): Thread {
    const url = new URL("./indexing_worker.ts", import.meta.url);
    return new Thread(startWorker(url), this.#settings, {
      onNotice: (notice) => {
        const { root, report, progress, state, triggers } = notice as IndexingNotice;
        if (triggers !== undefined) this.onTriggers?.(root, triggers);
        if (progress !== undefined) this.#freshness.get(root)?.recordProgress(progress);
        if (report !== undefined) this.#freshness.get(root)?.recordIndexed(report);
        if (state !== undefined) this.#freshness.get(root)?.recordWatched(state);
      },
      // The state of the trees is unknown until another thread watches them.
      onEnd: () => this.#freshness.forEach((freshness) => freshness.recordWatched(undefined)),
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
