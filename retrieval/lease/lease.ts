import type { BundleIndex, Note } from "@dossier/core";
import type { Visibility } from "@dossier/core/exclude";
import type { ReadSessionTranscript } from "@dossier/core/metrics";
import type { PinnedHistory } from "../commits/mod.ts";
import type { ResolvedSettings } from "../config/mod.ts";
import type { Embedder } from "../embed/mod.ts";
import type { IndexReader, RefreshReport } from "../index/mod.ts";
import type { SourceCache } from "../tree/mod.ts";
import type { StateStore } from "../delivery/state/mod.ts";
import type {
  CacheableResult,
  FreshnessOptions,
  SearchOptions,
  SearchResult,
} from "../search/mod.ts";

/** Step of an answer: embed the query, rank chunks, pack fragments, record the bundle. */
export type StepName = "embed" | "rank" | "pack" | "record";

/** Runs a step, for example to measure it, and returns its result. */
export type RunStep = <Result>(name: StepName, step: () => Promise<Result>) => Promise<Result>;

/** Index with its tree and the current settings. */
export interface IndexedTree {
  readonly reader: IndexReader;
  readonly root: string;
  readonly settings: ResolvedSettings;
  /** Commits to read instead of those of the work tree. */
  readonly history: PinnedHistory | undefined;
}

/** Index, tree and settings of one moment, which an answer needs. */
export interface Lease {
  readonly indexed: IndexedTree;
  /** Embedder of queries; undefined without a model, or when it has just failed. */
  readonly embedder: Embedder | undefined;
  /** Report of the last update of the index. */
  readonly report: RefreshReport;
  /** Files that the project shows. */
  readonly visibility: Visibility;
  /** Cache of texts of the tree. */
  readonly sources: SourceCache;
  readonly index: BundleIndex;
  /**
   * Returns the cached result of a request for the same tree and index, or the result of `find`.
   *
   * @param key All values that the result depends on: JSON values, and sets of them.
   */
  reuse<Value>(
    key: readonly unknown[],
    find: () => Promise<CacheableResult<Value>>,
  ): Promise<Value>;
  /** Notes so far. */
  readonly notes: readonly Note[];
  readonly runStep: RunStep;
}

/** Locations of policies and other shared files besides a tree. */
export interface PolicySpaces {
  /** Absolute path of the user's home folder; without it there is no user space. */
  readonly home?: string | undefined;
  /**
   * Absolute paths of folders in a known format, or of folders that contain one: the system space,
   * which has priority over the files of the program.
   */
  readonly system?: readonly string[] | undefined;
}

/** Services of an engine for features: for their sources, and for their own answers. */
export interface EngineServices {
  /** Absolute path of the tree. */
  readonly root: string;
  /** Locations of policies besides the tree. */
  readonly spaces: PolicySpaces;
  /**
   * Calls `work` with a lease on the index, as fresh as the options require. When the index turns
   * out to be damaged, it is called again with another lease.
   *
   * @throws {ContextError} For an invalid configuration, or an index that cannot be used.
   * @internal Only for features.
   */
  lease<Result>(
    options: FreshnessOptions,
    work: (lease: Lease) => Result | Promise<Result>,
  ): Promise<Result>;
  /**
   * Returns the results of a query, best first.
   *
   * @throws {ContextError} For an invalid configuration, or an index that cannot be used.
   */
  search(query: string, options?: SearchOptions): Promise<SearchResult>;
  /**
   * Returns the durable state of the tree, and creates it when it is missing.
   *
   * @throws {RetrievalError} Problem of the state.
   * @internal Only for features.
   */
  openState(): Promise<StateStore>;
  /**
   * Returns the durable state of the tree; undefined when nothing has been recorded. Creates none.
   *
   * @throws {RetrievalError} Problem of the state.
   * @internal Only for features.
   */
  findState(): Promise<StateStore | undefined>;
  /**
   * Returns the current settings.
   *
   * @throws {RetrievalError} `invalid-config`.
   * @internal Only for features.
   */
  settings(): Promise<ResolvedSettings>;
  /**
   * Returns the content of the transcript of a host's session at an absolute path. Paths of files
   * are relative to the root of the tree when the session was in it.
   *
   * @throws {RetrievalError} `invalid-transcript` when it cannot be read, or no feature reads
   * transcripts.
   * @internal Only for features.
   */
  readTranscript: ReadSessionTranscript;
}
