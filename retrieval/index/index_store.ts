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

/** Location of the index of a tree. */
export interface IndexLocation {
  /** Absolute path of the tree. */
  readonly root: string;
  /** Absolute path of its state folder. */
  readonly folder: string;
}

/** Backend that stores indexes. It decides where and how they are written and read. */
export interface IndexStore {
  /** Returns true when the store keeps the index at a location. */
  accepts(location: IndexLocation): boolean;

  /** Returns true when the store has an index at a location. */
  has(location: IndexLocation): boolean;

  /**
   * Opens the index at a location and returns it. A missing index is created. An index of an older
   * version of the program is emptied, and one of a newer version is left alone.
   *
   * @throws {RetrievalError} `index-unwritable` for a file that is not an index of ours.
   * @throws Errors that {@link IndexStore.explainError} recognizes, when the index is damaged or
   * cannot be opened.
   */
  open(location: IndexLocation): OpenIndex;

  /** Deletes a damaged index. `opened` is the closed index in which the damage was found. */
  repair(location: IndexLocation, opened?: OpenIndex): void;

  /**
   * Returns an error about the index as a {@link RetrievalError}, and any other error unchanged.
   */
  explainError(error: unknown, location: IndexLocation): unknown;

  /** Returns the health of an index without changing it. */
  inspect(location: IndexLocation, options?: InspectOptions): DatabaseHealth<IndexFacts>;

  /**
   * Starts watching a tree, so that a refresh need not search for changes; returns undefined where
   * watching is not possible.
   */
  watch(location: IndexLocation, options?: WatchOptions): Promise<IndexWatch | undefined>;

  /**
   * Returns the notes for every answer about the tree at a location, such as the age of its files.
   *
   * @default none
   */
  listNotes?(location: IndexLocation): readonly Note[];

  /** Starts to load the modules that update an index, for a caller that will need them soon. */
  preload(): void;
}

/** Open index, with the methods that read it and those that update it. */
export interface OpenIndex extends IndexReader, Disposable {
  /** Address of the index, as shown to people. */
  readonly address: string;
  /** Size of the index at its address, in bytes. */
  readonly bytes: number;
  /**
   * True when the index is in a second file, because a newer version of the program uses the usual
   * file.
   */
  readonly usesSeparateFile: boolean;
  /**
   * True when another version of the program had written the index, so that it was emptied on
   * opening.
   */
  readonly wasReset: boolean;
  /** True when the index is still at its address. Otherwise reads come from a deleted file. */
  readonly isInPlace: boolean;
  /**
   * Error that prevents writing. The index is then a copy in memory, which is lost with the
   * process. Undefined for a normal index.
   */
  readonly readOnlyError: unknown;
  /** Cache of parsed settings, by the text that they were parsed from. */
  readonly settings: SettingsCache;

  /** Updates the index from its tree and the commits, and returns a report. */
  refresh(source: IndexSource, options?: RefreshOptions): Promise<RefreshReport>;

  /**
   * Uploads new parts of the index so that other machines can read them, and returns a report;
   * undefined for an index that is stored on this machine only.
   *
   * @throws {RetrievalError} `index-unreachable`, `index-refused`.
   */
  share(options?: ShareOptions): Promise<ShareReport | undefined>;

  /**
   * Returns the state of the vectors: "other" when another embedder made them, "pending" when some
   * chunks have none, and "current" otherwise.
   */
  compareVectors(embedding: IndexEmbedding): "current" | "other" | "pending";

  /**
   * Marks the files at some paths to be read again at the next refresh, as their content differs
   * from the indexed documents.
   */
  invalidate(paths: readonly string[]): void;
}

/** Options of {@link OpenIndex.share}. */
export interface ShareOptions {
  /**
   * Minimum age in milliseconds of the trees that are removed from the shared index, except the
   * newest tree of each repository. Parts that no tree names any more are removed as well. @default
   * nothing is removed
   */
  readonly maxTreeAgeMs?: number | undefined;
}

/** Report of an upload of an index. */
export interface ShareReport {
  /** Address of the uploaded index, as shown to people. */
  readonly place: string;
  /** Number of uploaded parts. */
  readonly segments: number;
  /** Number of chunks in these parts. */
  readonly chunks: number;
  /** Trees and parts that were removed there; absent when this was not requested. */
  readonly removed?: RemovedTrees;
  /** Notes about what was not uploaded. */
  readonly notes: readonly Note[];
}

/** Counts of removed trees and parts in the shared index of all repositories. */
export interface RemovedTrees {
  /** Number of trees. */
  readonly trees: number;
  /** Number of parts that no tree had any more. */
  readonly segments: number;
}

/** Facts that an index stores about itself. */
export interface IndexFacts {
  /** True when this version of the program wrote the index. Otherwise it will be rebuilt. */
  readonly isCurrent: boolean;
  /** Time of the last write, ISO 8601; undefined when nothing was written yet. */
  readonly updatedAt: string | undefined;
  readonly documents: number;
}
