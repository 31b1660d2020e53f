import type { Engine, EngineOptions, Refresher } from "@dossier/retrieval";
import type { HookAnswer } from "@dossier/retrieval/hook-answer";
import { ServerError } from "../problem/mod.ts";
import type { ContextRequest, NeedRequest, RootRequest, SearchRequest } from "../schema/mod.ts";
import { withSpan } from "../trace/mod.ts";
import { giveContext, giveRequested } from "./give_bundle.ts";
import { givePrompt, giveResource, tellManifestOf, tiersOf } from "./give_policies.ts";
import { heedSignal } from "./waiting.ts";
import { findServedRoot, settleRoots } from "./roots.ts";
import type {
  HookOptions,
  IndexOptions,
  RenderedBundle,
  ServedRoot,
  Service,
  ServiceMethod,
} from "./service.ts";
import { SessionTurns, Shared } from "./shared.ts";

/** Results that are explained by default: a tree takes a screen. */
const DEFAULT_EXPLAINED = 3;

/** Options of the engines of a service. */
export interface LocalServiceOptions {
  /** The user's cache folder, for the index of a root that can not be written. */
  readonly cache?: string | undefined;
  /** Whether a tree may be one that is refused otherwise: `/`, a home, very many files without git. */
  readonly anyRoot?: boolean | undefined;
  /** Where policies are looked for besides the trees. @default only what comes with the program */
  readonly spaces?: EngineOptions["spaces"];
  /** Brings the index of a root up to date in place of its engine. */
  readonly refresher?: Refresher | undefined;
}

/** How an engine answers each method of a service. */
type Answers = {
  readonly [Method in ServiceMethod]: (
    engine: Engine,
    request: Parameters<Service[Method]>[0],
    options: IndexOptions,
  ) => ReturnType<Service[Method]>;
};

const ANSWERS: Answers = {
  context: (engine, request, { signal }) => giveContext(engine, request, signal),
  need: (engine, request, { signal }) => giveRequested(engine, request, signal),
  withdraw: (engine, { id, since }) => engine.withdraw(id, { since }),
  search: (engine, request, { signal }) =>
    engine.search(request.query, { ...toSearchOptions(request), signal }),
  explain: (engine, { limit = DEFAULT_EXPLAINED, ...request }, { signal }) =>
    engine.explain(request.query, { ...toSearchOptions(request), limit, signal }),
  structure: (engine, { kind, targets, diff, depth, all, ...options }, { signal }) => {
    const { budget, estimator, ...freshness } = options;
    return engine.structure(
      { kind, targets, diff, depth, all },
      { budget, estimator, signal, ...toFreshness(freshness) },
    );
  },
  read: (engine, { path, startLine, endLine }) => engine.readFile(path, { startLine, endLine }),
  documents: async (engine, request) => (await engine.browser()).documents(request),
  document: async (engine, { path }) => (await engine.browser()).document(path),
  leftOut: async (engine, request) => (await engine.browser()).leftOut(request),
  health: async (engine) => (await engine.browser()).health(),
  status: (engine) => engine.status(),
  index: (engine, _request, options) => engine.index(options),
  log: (engine, { session, limit, before }) => engine.log({ session, limit, before }),
  record: async (engine, { id }) => await engine.findRecord(id) ?? refuseRecord(engine, id),
  renderRecord: async (engine, { id }) => await engine.renderRecord(id) ?? refuseRecord(engine, id),
  measure: (engine, { session, transcript = "", touched }) =>
    engine.metrics({ session, transcript, touched }),
  compose: (engine, request) => givePrompt(engine, request),
  profiles: async (engine) => {
    const { listProfiles, policiesOf } = await import("@dossier/retrieval/policy");
    return await listProfiles(await policiesOf(engine));
  },
  profile: async (engine, { id }) => {
    const { composeProfile, policiesOf } = await import("@dossier/retrieval/policy");
    return await composeProfile({ profile: id, isPartial: true }, await policiesOf(engine));
  },
  manifest: (engine, { session }) => tellManifestOf(engine, session),
  noteActivity: async (engine, { session, events }) =>
    (await tiersOf(engine)).record(session, events),
  resources: async (engine) => (await tiersOf(engine)).resources(),
  resource: (engine, request) => giveResource(engine, request),
  hook: async (engine, { job }, { onProgress }) => {
    const { answerHook } = await import("@dossier/retrieval/hook-answer");
    return await answerHook(job, onProgress as HookOptions["onProgress"], { engine });
  },
};

