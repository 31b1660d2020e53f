import type { Note } from "@dossier/core";
import type { FreshnessOptions } from "../search/mod.ts";
import { EMBEDDER_FAILED, EmbedderSlot, type OpenEmbedder } from "../embed/mod.ts";
import { distinctNotes } from "./engine_notes.ts";
import type { IndexReport, IndexStatus, Refresher } from "./engine_options.ts";
import type { RunStep } from "../sources/mod.ts";
import { describeIndex, freshenIndex, type IndexedRoot, updateIndex } from "./freshen_index.ts";
import type { Lease } from "../sources/mod.ts";
import type { PinnedHistory } from "../commits/mod.ts";
import type { WatchedTree } from "../index/local/watch/mod.ts";
import { RecoverableIndex } from "./recoverable_index.ts";
import { resolveSettings } from "../config/mod.ts";
import { SourceShelf } from "../tree/mod.ts";
import { databaseBytes, type StateDirectory } from "../machine/mod.ts";

/** What an index may be given besides its tree. */
export interface AnsweringIndexParts {
  /** Runs the steps of answers. */
  readonly runStep?: RunStep | undefined;
  /** Most files of the tree where git does not list them. @default no bound */
  readonly maxFiles?: number | undefined;
  /** Watches the tree. */
  readonly watched?: WatchedTree | undefined;
  /** Commits that are read in place of those of the work tree. */
  readonly history?: PinnedHistory | undefined;
  /** Opens an embedder in place of the one that the configuration names. */
  readonly openEmbedder?: OpenEmbedder | undefined;
  /** Brings the index up to date in place of this. */
  readonly refresher?: Refresher | undefined;
  /** Whether others answer from the index, each through a connection of its own. @default false */
  readonly isForOthers?: boolean | undefined;
}

/**
 * The index of one tree, brought up to date before each answer, and built anew when it turns out to be
 * damaged.
 */
export class AnsweringIndex implements Disposable {
  /** Absolute path of the tree. */
  readonly root: string;
  readonly #state: StateDirectory;
  readonly #maxFiles: number | undefined;
  readonly #watched: WatchedTree | undefined;
  readonly #history: PinnedHistory | undefined;
  readonly #refresher: Refresher | undefined;
  readonly #isForOthers: boolean;
  readonly #index: RecoverableIndex;
  readonly #embedder: EmbedderSlot;
  readonly #runStep: RunStep;
  readonly #sources = new SourceShelf();

  /** Takes over a folder for the index. */
  constructor(
    root: string,
    state: StateDirectory,
    { maxFiles, watched, history, openEmbedder, refresher, isForOthers = false, runStep = justRun }:
      AnsweringIndexParts = {},
  ) {
    this.root = root;
    this.#state = state;
    this.#maxFiles = maxFiles;
    this.#watched = watched;
    this.#history = history;
    this.#refresher = refresher;
    this.#isForOthers = isForOthers;
    this.#index = new RecoverableIndex(`${state.path}/index.db`, {
      isRebuilt: refresher === undefined,
    });
    this.#embedder = new EmbedderSlot(root, openEmbedder);
    this.#runStep = runStep;
  }

  /**
   * Brings the index up to date with the tree, however long it takes, and returns what that took.
   *
   * @throws {ContextError} When the index can not be written or the configuration is broken.
   */
  update(options: Pick<FreshnessOptions, "onProgress" | "signal"> = {}): Promise<IndexReport> {
    return this.#index.run(async (recovered) => {
      const indexed = await this.#prepare();
      const report = await updateIndex(indexed, options);
      const { unwritable } = indexed.reader;
      // What was done in a copy is lost: nobody asked but for the file.
      if (unwritable !== undefined && report.added + report.changed + report.removed > 0) {
        throw unwritable;
      }
      const { documents, chunks } = await indexed.reader.describe();
      const notes = [...this.#listNotes(indexed, recovered), ...report.notes];
      return { ...report, notes, documents, chunks };
    });
  }

  /** Returns what the index holds, as it is. */
  describe(): Promise<IndexStatus> {
    return this.#index.run(async (recovered) => {
      const { reader } = this.#index;
      const { documents, chunks, segments, updatedAt } = await reader.describe();
      const skipped: Record<string, number> = {};
      for (const { reason } of await reader.listSkipped()) {
        skipped[reason] = (skipped[reason] ?? 0) + 1;
      }
      return {
        root: this.root,
        indexPath: reader.path,
        indexBytes: databaseBytes(reader.path),
        ...{ documents, chunks, segments, updatedAt, skipped },
        notes: [...this.#state.notes, ...recovered],
      };
    });
  }

  /** Whether the index file is still at its place; if not, what is answered is from a removed one. */
  get isInPlace(): boolean {
    return this.#index.reader.isInPlace;
  }

  /** Closes the index. It can not be used any more. */
  [Symbol.dispose](): void {
    this.#watched?.[Symbol.dispose]();
    this.#embedder[Symbol.dispose]();
    this.#index[Symbol.dispose]();
  }

  /**
   * Has `work` done with a lease on the index, as fresh as the options ask for; once more with another when
   * the index turns out to be damaged.
   *
   * @throws {ContextError} For a broken configuration, or an index that can not be used.
   */
  lease<Result>(
    options: FreshnessOptions,
    work: (lease: Lease) => Result | Promise<Result>,
  ): Promise<Result> {
    return this.#index.run(async (recovered) => await work(await this.#open(options, recovered)));
  }

  async #open(options: FreshnessOptions, recovered: readonly Note[]): Promise<Lease> {
    const indexed = await this.#prepare();
    const report = await freshenIndex(indexed, options);
    const hasFailed = report.notes.some(({ code }) => code === EMBEDDER_FAILED);
    return {
      indexed,
      embedder: hasFailed ? undefined : indexed.opened.embedder,
      report,
      visibility: indexed.settings.visibility,
      sources: this.#sources,
      index: await describeIndex(indexed.reader, report),
      notes: distinctNotes([...this.#listNotes(indexed, recovered), ...report.notes]),
      runStep: this.#runStep,
    };
  }

  /** Returns the index with the settings in force, as they are now. */
  async #prepare(): Promise<IndexedRoot> {
    const { reader } = this.#index;
    const settings = await resolveSettings(reader.settings, this.root);
    return {
      reader,
      root: this.root,
      lockPath: `${this.#state.path}/index.lock`,
      maxFiles: this.#maxFiles,
      watched: this.#watched,
      history: this.#history,
      refresher: this.#refresher,
      isForOthers: this.#isForOthers,
      settings,
      opened: await this.#embedder.open(settings.embedder),
    };
  }

  #listNotes({ settings, opened }: IndexedRoot, recovered: readonly Note[]): Note[] {
    return [...this.#state.notes, ...recovered, ...settings.notes, ...opened.notes];
  }
}

function justRun<Result>(_name: string, step: () => Promise<Result>): Promise<Result> {
  return step();
}
