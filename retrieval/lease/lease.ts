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

/** A step of an answer: the query is embedded, chunks are ranked, fragments packed, the bundle recorded. */
export type StepName = "embed" | "rank" | "pack" | "record";

/** Runs a step, such as inside of what measures it, and returns what it returns. */
export type RunStep = <Result>(name: StepName, step: () => Promise<Result>) => Promise<Result>;

/** An index, the tree that it is of, and the settings in force. */
export interface IndexedTree {
  readonly reader: IndexReader;
  readonly root: string;
  readonly settings: ResolvedSettings;
  /** Commits that are read in place of those of the work tree. */
  readonly history: PinnedHistory | undefined;
}

/** What an answer needs of the machine: index, tree and settings, all of one moment. */
export interface Lease {
  readonly indexed: IndexedTree;
  /** Embeds queries; absent without a model, and when it has just failed. */
  readonly embedder: Embedder | undefined;
  /** What was done to bring the index up to date. */
  readonly report: RefreshReport;
  /** What the project lets be seen. */
  readonly visibility: Visibility;
  /** Texts of the tree that were read before. */
  readonly sources: SourceCache;
  readonly index: BundleIndex;
  /**
   * Returns what a question has found before in the same tree and index, or else what `find` finds.
   *
   * @param key All that is asked: values of JSON, and sets of them.
   */
  reuse<Value>(
    key: readonly unknown[],
    find: () => Promise<CacheableResult<Value>>,
  ): Promise<Value>;
  /** What there is to say so far. */
  readonly notes: readonly Note[];
  readonly runStep: RunStep;
}

/** Where policies, and whatever else may be shared, are looked for besides a tree. */
export interface Spaces {
  /** Absolute path of the user's home; without it there is no user space. */
  readonly home?: string | undefined;
  /**
   * Absolute paths of folders in a known form, or of folders that hold one: the system space, before what
   * comes with the program.
   */
  readonly system?: readonly string[] | undefined;
}

/** What an engine does for features: for their sources, and for what they answer themselves. */
export interface EngineServices {
  /** Absolute path of the tree. */
  readonly root: string;
  /** Where policies are looked for besides the tree. */
  readonly spaces: Spaces;
  /**
   * Has `work` done with a lease on the index, as fresh as the options ask for; once more with another when
   * the index turns out to be damaged.
   *
   * @throws {ContextError} For a broken configuration, or an index that can not be used.
   *
   * @internal It is for features.
   */
  lease<Result>(
    options: FreshnessOptions,
    work: (lease: Lease) => Result | Promise<Result>,
  ): Promise<Result>;
  /**
   * Returns what answers a query, best first.
   *
   * @throws {ContextError} For a broken configuration, or an index that can not be used.
   */
  search(query: string, options?: SearchOptions): Promise<SearchResult>;
  /**
   * Returns the durable state of the tree, made when there is none.
   *
   * @throws {RetrievalError} What is wrong with the state.
   *
   * @internal It is for features.
   */
  openState(): Promise<StateStore>;
  /**
   * Returns the durable state of the tree when something has been recorded, and makes none.
   *
   * @throws {RetrievalError} What is wrong with the state.
   *
   * @internal It is for features.
   */
  findState(): Promise<StateStore | undefined>;
  /**
   * Returns the settings in force, as they are now.
   *
   * @throws {RetrievalError} `invalid-config`.
   *
   * @internal It is for features.
   */
  settings(): Promise<ResolvedSettings>;
  /**
   * Returns what the transcript of a host's session at an absolute path tells, with paths of files from the root of the
   * tree where the session was in it.
   *
   * @throws {RetrievalError} `invalid-transcript` when it can not be read, or nothing here reads transcripts.
   *
   * @internal It is for features.
   */
  readTranscript: ReadSessionTranscript;
}