/** Methods that give a session context: calls for one never overlap, and what was not sent is taken back. */
const DELIVERIES: readonly ServiceMethod[] = ["context", "need", "hook"];

/** Returns whether a method gives context to a session, where its request names one. */
export function isDelivery(method: ServiceMethod): boolean {
  return DELIVERIES.includes(method);
}

/** Returns the number of the record of what an answer gives; undefined without one. */
export function findGiven(method: ServiceMethod, answer: unknown): number | undefined {
  if (!isDelivery(method)) return undefined;
  return method === "hook"
    ? (answer as HookAnswer).record
    : (answer as RenderedBundle).bundle.record;
}

/** Returns the methods of a service that asks for all of them in one way. */
export function toMethods(
  ask: (method: ServiceMethod, request: RootRequest, options: IndexOptions) => Promise<unknown>,
): Pick<Service, ServiceMethod> {
  const methods = (Object.keys(ANSWERS) as ServiceMethod[]).map((method) => [
    method,
    (request: RootRequest, options: IndexOptions = {}) => ask(method, request, options),
  ]);
  return Object.fromEntries(methods);
}

/** Returns a service whose engines are in this thread; each is opened when its tree is first asked about. */
export function openLocalService(
  given: readonly ServedRoot[],
  options: LocalServiceOptions = {},
): Service {
  const roots = settleRoots(given);
  const engines = new Engines(roots, options);
  const turns = new SessionTurns();
  const ask = async (method: ServiceMethod, request: RootRequest, options: IndexOptions) => {
    const { signal } = options;
    const answer = (engine: Engine): Promise<unknown> =>
      (ANSWERS[method] as Answers["search"])(engine, request as SearchRequest, options);
    // These two end by themselves what they have begun.
    if (method === "index" || method === "withdraw") return await engines.use(request, answer);
    return await heedSignal(
      signal,
      () => engines.use(request, isDelivery(method) ? (engine) => deliver(engine, answer) : answer),
    );

    /** Has the bundles of one session follow each other, and takes back the record of one nobody waits for. */
    async function deliver(engine: Engine, give: (engine: Engine) => Promise<unknown>) {
      const { session } = request as ContextRequest | NeedRequest;
      const giveWanted = async () => {
        signal?.throwIfAborted();
        const since = Date.now();
        const given = await give(engine);
        const record = findGiven(method, given);
        if (signal?.aborted && record !== undefined) await engine.withdraw(record, { since });
        return given;
      };
      if (session === undefined) return await giveWanted();
      const { name } = findServedRoot(roots, request.root);
      return await turns.take(JSON.stringify([name, session]), giveWanted);
    }
  };
  return {
    ...toMethods(ask),
    roots,
    // An engine in the calling thread brings the index up to date before each answer.
    readiness: () => roots.map(({ name }) => ({ name, isReady: true, pending: 0 })),
    [Symbol.asyncDispose]: () => engines[Symbol.asyncDispose](),
  };
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

  async [Symbol.asyncDispose](): Promise<void> {
    const engines = [...this.#opened.values()];
    this.#opened.clear();
    for (const engine of await Promise.allSettled(engines)) {
      if (engine.status === "fulfilled") engine.value.value[Symbol.dispose]();
    }
  }

  #openAnew(name: string, path: string): Promise<Shared<Engine>> {
    // A server says what it can do before it is first asked.
    const opened = Promise.all([import("@dossier/retrieval"), import("@dossier/features")])
      .then(([{ openEngine }, { FEATURES: features }]) =>
        openEngine({ root: path, ...this.#options, runStep: withSpan, features })
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
    `Cannot answer from "${path}" as a link to another folder has taken its place: start the server anew`,
  );
}

function toSearchOptions({ limit, by, names, filter, disabled, ...freshness }: SearchRequest) {
  return { ...{ limit, by, names, filter, disabled }, ...toFreshness(freshness) };
}

function toFreshness({ refresh, maxRefreshMs }: Pick<SearchRequest, "refresh" | "maxRefreshMs">) {
  return { maxRefreshMs, ...(refresh === undefined ? {} : { refresh }) };
}

async function refuseRecord(engine: Engine, id: number): Promise<never> {
  const pruning = await engine.findPruning(id);
  const reason = pruning === undefined
    ? "there is none"
    : `it was pruned at ${pruning.time} by ${pruning.reason}`;
  throw new ServerError("record-not-found", `Cannot show record ${id} as ${reason}`);
}
