import { isContextError } from "@dossier/core/errors";
import type { RefreshReport } from "@dossier/retrieval";
import type {
  ContextRequest,
  DocumentRequest,
  DocumentsRequest,
  LeftOutRequest,
  LogRequest,
  MeasureRequest,
  NeedRequest,
  ReadRequest,
  RecordRequest,
  RootRequest,
  SearchRequest,
} from "../schema/mod.ts";
import { ServerError } from "../problem/mod.ts";
import {
  type CallOptions,
  findServedRoot,
  heedSignal,
  type RenderedBundle,
  type RootReadiness,
  type ServedRoot,
  type Service,
  settleRoots,
  type WithdrawRequest,
} from "../service/mod.ts";
import { carrySpan, withSpan } from "../trace/mod.ts";
import type { AnsweringMethod, AnsweringRequest, AnsweringSettings } from "./answering_worker.ts";
import { CallQueue } from "./call_queue.ts";
import type { IndexingNotice, IndexingSettings } from "./indexing_worker.ts";
import { RootFreshness } from "./root_freshness.ts";
import { Thread, ThreadDeath } from "./thread.ts";

/** Most calls that wait by default: at 10 ms each the last of them waits for about a second. */
const DEFAULT_MAX_WAITING = 128;

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
 * How long an index run that is aborted is waited for, in milliseconds, as it says what it has kept: it
 * stops after the files that are in work, or waits for another run.
 */
const INDEX_GRACE_MS = 1000;

/** How a pool is made up. */
export interface PooledServiceOptions {
  /** Whether a tree may be what is refused otherwise: `/`, a home, very many files without git. */
  readonly anyRoot?: boolean | undefined;
  /** The user's cache folder, for the index of a root that can not be written. */
  readonly cache?: string | undefined;
  /** Threads that answer. @default one for each core but one, at least 2 and at most 4 */
  readonly threads?: number | undefined;
  /** Most calls that wait for a thread; further ones are refused as `overloaded`. @default 128 */
  readonly maxWaiting?: number | undefined;
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
  return new ThreadedService(roots, options);
}

/** The answer of a service's method. */
type Answer<Method extends AnsweringMethod> = Awaited<ReturnType<Service[Method]>>;

/** What says how fresh an answer is to be. */
interface FreshnessRequest extends RootRequest {
  readonly refresh?: boolean | undefined;
  readonly maxRefreshMs?: number | undefined;
}

/** What a call is besides its method and request. */
interface AskOptions extends CallOptions {
  /** Whether the index is refreshed first, unless the request says otherwise. */
  readonly isFresh?: boolean;
  /** Whether nothing is written for it, so that it may be asked twice. */
  readonly isRead?: boolean;
  /** Whose call it is; those of one session never overlap. */
  readonly session?: string | undefined;
}

class ThreadedService implements Service {
  readonly roots: readonly ServedRoot[];
  readonly #queue: CallQueue<AnsweringRequest>;
  readonly #freshness: ReadonlyMap<string, RootFreshness>;
  readonly #settings: IndexingSettings;
  /** Aborted when it is disposed of. */
  readonly #stop = new AbortController();
  #indexing: Thread;

