import type { BundleIndex, Candidate, Note, RenderFormat, TokenEstimatorName } from "@dossier/core";
import type { OpenEmbedder } from "../config/embedder_settings.ts";
import type { PinnedHistory } from "../commits/history_source.ts";
import type { IndexProgress } from "../index/local/apply_refresh.ts";
import type { RefreshReport } from "../index/local/refresh_index.ts";
import type { DeliveryOptions } from "../delivery/record/deliveries.ts";
import type { DocumentFilter } from "../search/retriever.ts";
import type { RootChoice } from "../tree/take_root.ts";

/**
 * Tokens of a bundle by default. The files that hold the answer are among the first 4,000 tokens of
 * ranked chunks for 98.8 % of the queries of semble's benchmark, and for 92.3 % among the first
 * 1,000; beyond that a reader mostly gets what is beside the point.
 */
export const DEFAULT_BUDGET_TOKENS = 4000;

/** How long changed files may take to be indexed before an answer, in milliseconds. */
export const DEFAULT_MAX_REFRESH_MS = 2000;

/** Results of a search by default. */
export const DEFAULT_SEARCH_LIMIT = 10;

/** A step of an answer: the query is embedded, chunks are ranked, passages packed, the bundle recorded. */
export type StepName = "embed" | "rank" | "pack" | "record";

/** Runs a step, such as inside of what measures it, and returns what it returns. */
export type RunStep = <Result>(name: StepName, step: () => Promise<Result>) => Promise<Result>;

/** Where an engine works. */
export interface EngineOptions extends RootChoice {
  /** Folder for the index. @default `.dossier/state` in the root */
  readonly state?: string | undefined;
  /**
   * Whether the tree is watched, so that answers need not look for changes: at 10,000 files a look
   * takes 150 ms and a question to the watcher eight. The engine then keeps its process alive until it
   * is disposed of. Where a tree can not be watched it is compared as always. @default false
   */
  readonly watch?: boolean | undefined;
  /** The user's cache folder, for the index of a root that can not be written. */
  readonly cache?: string | undefined;
  /**
   * Commits that say what files are about, for a tree that is no work tree of their repository.
   * @default the commits in the past of the one that is checked out
   */
  readonly history?: PinnedHistory | undefined;
  /**
   * Runs the steps of answers. The bundle of a task is ranked while it is packed. @default just runs them
   */
  readonly runStep?: RunStep | undefined;
  /** Opens an embedder in place of the one that the configuration names. */
  readonly openEmbedder?: OpenEmbedder | undefined;
  /** Brings the index up to date in place of the engine, which then never lists or indexes a file. */
  readonly refresher?: Refresher | undefined;
}

/** Somebody else, such as a thread that does it for many engines, who keeps an index up to date. */
export type Refresher = (
  options: Omit<FreshnessOptions, "refresh">,
) => Promise<RefreshReport>;

/** How fresh an answer must be. */
export interface FreshnessOptions {
  /** Whether the tree is compared with the index first. @default true */
  readonly refresh?: boolean;
  /**
   * How long changed files may take to be indexed first, in milliseconds; the first index of a tree
   * is built in full unless this says otherwise. @default 2000
   */
  readonly maxRefreshMs?: number | undefined;
  /** Called a few times a second while files are indexed. */
  readonly onProgress?: ((progress: IndexProgress) => void) | undefined;
  /**
   * Stops indexing early: what is done by then is kept, and instead of an answer there is an error
   * `interrupted`; `index()` reports what is pending.
   */
  readonly signal?: AbortSignal | undefined;
}

/** Options of a search. */
export interface SearchOptions extends FreshnessOptions {
  /** Most results. @default 10 */
  readonly limit?: number | undefined;
  /** Which documents may be found. */
  readonly filter?: DocumentFilter | undefined;
  /** Names of ranking steps to leave out. */
  readonly disabled?: readonly string[] | undefined;
  /** Whether each result comes with the tree that its score is the sum of. @default false */
  readonly explain?: boolean | undefined;
}

/** Options of a bundle. */
export interface ContextOptions extends Omit<SearchOptions, "limit">, DeliveryOptions {
  /** Most tokens of the rendered text: a whole number of at least 0. @default 4000 */
  readonly budget?: number | undefined;
  /**
   * Most tokens that the rendered text may cost where it is sent as JSON, by `countSent()` of core: what
   * would be cut on its way is then omitted, and not recorded as given. @default no limit
   */
  readonly maxSent?: number | undefined;
  /** How tokens are counted. @default "piece" */
  readonly estimator?: TokenEstimatorName | undefined;
  /** The rendering that the budget is for. @default "markdown" */
  readonly format?: RenderFormat | undefined;
}

/** Ranked chunks for a query. */
export interface SearchResult {
  /** The query as it was given. */
  readonly query: string;
  /** The state of the index that answered. */
  readonly index: BundleIndex;
  /** Best first. */
  readonly results: readonly Candidate[];
  /** What else the reader should know. */
  readonly notes: readonly Note[];
}

/** What an index run did. */
export interface IndexReport extends RefreshReport {
  /** Documents in the index now. */
  readonly documents: number;
  /** Chunks in the index now. */
  readonly chunks: number;
}

/** What an index holds. */
export interface IndexStatus {
  /** Absolute path of the tree. */
  readonly root: string;
  /** Path of the index file. */
  readonly indexPath: string;
  /** Size of the index file in bytes, with its write-ahead log. */
  readonly indexBytes: number;
  /** Documents in the index. */
  readonly documents: number;
  /** Chunks in the index. */
  readonly chunks: number;
  /** Parts the index consists of. */
  readonly segments: number;
  /** When the index was last written, ISO 8601; undefined when it never was. */
  readonly updatedAt: string | undefined;
  /** Files left out for what they hold, by reason. */
  readonly skipped: Readonly<Record<string, number>>;
  /** What else the reader should know. */
  readonly notes: readonly Note[];
}
