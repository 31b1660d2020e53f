import type { Note } from "@dossier/core";
import type { Feature } from "../feature/mod.ts";
import type { RunStep, Spaces } from "../lease/mod.ts";
import type { OpenEmbedder } from "../embed/mod.ts";
import type { PinnedHistory } from "../commits/mod.ts";
import type { RefreshReport, ShareReport } from "../index/mod.ts";
import type { FreshnessOptions } from "../search/mod.ts";
import type { RootChoice } from "../tree/mod.ts";

/** How long changed files may take to be indexed before an answer, in milliseconds. */
export const DEFAULT_MAX_REFRESH_MS = 2000;

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
  /** Runs the steps of answers. @default just runs them */
  readonly runStep?: RunStep | undefined;
  /** Opens an embedder in place of the one that the configuration names. */
  readonly openEmbedder?: OpenEmbedder | undefined;
  /** Where policies and the like are looked for besides the root. @default only what comes with the program */
  readonly spaces?: Spaces | undefined;
  /**
   * What it can do besides answering from code and documents. @default none
   *
   * @internal The library's `openEngine()` gives all features.
   */
  readonly features?: readonly Feature[] | undefined;
  /** Brings the index up to date in place of the engine, which then never lists or indexes a file. */
  readonly refresher?: Refresher | undefined;
  /**
   * Whether the calling thread may be held up by however much there is to index, as one that nobody else waits for:
   * a thread for it takes some 200 ms to begin. @default false
   */
  readonly indexesHere?: boolean | undefined;
}

/** Somebody else, such as a thread that does it for many engines, who keeps an index up to date. */
export type Refresher = (
  options: Omit<FreshnessOptions, "refresh">,
) => Promise<RefreshReport>;

/** What an index run did. */
export interface IndexReport extends RefreshReport {
  /** Documents in the index now. */
  readonly documents: number;
  /** Chunks in the index now. */
  readonly chunks: number;
  /** What was sent to a cluster; absent where nothing was to be. */
  readonly shared?: ShareReport;
}

/** How an index is brought up to date. */
export interface IndexOptions extends Pick<FreshnessOptions, "onProgress" | "signal"> {
  /** Whether what is new is sent to the cluster that the user has configured as well. @default false */
  readonly share?: boolean | undefined;
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
