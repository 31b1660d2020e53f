import type { Bundle, SessionMetrics, Structure } from "@dossier/core";
import type { HookAnswer, HookJob, HookMessage } from "@dossier/retrieval/hook-answer";
import type { JsonValue } from "@dossier/core/text";
import type { ContextResource, ManifestStatus } from "@dossier/core/tier";
import type {
  ComposedContext,
  DocumentListing,
  FileText,
  IndexedDocument,
  IndexProgress,
  IndexReport,
  IndexStatus,
  Injection,
  InjectionSummary,
  LeftOutListing,
  ProfileEntry,
  ReadResource,
  RestoredInjection,
  SearchResult,
  SessionTiers,
  TreeHealth,
} from "@dossier/retrieval";
import type {
  ActivityRequest,
  CompositionRequest,
  ContextRequest,
  DocumentRequest,
  DocumentsRequest,
  LeftOutRequest,
  LogRequest,
  ManifestRequest,
  MeasureRequest,
  NeedRequest,
  ProfileRequest,
  ReadRequest,
  RecordRequest,
  ResourceRequest,
  RootRequest,
  SearchRequest,
  StructureRequest,
} from "../schema/mod.ts";

/** A tree that is served. */
export interface ServedRoot {
  /** Its name in requests. */
  readonly name: string;
  /** Absolute path. */
  readonly path: string;
}

/** The state of a tree's index. */
export interface RootReadiness {
  /** Name of the tree. */
  readonly name: string;
  /**
   * Whether its index has been up to date since the start and, of a tree that is watched, is as far as
   * anybody knows; of one that is not, each answer looks first.
   */
  readonly isReady: boolean;
  /** Files known to have changed and not yet indexed; there may be more. */
  readonly pending: number;
}

/** Is told which triggers of a tree's manifest, as it writes them, were set off by what was done to the tree. */
export type TriggerListener = (root: string, triggers: readonly string[]) => void;

/** Options of a call. */
export interface CallOptions {
  /** Aborted when nobody waits for the answer any more: the call then rejects at once with the reason. */
  readonly signal?: AbortSignal | undefined;
}

/** Options of an index run. */
export interface IndexOptions extends CallOptions {
  /** Called a few times a second. */
  readonly onProgress?: ((progress: IndexProgress) => void) | undefined;
}

/** Asks what a session of a host is to be told at an event. */
export interface HookRequest extends RootRequest {
  /** Its id; calls for one never overlap. */
  readonly session: string | undefined;
  /** How long files that have changed may take, in milliseconds. */
  readonly maxRefreshMs?: number | undefined;
  /** How long these are waited for, in milliseconds. @default somewhat longer than they may take */
  readonly maxWaitMs?: number | undefined;
  /** Whether the index is brought up to date first, as far as there is time. @default true */
  readonly refresh?: boolean | undefined;
  /** What it is at. */
  readonly job: HookJob;
}

/** Options of a call for a hook. */
export interface HookOptions extends CallOptions {
  /** Called when the event is noted, and with what there is to tell so far. */
  readonly onProgress?: ((message: HookMessage) => void) | undefined;
}

/** Names a record whose text was not sent. */
export interface WithdrawRequest extends RecordRequest {
  /** When it was asked for, in milliseconds since 1970: an older record was sent then. */
  readonly since: number;
}

/** A bundle, and its text in the format that was asked for. */
export interface RenderedBundle {
  /** The bundle. */
  readonly bundle: Bundle;
  /** Its cost is `budget.used`, except for JSON. */
  readonly text: string;
}

/** A composed prompt, and what is sent to a provider, where one was named. */
export interface RenderedPrompt extends ComposedContext {
  /** The body of a request, or one text. */
  readonly request?: JsonValue;
}

/** What a manifest declares, against what comes of it, and what a session was given, where one was named. */
export interface ToldManifest extends ManifestStatus {
  /** What it was given by its tiers. */
  readonly session?: SessionTiers;
}

/**
 * The engines of the served trees, as every edge (HTTP, MCP, the page) asks them.
 *
 * Whether they are in this thread or in others, an implementation keeps the rules that
 * `tests/conformance/service.ts` checks. All methods reject with a `ContextError`: what the engine
 * throws, `root-unknown` for a name that is not served, and `invalid-request` when no root is named
 * where there are several.
 */
