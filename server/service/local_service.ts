import type { Engine, Refresher } from "@dossier/retrieval";
import { ServerError } from "../problem/mod.ts";
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
import { withSpan } from "../trace/mod.ts";
import { findServedRoot, settleRoots } from "./roots.ts";
import { type BundleRequest, giveContext, giveRequested } from "./give_bundle.ts";
import { heedSignal } from "./heed_signal.ts";
import { SessionTurns, Shared } from "./shared.ts";
import type {
  CallOptions,
  RenderedBundle,
  RootReadiness,
  ServedRoot,
  Service,
  WithdrawRequest,
} from "./service.ts";

/** Results that are explained by default: a tree takes a screen. */
const DEFAULT_EXPLAINED = 3;

/** Where the engines of a service keep what they know. */
export interface LocalServiceOptions {
  /** The user's cache folder, for the index of a root that can not be written. */
  readonly cache?: string | undefined;
  /** Whether a tree may be what is refused otherwise: `/`, a home, very many files without git. */
  readonly anyRoot?: boolean | undefined;
  /** Brings the index of a root up to date in place of its engine. */
  readonly refresher?: Refresher | undefined;
}

/** Returns a service whose engines are in this thread; each is opened when its tree is first asked about. */
export function openLocalService(
  roots: readonly ServedRoot[],
  options: LocalServiceOptions = {},
): Service {
  return new LocalService(roots, options);
}

class LocalService implements Service {
  readonly roots: readonly ServedRoot[];
  readonly #options: LocalServiceOptions;
  readonly #engines = new Map<string, Promise<Shared<Engine>>>();
  readonly #turns = new SessionTurns();

  constructor(roots: readonly ServedRoot[], options: LocalServiceOptions) {
    this.roots = settleRoots(roots);
    this.#options = options;
  }

  /** An engine in the calling thread brings the index up to date before each answer. */
  readiness(): readonly RootReadiness[] {
    return this.roots.map(({ name }) => ({ name, isReady: true, pending: 0 }));
  }

  context(request: ContextRequest, { signal }: CallOptions = {}) {
    return this.#deliver(request, signal, (engine) => giveContext(engine, request, signal));
  }

  need(request: NeedRequest, { signal }: CallOptions = {}) {
    return this.#deliver(request, signal, (engine) => giveRequested(engine, request, signal));
  }

  search(request: SearchRequest, { signal }: CallOptions = {}) {
    const options = { ...toSearchOptions(request), signal };
    return this.#answer(request, signal, (engine) => engine.search(request.query, options));
  }

  explain(request: SearchRequest, { signal }: CallOptions = {}) {
    const { query, limit = DEFAULT_EXPLAINED } = request;
    const options = { ...toSearchOptions(request), limit, signal };
    return this.#answer(request, signal, (engine) => engine.explain(query, options));
  }

