import type { Engine, EngineOptions, Refresher } from "@dossier/retrieval";
import type { AnyOperation } from "@dossier/retrieval/operation";
import type { RootRequest } from "@dossier/retrieval/operations";
import type { RepositoriesRequest } from "@dossier/retrieval/several";
import type { Workspace, WorkspaceMember } from "@dossier/retrieval/workspace";
import { loadOperation } from "../operations/mod.ts";
import { refuseRequest, ServerError } from "../problem/mod.ts";
import { withSpan } from "../trace/mod.ts";
import { abortable } from "./waiting.ts";
import { findServedRoot, findServedRoots, resolveServedRoots } from "./roots.ts";
import type { CallOperation, CallOptions, ServedRoot, Service } from "./service.ts";
import { SessionQueue, SharedResource } from "./shared_resource.ts";
import { toLocalCaller } from "./local_caller.ts";

/** Options of the engines of a service. */
export interface LocalServiceOptions {
  /** Cache folder of the user, for the index of a root that cannot be written. */
  readonly cache?: string | undefined;
  /**
   * True to allow trees that are otherwise refused: `/`, a home folder, very many files without
   * git.
   */
  readonly anyRoot?: boolean | undefined;
  /** Locations of policies in addition to the trees. @default only those of the program */
  readonly spaces?: EngineOptions["spaces"];
  /**
   * Returns a function that brings the index of a root, by name, up to date in place of its engine.
   */
  readonly openRefresher?: ((root: string) => Refresher) | undefined;
}

/**
 * Returns a service whose engines run in this thread. Each is opened at the first request about its
 * tree.
 */
export function openLocalService(
  servedRoots: readonly ServedRoot[],
  options: LocalServiceOptions = {},
): Service {
  const roots = resolveServedRoots(servedRoots);
  const engines = new Engines(roots, options);
  const turns = new SessionQueue();
  const call = async (name: string, request: SessionRequest, options: CallOptions = {}) => {
    const operation = await loadOperation(name);
    const { signal, caller } = options;
    const answer = (engine: Engine | Workspace<Engine>): Promise<unknown> =>
      operation.run(engine, request, {
        signal,
        onProgress: options.onProgress,
        runStep: withSpan,
        local: caller && toLocalCaller(caller),
      });
    if (request.repositories !== undefined) {
      checkSeveralRequest(operation, request);
      const queriedRoots = findServedRoots(roots, request.repositories);
      return await abortable(signal, () => engines.useAll(queriedRoots, answer));
    }
    if (operation.finishesOnAbort) return await engines.use(request, answer);
    const isDelivery = operation.access === "deliver";
    return await abortable(
      signal,
      () => engines.use(request, isDelivery ? (engine) => deliver(engine, answer) : answer),
    );

    /**
     * Delivers the bundles of one session one after another, and withdraws the record of a delivery
     * that was aborted.
     */
    async function deliver(engine: Engine, produce: (engine: Engine) => Promise<unknown>) {
      const { session } = request;
      const deliverUnlessAborted = async () => {
        signal?.throwIfAborted();
        const since = Date.now();
        const result = await produce(engine);
        const record = operation.deliveredRecord?.(result);
        if (signal?.aborted && record !== undefined) await engine.withdraw(record, { since });
        return result;
      };
      if (session === undefined) return await deliverUnlessAborted();
      const { name } = findServedRoot(roots, request.root);
      return await turns.run(JSON.stringify([name, session]), deliverUnlessAborted);
    }
  };
  return {
    call: call as CallOperation,
    roots,
    // An engine in the calling thread brings the index up to date before each answer.
    readiness: () =>
      roots.map(({ name }) => ({ name, isReady: true, hasBeenReady: true, pending: 0 })),
    [Symbol.asyncDispose]: () => engines[Symbol.asyncDispose](),
  };
}

/** Fields of a request that name the recipient of its answer. */
interface SessionRequest extends RepositoriesRequest {
  readonly session?: string | undefined;
}

/**
 * Refuses operations that cannot query several trees.
 *
 * @throws {ServerError} `invalid-request`.
 */
export function checkSeveralRequest(operation: AnyOperation, request: RepositoriesRequest): void {
  const broken = operation.rules?.find(({ holds }) => !holds(request));
  if (broken !== undefined) throw refuseRequest(`Cannot answer the request: ${broken.problem}`);
  if (operation.acceptsRepositories) return;
  throw refuseRequest(`Cannot run "${operation.name}" on several repositories: name one as "root"`);
}

/** Engines of some trees. */
class Engines implements AsyncDisposable {
  readonly #roots: readonly ServedRoot[];
  readonly #options: LocalServiceOptions;
  readonly #opened = new Map<string, Promise<SharedResource<Engine>>>();

  constructor(roots: readonly ServedRoot[], options: LocalServiceOptions) {
    this.#roots = roots;
    this.#options = options;
  }

  /**
   * Calls `work` with the engine of a tree. An engine whose root or index was replaced is opened
   * again.
   */
  async use<Result>(
    { root }: RootRequest,
    work: (engine: Engine) => Promise<Result>,
  ): Promise<Result> {
    const { name, path } = findServedRoot(this.#roots, root);
    const known = this.#opened.get(name);
    const shared = await known;
    // Another call may have found meanwhile that it was replaced.
    if (shared !== undefined && this.#opened.get(name) === known) {
      if (shared.value.isInPlace) return await shared.use(work);
      this.#opened.delete(name);
      shared.retire();
    }
    const opened = await (this.#opened.get(name) ?? this.#openAnew(name, path));
    return await opened.use(work);
  }

  /** Calls `work` with the engines of several trees as one. */
  async useAll<Result>(
    [root, ...others]: readonly ServedRoot[],
    work: (workspace: Workspace<Engine>) => Promise<Result>,
    members: readonly WorkspaceMember<Engine>[] = [],
  ): Promise<Result> {
    if (root === undefined) {
      // Imported only here, as most requests are about one tree.
      const { Workspace } = await import("@dossier/retrieval/workspace");
      return await work(new Workspace(members));
    }
    const { name } = root;
    return await this.use(
      { root: name },
      (engine) => this.useAll(others, work, [...members, { name, engine }]),
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const engines = [...this.#opened.values()];
    this.#opened.clear();
    for (const engine of await Promise.allSettled(engines)) {
      if (engine.status === "fulfilled") engine.value.value[Symbol.dispose]();
    }
  }

  #openAnew(name: string, path: string): Promise<SharedResource<Engine>> {
    const { openRefresher, ...options } = this.#options;
    // Imported late, so that a server can describe its abilities before the first request.
    const opened = Promise.all([import("@dossier/retrieval"), import("@dossier/features")])
      .then(([{ openEngine }, { FEATURES: features }]) =>
        openEngine({
          root: path,
          ...options,
          refresher: openRefresher?.(name),
          runStep: withSpan,
          features,
        })
      )
      .then((engine) => new SharedResource(checkEngineRoot(engine, path)));
    this.#opened.set(name, opened);
    // A tree that could not be opened may exist the next time.
    opened.catch(() => this.#opened.delete(name));
    return opened;
  }
}

/**
 * Refuses an engine whose tree is not at the served path, because a link has replaced it.
 *
 * @throws {ServerError} `root-moved`.
 */
function checkEngineRoot(engine: Engine, path: string): Engine {
  if (engine.root === path) return engine;
  engine[Symbol.dispose]();
  throw new ServerError(
    "root-moved",
    `Cannot answer from "${path}" as a link to another folder has replaced it: restart the server`,
  );
}