  constructor(
    given: readonly ServedRoot[],
    { anyRoot, cache, threads = countThreads(), maxWaiting = DEFAULT_MAX_WAITING, watch = false }:
      PooledServiceOptions,
  ) {
    const roots = settleRoots(given);
    this.roots = roots;
    this.#settings = { roots, anyRoot, cache, watch };
    this.#indexing = this.#openIndexingThread();
    const thread = () => this.#liveIndexingThread();
    this.#freshness = new Map(roots.map(({ name }) => [name, new RootFreshness(name, thread)]));
    this.#queue = new CallQueue({
      size: threads,
      maxWaiting,
      openThread: () => openAnsweringThread({ roots, anyRoot, cache }),
    });
  }

  readiness(): readonly RootReadiness[] {
    return this.roots.map(({ name }) => {
      const { isReady, isBehind, pending } = this.#find({ root: name });
      return { name, isReady: isReady && !isBehind, pending };
    });
  }

  context(request: ContextRequest, { signal }: CallOptions = {}) {
    const { session, record } = request;
    const isRead = session === undefined && record === false;
    return this.#ask("context", request, { signal, session, isFresh: true, isRead });
  }

  need(request: NeedRequest, { signal }: CallOptions = {}) {
    return this.#ask("need", request, { signal, session: request.session, isFresh: true });
  }

  search(request: SearchRequest, { signal }: CallOptions = {}) {
    return this.#ask("search", request, { signal, isFresh: true, isRead: true });
  }

  explain(request: SearchRequest, { signal }: CallOptions = {}) {
    return this.#ask("explain", request, { signal, isFresh: true, isRead: true });
  }

  read(request: ReadRequest, { signal }: CallOptions = {}) {
    return this.#ask("read", request, { signal, isRead: true });
  }

  status(request: RootRequest, { signal }: CallOptions = {}) {
    return this.#ask("status", request, { signal, isRead: true });
  }

  log(request: LogRequest, { signal }: CallOptions = {}) {
    return this.#ask("log", request, { signal, isRead: true });
  }

  record(request: RecordRequest, { signal }: CallOptions = {}) {
    return this.#ask("record", request, { signal, isRead: true });
  }

  renderRecord(request: RecordRequest, { signal }: CallOptions = {}) {
    return this.#ask("renderRecord", request, { signal, isRead: true });
  }

  async withdraw(request: WithdrawRequest) {
    await this.#ask("withdraw", request, { isRead: true });
  }

  documents(request: DocumentsRequest, { signal }: CallOptions = {}) {
    return this.#ask("documents", request, { signal, isRead: true });
  }

  document(request: DocumentRequest, { signal }: CallOptions = {}) {
    return this.#ask("document", request, { signal, isRead: true });
  }

  leftOut(request: LeftOutRequest, { signal }: CallOptions = {}) {
    return this.#ask("leftOut", request, { signal, isRead: true });
  }

  health(request: RootRequest, { signal }: CallOptions = {}) {
    return this.#ask("health", request, { signal, isRead: true });
  }

  measure(request: MeasureRequest, { signal }: CallOptions = {}) {
    return this.#ask("measure", request, { signal, isRead: true });
  }

  async index(
    request: RootRequest,
    { signal, onProgress }: Parameters<Service["index"]>[1] = {},
  ) {
    const freshness = this.#find(request);
    const stop = this.#stop.signal;
    const either = signal === undefined ? stop : AbortSignal.any([stop, signal]);
    const run = () => freshness.index({ signal: either, onProgress });
    try {
      return await heedSignal(either, run, { graceMs: INDEX_GRACE_MS });
    } catch (error) {
      throw stop.aborted && error instanceof ThreadDeath ? stop.reason : error;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort(
      new ServerError("stopping", "Cannot take the request as the service is stopping"),
    );
    await Promise.all([this.#queue.close(), this.#indexing.close()]);
  }

  async #ask<Method extends AnsweringMethod>(
    method: Method,
    request: FreshnessRequest,
    { signal, session, isFresh = false, isRead = false }: AskOptions,
  ): Promise<Answer<Method>> {
    const { name } = findServedRoot(this.roots, request.root);
    const { refresh, maxRefreshMs } = request;
    const freshness = this.#find(request);
    const key = session === undefined ? undefined : JSON.stringify([name, session]);
    const ask = async (refreshed: () => Promise<RefreshReport | undefined>) => {
      const trace = await carrySpan();
      const prepare = async () => ({ request, refreshed: await refreshed(), trace });
      const undo = (result: unknown, since: number) => {
        const id = method === "context" || method === "need"
          ? (result as RenderedBundle).bundle.record
          : undefined;
        return id === undefined ? undefined : {
          method: "withdraw" satisfies AnsweringMethod,
          request: { request: { root: name, id, since }, refreshed: undefined, trace },
        };
      };
      return await this.#queue.run({ method, key, isRead, signal, undo, prepare }) as Answer<
        Method
      >;
    };
    const isRefreshed = isFresh && refresh !== false;
    try {
      return await ask(async () =>
        isRefreshed
          ? await withSpan("refresh", () => freshness.refresh({ refresh, maxRefreshMs, signal }))
          : undefined
      );
    } catch (error) {
      if (!isContextError(error) || error.code !== "index-damaged") throw error;
      return await ask(() => freshness.rebuild());
    }
  }

  #find({ root }: RootRequest): RootFreshness {
    const { name } = findServedRoot(this.roots, root);
    return this.#freshness.get(name)!;
  }

  #openIndexingThread(): Thread {
    const url = new URL("./indexing_worker.ts", import.meta.url);
    return new Thread(new Worker(url, { type: "module" }), this.#settings, {
      onNotice: (notice) => {
        const { root, report, state } = notice as IndexingNotice;
        if (report !== undefined) this.#freshness.get(root)?.noteIndexed(report);
        if (state !== undefined) this.#freshness.get(root)?.noteWatched(state);
      },
      // Nothing is known of the trees until another thread watches them.
      onDeath: () => this.#freshness.forEach((freshness) => freshness.noteWatched(undefined)),
    });
  }

  #liveIndexingThread(): Thread {
    this.#stop.signal.throwIfAborted();
    return this.#indexing.isDead ? this.#indexing = this.#openIndexingThread() : this.#indexing;
  }
}

function openAnsweringThread(settings: AnsweringSettings): Thread {
  const url = new URL("./answering_worker.ts", import.meta.url);
  return new Thread(new Worker(url, { type: "module" }), settings, { abortMs: ABORT_MS });
}

function countThreads(): number {
  return Math.min(
    Math.max(navigator.hardwareConcurrency - 1, MIN_ANSWERING_THREADS),
    MAX_ANSWERING_THREADS,
  );
}