  read(request: ReadRequest, { signal }: CallOptions = {}) {
    const { path, startLine, endLine } = request;
    return this.#answer(
      request,
      signal,
      (engine) => engine.readFile(path, { startLine, endLine }),
    );
  }

  status(request: RootRequest, { signal }: CallOptions = {}) {
    return this.#answer(request, signal, (engine) => engine.status());
  }

  async index(request: RootRequest, options: Parameters<Service["index"]>[1] = {}) {
    return await this.#use(request, (engine) => engine.index(options));
  }

  log(request: LogRequest, { signal }: CallOptions = {}) {
    const { session, limit, before } = request;
    return this.#answer(request, signal, (engine) => engine.log({ session, limit, before }));
  }

  record(request: RecordRequest, { signal }: CallOptions = {}) {
    return this.#answer(
      request,
      signal,
      async (engine) => await engine.findRecord(request.id) ?? refuseRecord(engine, request.id),
    );
  }

  renderRecord(request: RecordRequest, { signal }: CallOptions = {}) {
    return this.#answer(
      request,
      signal,
      async (engine) => await engine.renderRecord(request.id) ?? refuseRecord(engine, request.id),
    );
  }

  withdraw({ id, since, ...request }: WithdrawRequest) {
    return this.#use(request, (engine) => engine.withdraw(id, { since }));
  }

  documents(request: DocumentsRequest, { signal }: CallOptions = {}) {
    return this.#browse(request, signal, (browser) => browser.documents(request));
  }

  document(request: DocumentRequest, { signal }: CallOptions = {}) {
    return this.#browse(request, signal, (browser) => browser.document(request.path));
  }

  leftOut(request: LeftOutRequest, { signal }: CallOptions = {}) {
    return this.#browse(request, signal, (browser) => browser.leftOut(request));
  }

  health(request: RootRequest, { signal }: CallOptions = {}) {
    return this.#browse(request, signal, (browser) => browser.health());
  }

  measure(request: MeasureRequest, { signal }: CallOptions = {}) {
    const { session, transcript = "", touched } = request;
    return this.#answer(
      request,
      signal,
      (engine) => engine.metrics({ session, transcript, touched }),
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const engines = [...this.#engines.values()];
    this.#engines.clear();
    for (const engine of await Promise.allSettled(engines)) {
      if (engine.status === "fulfilled") engine.value.value[Symbol.dispose]();
    }
  }

  #deliver(
    request: BundleRequest,
    signal: AbortSignal | undefined,
    give: (engine: Engine) => Promise<RenderedBundle>,
  ): Promise<RenderedBundle> {
    const { root, session } = request;
    const giveWanted = async (engine: Engine) => {
      const since = Date.now();
      const answer = await give(engine);
      const { record } = answer.bundle;
      if (signal?.aborted && record !== undefined) await engine.withdraw(record, { since });
      return answer;
    };
    if (session === undefined) return this.#answer(request, signal, giveWanted);
    const { name } = findServedRoot(this.roots, root);
    return this.#answer(request, signal, (engine) => {
      // Whoever does not wait any more is not to be told that it was given something.
      return this.#turns.take(JSON.stringify([name, session]), async () => {
        signal?.throwIfAborted();
        return await giveWanted(engine);
      });
    });
  }

  #browse<Answer>(
    request: RootRequest,
    signal: AbortSignal | undefined,
    look: (browser: Awaited<ReturnType<Engine["browser"]>>) => Promise<Answer>,
  ): Promise<Answer> {
    return this.#answer(request, signal, async (engine) => await look(await engine.browser()));
  }

  #answer<Answer>(
    request: RootRequest,
    signal: AbortSignal | undefined,
    answer: (engine: Engine) => Promise<Answer>,
  ): Promise<Answer> {
    return heedSignal(signal, () => this.#use(request, answer));
  }

  /** Has `work` use the engine of a tree; one whose root or index was replaced is opened anew. */
  async #use<Result>(
    { root }: RootRequest,
    work: (engine: Engine) => Promise<Result>,
  ): Promise<Result> {
    const { name, path } = findServedRoot(this.roots, root);
    const known = this.#engines.get(name);
    const shared = await known;
    // Another call may have found meanwhile that it was replaced.
    if (shared !== undefined && this.#engines.get(name) === known) {
      if (shared.value.isInPlace) return await shared.use(work);
      this.#engines.delete(name);
      shared.retire();
    }
    const opened = await (this.#engines.get(name) ?? this.#openAnew(name, path));
    return await opened.use(work);
  }

  #openAnew(name: string, path: string): Promise<Shared<Engine>> {
    // A server says what it can do before it is first asked.
    const opened = import("@dossier/retrieval")
      .then(({ openEngine }) => openEngine({ root: path, ...this.#options, runStep: withSpan }))
      .then((engine) => new Shared(checkPlace(engine, path)));
    this.#engines.set(name, opened);
    // What could not be opened may be there the next time.
    opened.catch(() => this.#engines.delete(name));
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

function toSearchOptions({ limit, filter, disabled, refresh, maxRefreshMs }: SearchRequest) {
  return {
    ...{ limit, filter, disabled, maxRefreshMs },
    ...(refresh === undefined ? {} : { refresh }),
  };
}

async function refuseRecord(engine: Engine, id: number): Promise<never> {
  const pruning = await engine.findPruning(id);
  const reason = pruning === undefined
    ? "there is none"
    : `it was pruned at ${pruning.time} by ${pruning.reason}`;
  throw new ServerError("record-not-found", `Cannot show record ${id} as ${reason}`);
}