export interface Service extends AsyncDisposable {
  /** The trees, in the order given; the names are unique. */
  readonly roots: readonly ServedRoot[];
  /** Returns which of the trees have an index that is up to date as far as anybody knows. */
  readiness(): readonly RootReadiness[];
  /** Has somebody told, from now on, of triggers that are set off; absent where no tree is watched. */
  readonly followTriggers?: ((listener: TriggerListener) => void) | undefined;
  /** Returns the bundle for a query or an issue. */
  context(request: ContextRequest, options?: CallOptions): Promise<RenderedBundle>;
  /** Returns the answer to the requests in an agent's text. */
  need(request: NeedRequest, options?: CallOptions): Promise<RenderedBundle>;
  /** Returns the best parts of files for a query, or the best files. */
  search(request: SearchRequest, options?: CallOptions): Promise<SearchResult>;
  /** Returns the best parts of files for a query, or the best files, each with the tree that its score is the sum of. */
  explain(request: SearchRequest, options?: CallOptions): Promise<SearchResult>;
  /**
   * Returns the answer to a question about the structure of a tree.
   *
   * @throws {RetrievalError} `invalid-target`, `symbol-not-found`, `symbol-ambiguous`; and as `read`.
   */
  structure(request: StructureRequest, options?: CallOptions): Promise<Structure>;
  /**
   * Returns lines of a file.
   *
   * @throws {RetrievalError} `file-not-found`; `file-excluded` for what a rule leaves out.
   */
  read(request: ReadRequest, options?: CallOptions): Promise<FileText>;
  /** Returns what an index holds. */
  status(request: RootRequest, options?: CallOptions): Promise<IndexStatus>;
  /**
   * Brings an index up to date and returns what that took; stopped by its signal, what is pending.
   */
  index(request: RootRequest, options?: IndexOptions): Promise<IndexReport>;
  /** Returns the bundles and answers that were given, in short, newest first. */
  log(request: LogRequest, options?: CallOptions): Promise<readonly InjectionSummary[]>;
  /**
   * Returns one record.
   *
   * @throws {ServerError} `record-not-found`.
   */
  record(request: RecordRequest, options?: CallOptions): Promise<Injection>;
  /**
   * Returns the text of a record as it was given, or what of it has changed since.
   *
   * @throws {ServerError} `record-not-found`.
   */
  renderRecord(request: RecordRequest, options?: CallOptions): Promise<RestoredInjection>;
  /**
   * Notes that what a record says was given was not sent, as nobody waited for it any more: its session does
   * not hold it. Called where that turns out; `context` and `need` do so until they have returned.
   */
  withdraw(request: WithdrawRequest): Promise<void>;
  /** Returns documents of an index, as a folder shows them or as a filter finds them. */
  documents(request: DocumentsRequest, options?: CallOptions): Promise<DocumentListing>;
  /**
   * Returns the chunks of a document and the names that it defines.
   *
   * @throws {RetrievalError} `file-excluded` for what is left out, `file-not-found` for what is not indexed.
   */
  document(request: DocumentRequest, options?: CallOptions): Promise<IndexedDocument>;
  /** Returns what of a tree is not indexed, by the rule that leaves it out. */
  leftOut(request: LeftOutRequest, options?: CallOptions): Promise<LeftOutListing>;
  /** Returns how what answers about a tree depend on is, and the settings in force. */
  health(request: RootRequest, options?: CallOptions): Promise<TreeHealth>;
  /**
   * Returns what a session says about the context that it was given; without a transcript only what its
   * records say.
   *
   * @throws {RetrievalError} `session-not-found`.
   */
  measure(request: MeasureRequest, options?: CallOptions): Promise<SessionMetrics>;
  /**
   * Returns the system prompt, the messages and the tools of a profile, and what they are made of. Policies
   * are those of the tree, and of the places that the service was opened with.
   *
   * @throws {ContextError} As `Engine.compose()`.
   */
  compose(request: CompositionRequest, options?: CallOptions): Promise<RenderedPrompt>;
  /** Returns all profiles, sorted by id, also those that can not be read. */
  profiles(request: RootRequest, options?: CallOptions): Promise<readonly ProfileEntry[]>;
  /**
   * Returns what a profile is composed of without inputs.
   *
   * @throws {ContextError} As `compose`.
   */
  profile(request: ProfileRequest, options?: CallOptions): Promise<ComposedContext>;
  /**
   * Returns what the manifest of a tree declares, and what comes of it. No plugin is run.
   *
   * @throws {ServerError} `manifest-not-found` for a tree without one.
   */
  manifest(request: ManifestRequest, options?: CallOptions): Promise<ToldManifest>;
  /** Notes what a session did, which the triggers of tiers go by. */
  noteActivity(request: ActivityRequest, options?: CallOptions): Promise<void>;
  /** Returns what the manifest of a tree lets hosts read by its URI; nothing for a tree without one. */
  resources(request: RootRequest, options?: CallOptions): Promise<readonly ContextResource[]>;
  /**
   * Returns what a URI names, and records that a session has read it.
   *
   * @throws {ContextError} `invalid-uri` for one that is none, or that a rule blocks; `manifest-not-found`.
   */
  resource(request: ResourceRequest, options?: CallOptions): Promise<ReadResource>;
  /**
   * Returns what a session of a host is told at an event, and notes what it did. Once the claim of the job is
   * given up and the call aborted, nothing counts as told.
   */
  hook(request: HookRequest, options?: HookOptions): Promise<HookAnswer>;
}

/** A method of a service that takes a request about one of the trees. */
export type ServiceMethod = Exclude<
  keyof Service,
  "roots" | "readiness" | "followTriggers" | typeof Symbol.asyncDispose
>;

/** Calls a method of a service by its name. */
export function callMethod(
  service: Service,
  method: ServiceMethod,
  ...asked: Parameters<Service["index"]>
): Promise<unknown> {
  return (service[method] as Service["index"])(...asked);
}
