import type { Note } from "@dossier/core";
import type { SettingsCache } from "../config/mod.ts";
import type { DatabaseHealth, InspectOptions } from "../machine/mod.ts";
import type { IndexReader } from "./index_reader.ts";
import type {
  IndexEmbedding,
  IndexSource,
  IndexWatch,
  RefreshOptions,
  RefreshReport,
  WatchOptions,
} from "./index_source.ts";

/** Where the index of a tree belongs. */
export interface IndexLocation {
  /** Absolute path of the tree. */
  readonly root: string;
  /** Absolute path of its state folder. */
  readonly folder: string;
}

/** A way to keep indexes: where, how they are written, and how they are read, is its own affair. */
export interface IndexStore {
  /** Returns whether it keeps the indexes of a place. */
  accepts(place: IndexLocation): boolean;

  /** Returns whether it has an index there. */
  has(location: IndexLocation): boolean;

  /**
   * Returns the index of a place, made when it is missing, and empty when an older version of the program
   * wrote it. What a newer one wrote is left to that one.
   *
   * @throws {RetrievalError} `index-unwritable` for what is no index of ours.
   * @throws What {@link IndexStore.explainError} knows, when it is damaged or can not be opened.
   */
  open(location: IndexLocation): OpenIndex;

  /** Removes an index that is damaged; `opened` is the closed one that was found so. */
  repair(location: IndexLocation, opened?: OpenIndex): void;

  /** Returns what an error says of the index, as a {@link RetrievalError}; the error itself when it is about another thing. */
  explainError(error: unknown, place: IndexLocation): unknown;

  /** Returns the health of an index, and changes nothing. */
  inspect(location: IndexLocation, options?: InspectOptions): DatabaseHealth<IndexFacts>;

  /** Watches a tree, so that what has changed need not be looked for; undefined where that is not possible. */
  watch(location: IndexLocation, options?: WatchOptions): Promise<IndexWatch | undefined>;

  /** Returns the notes of every answer about the tree at a location, such as how fresh its files are. @default none */
  listNotes?(location: IndexLocation): readonly Note[];

  /** Starts to load what brings an index up to date, for whoever is about to need it. */
  preload(): void;
}

/** An open index: what answers read, and what keeps it up to date. */
export interface OpenIndex extends IndexReader, Disposable {
  /** Where it is, as people are told. */
  readonly address: string;
  /** How large it is there, in bytes. */
  readonly bytes: number;
  /** Whether it is kept beside its place, as a newer version of the program has one there. */
  readonly isBesideNewer: boolean;
  /** Whether another version of the program had written it, so that it was emptied when it was opened. */
  readonly wasReset: boolean;
  /** Whether it is still at its place; if not, what is answered is from a removed one. */
  readonly isInPlace: boolean;
  /** Why it is a copy that is lost with the process; undefined when it is not. */
  readonly unwritable: unknown;
  /** The settings as parsed, which the index keeps by the text they were parsed from. */
  readonly settings: SettingsCache;

  /** Brings it up to date with its tree and the commits, and returns what that took. */
  refresh(source: IndexSource, options?: RefreshOptions): Promise<RefreshReport>;

  /**
   * Sends what is new to where others can answer from it, and returns what that was; undefined where it is kept on this
   * machine only.
   *
   * @throws {RetrievalError} `index-unreachable`, `index-refused`.
   */
  share(options?: ShareOptions): Promise<ShareReport | undefined>;

  /** Returns whether the vectors are of the embedder, and whether all chunks have one. */
  compareVectors(embedding: IndexEmbedding): "current" | "other" | "pending";

  /** Has the files at some paths read again at the next refresh, as they hold something else than their documents. */
  invalidate(paths: readonly string[]): void;
}

/** Options of {@link OpenIndex.share}. */
export interface ShareOptions {
  /**
   * Age in milliseconds from which on trees are removed where others read them, but for the newest of each repository;
   * what no tree names any more goes as well. @default nothing is removed
   */
  readonly maxTreeAgeMs?: number | undefined;
}

/** What was sent of an index to where others can answer from it. */
export interface ShareReport {
  /** Where it is, as people are told. */
  readonly place: string;
  /** Parts that were not there before. */
  readonly segments: number;
  /** Chunks in these. */
  readonly chunks: number;
  /** What was removed there; absent when that was not asked for. */
  readonly removed?: RemovedTrees;
}

/** What was removed of the indexes of all repositories where others can answer from them. */
export interface RemovedTrees {
  readonly trees: number;
  /** Parts that no tree had any more. */
  readonly segments: number;
}

/** Facts that an index has about itself. */
export interface IndexFacts {
  /** Whether this version of the program wrote it; another builds it again. */
  readonly isCurrent: boolean;
  /** When it was last written, ISO 8601; undefined when it never was. */
  readonly updatedAt: string | undefined;
  readonly documents: number;
}
