import type { Candidate, Note } from "@dossier/core";
import { ContextError } from "@dossier/core/errors";
import { decideExclusion, type Exclusions } from "@dossier/core/exclude";
import {
  type AskedQuery,
  checkSearchOptions,
  findCandidates,
  type FreshnessOptions,
  QueryText,
  type SearchOptions,
} from "../search/mod.ts";
import {
  type EmbeddedQuery,
  EMBEDDER_FAILED,
  EmbedderSlot,
  embedQuery,
  type OpenedEmbedder,
  type OpenEmbedder,
} from "../embed/mod.ts";
import { distinctNotes, noteUnknown } from "./engine_notes.ts";
import type { IndexReport, IndexStatus, Refresher, RunStep } from "./engine_options.ts";
import { describeIndex, freshenIndex, type IndexedRoot, updateIndex } from "./freshen_index.ts";
import type { FindOptions, Lease, QueryLease } from "../sources/mod.ts";
import type { PinnedHistory } from "../commits/mod.ts";
import {
  countDocuments,
  countLiveChunks,
  countSegments,
  findMeta,
  listSkipped,
  type RefreshReport,
  writeMeta,
} from "../index/mod.ts";
import type { WatchedTree } from "../index/local/watch/mod.ts";
import { RecoverableIndex } from "./recoverable_index.ts";
import { resolveSettings } from "../config/mod.ts";
import { SourceShelf } from "../tree/mod.ts";
import { databaseBytes, type StateDirectory } from "../machine/mod.ts";

/** The ranking steps that compare vectors. */
const VECTOR_STEPS = ["meaning", "definitions"];

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
  /** Runs the steps of answers. */
  readonly runStep: RunStep;
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
    this.runStep = runStep;
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
      const { unwritable } = indexed.store;
      // What was done in a copy is lost: nobody asked but for the file.
      if (unwritable !== undefined && report.added + report.changed + report.removed > 0) {
        throw unwritable;
      }
      const { documents, chunks } = describeIndex(indexed.store, report);
      const notes = [...this.#listNotes(indexed, recovered), ...report.notes];
      return { ...report, notes, documents, chunks };
    });
  }

  /** Returns what the index holds, as it is. */
  describe(): Promise<IndexStatus> {
    return this.#index.run((recovered) => {
      const skipped: Record<string, number> = {};
      for (const { reason } of listSkipped(this.#index.store)) {
        skipped[reason] = (skipped[reason] ?? 0) + 1;
      }
      return {
        root: this.root,
        indexPath: this.#index.store.path,
        indexBytes: databaseBytes(this.#index.store.path),
        documents: countDocuments(this.#index.store),
        chunks: countLiveChunks(this.#index.store),
        segments: countSegments(this.#index.store),
        updatedAt: findMeta(this.#index.store, "updated_at"),
        skipped,
        notes: [...this.#state.notes, ...recovered],
      };
    });
  }

  /** Whether the index file is still at its place; if not, what is answered is from a removed one. */
  get isInPlace(): boolean {
    return this.#index.store.isInPlace;
  }

  /** Closes the index. It can not be used any more. */
  [Symbol.dispose](): void {
    this.#watched?.[Symbol.dispose]();
    this.#embedder[Symbol.dispose]();
    this.#index[Symbol.dispose]();
  }

  /**
   * Checks query and options, freshens the index, and has `body` answer from it.
   *
   * @throws {ContextError} For an empty query, options out of range, a broken configuration, or an index
   * that can not be used.
   */
  async answer<Result>(
    text: string,
    options: SearchOptions,
    body: (state: QueryLease) => Promise<Result>,
  ): Promise<Result> {
    if (text.trim() === "") {
      throw new ContextError(
        "invalid-query",
        "Cannot search as the query is empty: give some words of the task",
      );
    }
    checkSearchOptions(options);
    const query = new QueryText(text);
    return await this.freshen(options, async (state, report, { settings, opened }) => {
      const embed = () => this.#embed(text, opened, { ...options, report });
      const { vector, notes } = await this.runStep("embed", embed);
      const asked = { query, vector };
      const unknown = await this.#noteUnknown(query, settings.exclusions);
      return await body({
        ...state,
        asked,
        notes: distinctNotes([...state.notes, ...notes, ...unknown]),
        find: (found) => this.runStep("rank", () => this.#find(asked, found, settings.exclusions)),
      });
    });
  }

  /**
   * Freshens the index, and has `body` go on from it.
   *
   * @throws {ContextError} For a broken configuration, or an index that can not be used.
   */
  async freshen<Result>(
    options: FreshnessOptions,
    body: (state: Lease, report: RefreshReport, indexed: IndexedRoot) => Promise<Result>,
  ): Promise<Result> {
    return await this.#index.run(async (recovered) => {
      const indexed = await this.#prepare();
      const report = await freshenIndex(indexed, options);
      return await body(
        {
          indexed,
          exclusions: indexed.settings.exclusions,
          sources: this.#sources,
          index: describeIndex(indexed.store, report),
          notes: distinctNotes([...this.#listNotes(indexed, recovered), ...report.notes]),
        },
        report,
        indexed,
      );
    });
  }

  /** Returns the index with the settings in force, as they are now. */
  async #prepare(): Promise<IndexedRoot> {
    const { store } = this.#index;
    const settings = await resolveSettings({
      find: () => findMeta(store, "config"),
      write: (text) => writeMeta(store, "config", text),
    }, this.root);
    return {
      store,
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

  #find(
    asked: AskedQuery,
    options: FindOptions,
    exclusions: Exclusions,
  ): Promise<readonly Candidate[]> {
    const tree = { root: this.root, exclusions, sources: this.#sources };
    return findCandidates(this.#index.retriever, asked, { ...options, ...tree });
  }

  /** Returns a note for each symbol that the query misspells, of what no rule leaves out. */
  async #noteUnknown(query: QueryText, exclusions: Exclusions): Promise<readonly Note[]> {
    const isServed = (path: string) => decideExclusion({ path }, exclusions) === undefined;
    return noteUnknown(await this.#index.retriever.findUnknownSymbols(query, isServed));
  }

  /**
   * Returns the query as the embedder reads it, unless all steps that read it are left out or it has
   * just failed.
   */
  async #embed(
    query: string,
    { embedder }: OpenedEmbedder,
    { disabled = [], signal, report }: SearchOptions & { readonly report: RefreshReport },
  ): Promise<EmbeddedQuery> {
    const hasFailed = report.notes.some(({ code }) => code === EMBEDDER_FAILED);
    const isLeftOut = VECTOR_STEPS.every((step) => disabled.includes(step));
    if (embedder === undefined || hasFailed || isLeftOut) {
      return { vector: undefined, notes: [] };
    }
    return await embedQuery(embedder, query, { signal });
  }
}

function justRun<Result>(_name: string, step: () => Promise<Result>): Promise<Result> {
  return step();
}
