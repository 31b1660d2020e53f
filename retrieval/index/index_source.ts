import type { Note } from "@dossier/core";
import type { Visibility } from "@dossier/core/exclude";
import type { PinnedHistory } from "../commits/mod.ts";
import type { EmbedderSettings } from "../config/mod.ts";
import type { Embedder } from "../embed/mod.ts";

/** What an index is made of. */
export interface IndexSource {
  /** Absolute path of the tree. */
  readonly root: string;
  /** The rules on which files may be indexed. */
  readonly visibility: Visibility;
  /** Most files of the tree where git does not list them. @default no bound */
  readonly maxFiles?: number | undefined;
  /** Watches the tree; of the same store. */
  readonly watched?: IndexWatch | undefined;
  /** The embedder of chunks; without it no vectors are kept. */
  readonly embedding?: IndexEmbedding | undefined;
  /** Commits that are read in place of those of the work tree. */
  readonly history?: PinnedHistory | undefined;
  /** Whether others answer from the index, each through a connection of its own. @default false */
  readonly hasOtherReaders?: boolean | undefined;
  /** Whether the calling thread may be held up by however much there is to index. @default false */
  readonly indexesHere?: boolean | undefined;
}

/** The embedder of an index. */
export interface IndexEmbedding {
  /** Undefined when it can not be opened: then the vectors that there are stay. */
  readonly embedder: Embedder | undefined;
  /** The settings that another thread opens it by. */
  readonly settings: EmbedderSettings | undefined;
}

/** A tree that is watched. */
export interface IndexWatch extends Disposable {
  /** Whether changes are reported: not before the first refresh, nor where the system watches no more. */
  readonly isWatching: boolean;
  /** How many files are known to have changed since the last refresh; there may be more. */
  readonly changedCount: number;
  /** Whether something was reported since the last refresh, or may have been missed. */
  readonly isBehind: boolean;

  /**
   * Waits until all changes made before the call are reported; returns whether they are, as where nothing
   * is reported in time nobody knows.
   */
  waitUntilIdle(): Promise<boolean>;
}

/** How a tree is watched. */
export interface WatchOptions {
  readonly maxFiles?: number | undefined;
  /** Called for each report that may mean that the index is behind. */
  readonly onReport?: (() => void) | undefined;
}

/** Bounds of a refresh of the index. */
export interface RefreshOptions {
  /**
   * How long indexing may take, in milliseconds, waiting for another process included; no bound
   * without. Unless it is 0, some files are always done, so that what is behind is caught up with.
   */
  readonly maxMs?: number | undefined;
  /**
   * How long chunks may take to be embedded that have no vector, in milliseconds, where the model is
   * too slow to do so while they are indexed; no bound without.
   */
  readonly maxEmbedMs?: number | undefined;
  /** Stops early; what is done by then is kept. */
  readonly signal?: AbortSignal | undefined;
  /** Called a few times a second while files are indexed. */
  readonly onProgress?: ((progress: IndexProgress) => void) | undefined;
}

/** How far an index run has come. */
export interface IndexProgress {
  /** Files looked at so far. */
  readonly files: number;
  /** Files to look at in all. */
  readonly totalFiles: number;
  /** Chunks written or about to be written so far. */
  readonly chunks: number;
  /** Once all files are done: how far those chunks have come that have no vector yet. */
  readonly embedding?: EmbedProgress;
}

/** How far embedding has come, in texts: chunks, and the names that a document defines. */
export interface EmbedProgress {
  /** Texts embedded so far. */
  readonly embedded: number;
  /** Texts that had no vector at the start. */
  readonly total: number;
}

/** The counts of a refresh. */
export interface RefreshOutcome {
  /** Documents that are new. */
  readonly added: number;
  /** Documents whose bytes have changed. */
  readonly changed: number;
  /** Documents whose files are gone or are left out now. */
  readonly removed: number;
  /** Files that still have to be read. */
  readonly pending: number;
}

/** The counts of a refresh, with notes. */
export interface RefreshReport extends RefreshOutcome {
  /** Whether the tree was compared with the index. */
  readonly refreshed: boolean;
  /** For the bundle: what was left out or left for later, and why. */
  readonly notes: readonly Note[];
}
