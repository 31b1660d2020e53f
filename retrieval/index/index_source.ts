import type { Note } from "@dossier/core";
import type { Visibility } from "@dossier/core/exclude";
import type { PinnedHistory } from "../commits/mod.ts";
import type { EmbedderSettings } from "../config/mod.ts";
import type { Embedder } from "../embed/mod.ts";

/** Tree and settings that an index is built from. */
export interface IndexSource {
  /** Absolute path of the tree. */
  readonly root: string;
  /** Rules that decide which files may be indexed. */
  readonly visibility: Visibility;
  /** Maximum number of files of a tree that git does not list. @default no limit */
  readonly maxFiles?: number | undefined;
  /** Watcher of the tree, created by the same store. */
  readonly watched?: IndexWatch | undefined;
  /** Embedder of chunks; without it no vectors are stored. */
  readonly embedding?: IndexEmbedding | undefined;
  /** Commits to read instead of those of the work tree. */
  readonly history?: PinnedHistory | undefined;
  /**
   * True when other processes or threads read the index through their own connections. @default
   * false
   */
  readonly hasOtherReaders?: boolean | undefined;
  /** True when indexing may block the calling thread, however long it takes. @default false */
  readonly indexesInCallingThread?: boolean | undefined;
}

/** Embedder of an index. */
export interface IndexEmbedding {
  /** Open embedder; undefined when it cannot be opened. Existing vectors stay then. */
  readonly embedder: Embedder | undefined;
  /** Settings with which another thread opens the same embedder. */
  readonly settings: EmbedderSettings | undefined;
}

/** Tree that is watched for changes. */
export interface IndexWatch extends Disposable {
  /**
   * True when changes are reported. False before the first refresh, and when the system can watch
   * no more folders.
   */
  readonly isWatching: boolean;
  /**
   * Number of files that are known to have changed since the last refresh. More may have changed.
   */
  readonly changedCount: number;
  /** True when a change was reported since the last refresh, or reports may have been lost. */
  readonly isBehind: boolean;

  /**
   * Waits until all changes made before the call are reported. Returns false when the reports did
   * not arrive in time, so that the state is unknown.
   */
  waitUntilIdle(): Promise<boolean>;
}

/** Options of watching a tree. */
export interface WatchOptions {
  readonly maxFiles?: number | undefined;
  /** Called for each report after which the index may be out of date. */
  readonly onReport?: (() => void) | undefined;
}

/** Limits of a refresh of the index. */
export interface RefreshOptions {
  /**
   * Maximum time of indexing in milliseconds, including the wait for another process; no limit when
   * absent. Unless it is 0, at least some files are indexed, so that repeated calls catch up.
   */
  readonly maxMs?: number | undefined;
  /**
   * Maximum time of embedding chunks without a vector, in milliseconds, for models that are too
   * slow to embed during indexing; no limit when absent.
   */
  readonly maxEmbedMs?: number | undefined;
  /** Stops the refresh early. Finished work is kept. */
  readonly signal?: AbortSignal | undefined;
  /** Called a few times a second while files are indexed. */
  readonly onProgress?: ((progress: IndexProgress) => void) | undefined;
}

/** Progress of an index run. */
export interface IndexProgress {
  /** Number of files processed so far. */
  readonly files: number;
  /** Number of files to process. */
  readonly totalFiles: number;
  /** Number of chunks that were written, or are about to be. */
  readonly chunks: number;
  /** Progress of the chunks without a vector; present once all files are processed. */
  readonly embedding?: EmbedProgress;
}

/** Progress of embedding, in texts: chunks, and the names that a document defines. */
export interface EmbedProgress {
  /** Number of texts embedded so far. */
  readonly embedded: number;
  /** Number of texts without a vector at the start. */
  readonly total: number;
}

/** Counts of a refresh. */
export interface RefreshOutcome {
  /** Number of new documents. */
  readonly added: number;
  /** Number of documents whose bytes changed. */
  readonly changed: number;
  /** Number of documents whose files are missing or excluded now. */
  readonly removed: number;
  /** Number of files that still have to be read. */
  readonly pending: number;
}

/** Counts of a refresh, with notes. */
export interface RefreshReport extends RefreshOutcome {
  /** True when the tree was compared with the index. */
  readonly refreshed: boolean;
  /** Notes for the bundle: what was skipped or postponed, and why. */
  readonly notes: readonly Note[];
}
