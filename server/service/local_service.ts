import type { Engine, EngineOptions, Refresher } from "@dossier/retrieval";
import type { AnyOperation } from "@dossier/retrieval/operation";
import type { RootRequest } from "@dossier/retrieval/operations";
import type { SeveralRequest } from "@dossier/retrieval/several";
import type { Workspace, WorkspaceMember } from "@dossier/retrieval/workspace";
import { loadOperation } from "../operations/mod.ts";
import { refuseRequest, ServerError } from "../problem/mod.ts";
import { withSpan } from "../trace/mod.ts";
import { heedSignal } from "./waiting.ts";
import { findServedRoot, findServedRoots, settleRoots } from "./roots.ts";
import type { CallOperation, CallOptions, ServedRoot, Service } from "./service.ts";
import { SessionTurns, Shared } from "./shared.ts";
import { toLocalCaller } from "./local_caller.ts";

/** Options of the engines of a service. */
export interface LocalServiceOptions {
  /** The user's cache folder, for the index of a root that can not be written. */
  readonly cache?: string | undefined;
  /** Whether a tree may be one that is refused otherwise: `/`, a home, very many files without git. */
  readonly anyRoot?: boolean | undefined;
  /** Where policies are looked for besides the trees. @default only what comes with the program */
  readonly spaces?: EngineOptions["spaces"];
  /** Returns what brings the index of a root, by name, up to date in place of its engine. */
  readonly openRefresher?: ((root: string) => Refresher) | undefined;
}

/** Returns a service whose engines are in this thread; each is opened when its tree is first asked about. */
export function openLocalService(
  given: readonly ServedRoot[],
  options: LocalServiceOptions = {},
): Service {
  const roots = settleRoots(given);
  const engines = new Engines(roots, options);
  const turns = new SessionTurns();
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
      checkSeveral(operation, request);
      const asked = findServedRoots(roots, request.repositories);
      return await heedSignal(signal, () => engines.useAll(asked, answer));
    }
    if (operation.endsItself) return await engines.use(request, answer);
    const isDelivery = operation.access === "deliver";
    return await heedSignal(
      signal,
      () => engines.use(request, isDelivery ? (engine) => deliver(engine, answer) : answer),
    );

    /** Has the bundles of one session follow each other, and takes back the record of one nobody waits for. */
    async function deliver(engine: Engine, give: (engine: Engine) => Promise<unknown>) {
      const { session } = request;
      const giveWanted = async () => {
        signal?.throwIfAborted();
        const since = Date.now();
        const given = await give(engine);
        const record = operation.delivered?.(given);
        if (signal?.aborted && record !== undefined) await engine.withdraw(record, { since });
        return given;
      };
      if (session === undefined) return await giveWanted();
      const { name } = findServedRoot(roots, request.root);
      return await turns.take(JSON.stringify([name, session]), giveWanted);
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

/** What a request may say of whom its answer is for. */
interface SessionRequest extends SeveralRequest {
  readonly session?: string | undefined;
}

/**
 * Refuses what is not to be asked of several trees.
 *
 * @throws {ServerError} `invalid-request`.
 */
export function checkSeveral(operation: AnyOperation, request: SeveralRequest): void {
  const broken = operation.rules?.find(({ holds }) => !holds(request));
  if (broken !== undefined) throw refuseRequest(`Cannot answer the request: ${broken.problem}`);
  if (operation.asksSeveral) return;
  throw refuseRequest(`Cannot run "${operation.name}" on several repositories: name one as "root"`);
}

/** The engines of some trees. */
class Engines implements AsyncDisposable {
  readonly #roots: readonly ServedRoot[];
  readonly #options: LocalServiceOptions;
  readonly #opened = new Map<string, Promise<Shared<Engine>>>();

  constructor(roots: readonly ServedRoot[], options: LocalServiceOptions) {
    this.#roots = roots;
    this.#options = options;
  }

  /** Has `work` use the engine of a tree; one whose root or index was replaced is opened anew. */
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

  /** Has `work` use the engines of several trees as one. */
  async useAll<Result>(
    [root, ...others]: readonly ServedRoot[],
    work: (workspace: Workspace<Engine>) => Promise<Result>,
    members: readonly WorkspaceMember<Engine>[] = [],
  ): Promise<Result> {
    if (root === undefined) {
      // Imported only here: most requests are about one tree.
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

  #openAnew(name: string, path: string): Promise<Shared<Engine>> {
    const { openRefresher, ...options } = this.#options;
    // A server says what it can do before it is first asked.
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
      .then((engine) => new Shared(checkPlace(engine, path)));
    this.#opened.set(name, opened);
    // A tree that could not be opened may be there the next time.
    opened.catch(() => this.#opened.delete(name));
    return opened;
  }
}

/**
 * Refuses an engine whose tree is somewhere else than at the path that is served, as a link stands there.
 *
 * @throws {ServerError} `root-moved`.
 */
function checkPlace(engine: Engine, path: string): Engine {
  if (engine.root === path) return engine;
  engine[Symbol.dispose]();
  throw new ServerError(
    "root-moved",
    `Cannot answer from "${path}" as a link to another folder has replaced it: restart the server`,
  );
}
