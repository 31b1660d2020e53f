import type { Note } from "@dossier/core";
import type { Feature } from "../feature/mod.ts";
import type { PolicySpaces, RunStep } from "../lease/mod.ts";
import type { OpenEmbedder } from "../embed/mod.ts";
import type { PinnedHistory } from "../commits/mod.ts";
import type { RefreshReport, ShareReport } from "../index/mod.ts";
import type { FreshnessOptions } from "../search/mod.ts";
import type { RootChoice } from "../tree/mod.ts";

/** Default time limit for indexing changed files before an answer, in milliseconds. */
export const DEFAULT_MAX_REFRESH_MS = 2000;

/** Options of an engine. */
export interface EngineOptions extends RootChoice {
  /** Folder of the index. @default `.dossier/state` in the root */
  readonly state?: string | undefined;
  /**
   * True when the tree is watched, so that answers need not look for changes: with 10,000 files a
   * comparison takes 150 ms, and a question to the watcher eight. The engine then keeps its process
   * alive until it is disposed. A tree that cannot be watched is compared as usual. @default false
   */
  readonly watch?: boolean | undefined;
  /** Cache folder of the user, for the index of a root that cannot be written. */
  readonly cache?: string | undefined;
  /**
   * Commits that describe files, for a tree that is not a work tree of their repository.
   * @default the ancestors of the checked-out commit
   */
  readonly history?: PinnedHistory | undefined;
  /** Runs the steps of answers. @default runs them directly */
  readonly runStep?: RunStep | undefined;
  /** Opens an embedder instead of the configured one. */
  readonly openEmbedder?: OpenEmbedder | undefined;
  /** Folders with policies besides the root. @default only those of the program */
  readonly spaces?: PolicySpaces | undefined;
  /**
   * Features of the engine. @default none
   *
   * @internal `openEngine()` of the library adds all features.
   */
  readonly features?: readonly Feature[] | undefined;
  /** Refreshes the index instead of the engine, which then never lists or indexes a file. */
  readonly refresher?: Refresher | undefined;
  /**
   * True when indexing may block the calling thread for any time, because nothing else waits for
   * it. A thread for indexing takes about 200 ms to start. @default false
   */
  readonly indexesInCallingThread?: boolean | undefined;
}

/** Refreshes an index for engines, such as a thread for many engines. */
export type Refresher = (
  options: Omit<FreshnessOptions, "refresh">,
) => Promise<RefreshReport>;

/** Report of an index run. */
export interface IndexReport extends RefreshReport {
  /** Number of documents in the index after the run. */
  readonly documents: number;
  /** Number of chunks in the index after the run. */
  readonly chunks: number;
  /** Documents sent to a cluster; absent without a cluster. */
  readonly shared?: Omit<ShareReport, "notes">;
}

/** Options of an index run. */
export interface IndexOptions extends Pick<FreshnessOptions, "onProgress" | "signal"> {
  /** True when changes are also sent to the cluster that the user has configured. @default false */
  readonly share?: boolean | undefined;
  /**
   * Age in milliseconds from which on trees are also removed from the cluster, but for the newest of each repository, with
   * all that no tree has any more. @default nothing is removed
   */
  readonly maxTreeAgeMs?: number | undefined;
}

/** Status of an index. */
export interface IndexStatus {
  /** Absolute path of the tree. */
  readonly root: string;
  /** Path of the index file. */
  readonly indexPath: string;
  /** Size of the index file in bytes, with its write-ahead log. */
  readonly indexBytes: number;
  /** Number of documents in the index. */
  readonly documents: number;
  /** Number of chunks in the index. */
  readonly chunks: number;
  /** Number of segments of the index. */
  readonly segments: number;
  /** Time of the last write, in ISO 8601; `undefined` when it was never written. */
  readonly updatedAt: string | undefined;
  /** Number of files that are excluded for their content, by reason. */
  readonly skipped: Readonly<Record<string, number>>;
  /** Notes for the reader. */
  readonly notes: readonly Note[];
}
