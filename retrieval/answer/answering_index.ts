import type { Note } from "@dossier/core";
import { type ResolvedSettings, resolveSettings } from "../config/mod.ts";
import { EMBEDDER_FAILED, EmbedderSlot, type OpenedEmbedder } from "../embed/mod.ts";
import {
  findIndexStore,
  type IndexLocation,
  type IndexSource,
  type IndexStore,
  type OpenIndex,
  type RefreshOptions,
  type RefreshReport,
  type ShareOptions,
  type ShareReport,
} from "../index/mod.ts";
import { isDamage, isDiskFull, RetrievalError, type StateDirectory } from "../machine/mod.ts";
import { type FreshnessOptions, ResultCache } from "../search/mod.ts";
import type { IndexedTree, Lease } from "../lease/mod.ts";
import { SourceCache } from "../tree/mod.ts";
import {
  distinctNotes,
  INDEX_REBUILT,
  INDEX_SEPARATE,
  INDEX_UNFINISHED,
  INDEX_UPGRADED,
  notePending,
  UNREFRESHED_NOTES,
} from "./engine_notes.ts";
import {
  DEFAULT_MAX_REFRESH_MS,
  type EngineOptions,
  type IndexOptions,
  type IndexReport,
  type IndexStatus,
} from "./engine_options.ts";

/** Time of the last write of an index that was never written. */
const NEVER = new Date(0).toISOString();

/** Report of a refresh that was not run. */
const NOT_REFRESHED: RefreshReport = {
  added: 0,
  changed: 0,
  removed: 0,
  pending: 0,
  refreshed: false,
  notes: [],
};

/** Options of {@link AnsweringIndex}. */
interface AnsweringIndexParts
  extends
    Pick<EngineOptions, "runStep" | "history" | "openEmbedder" | "refresher">,
    Pick<IndexSource, "maxFiles" | "watched" | "hasOtherReaders" | "indexesInCallingThread"> {}

/** Index with the effective settings and embedder. */
interface PreparedIndex extends IndexedTree {
  readonly reader: OpenIndex;
  readonly opened: OpenedEmbedder;
}

/**
 * Index of one tree, which is refreshed before each answer. It is a cache of the tree, so it is
 * rebuilt when it is damaged.
 */
export class AnsweringIndex implements Disposable {
  /** Absolute path of the tree. */
  readonly root: string;
  readonly #state: StateDirectory;
  readonly #store: IndexStore;
  readonly #place: IndexLocation;
  readonly #parts: AnsweringIndexParts;
  readonly #embedder: EmbedderSlot;
  readonly #sources = new SourceCache();
  readonly #reused = new ResultCache();
  #reader: OpenIndex;
  /** Settings that were read for the next answer. */
  #prefetchedSettings: ResolvedSettings | undefined;
  /** True when an answer has found it damaged: another process may have replaced it since. */
  #isSuspect = false;
  /** Notes about a damaged index or one of another version, until an answer includes them. */
  #rebuilt: readonly Note[] = [];

  /**
   * Opens the index in a state folder, and creates it when it is missing.
   *
   * @throws {RetrievalError} When the file cannot be opened or written.
   */
  constructor(root: string, state: StateDirectory, parts: AnsweringIndexParts = {}) {
    this.root = root;
    this.#state = state;
    this.#place = { root, folder: state.path };
    this.#store = findIndexStore(this.#place);
    this.#parts = parts;
    this.#reader = this.#openReader();
    this.#embedder = new EmbedderSlot(root, parts.openEmbedder);
  }

  /**
   * Refreshes the index without a time limit, and returns the report. An aborted run is not sent to
   * the cluster.
   */
  update({ share = false, maxTreeAgeMs, ...options }: IndexOptions = {}): Promise<IndexReport> {
    return this.#run(async (recovered) => {
      const prepared = await this.#prepare();
      const report = await this.#refresh(prepared, options);
      const { readOnlyError } = prepared.reader;
      // Changes in a copy are lost, and the caller only wants the file.
      if (readOnlyError !== undefined && report.added + report.changed + report.removed > 0) {
        throw readOnlyError;
      }
      const upload = share && report.pending === 0
        ? await this.#share({ maxTreeAgeMs })
        : undefined;
      const { documents, chunks } = await prepared.reader.describe();
      const notes = [...this.#listNotes(prepared, recovered), ...report.notes];
      const updated = { ...report, notes, documents, chunks };
      if (upload === undefined) return updated;
      const { notes: uploadNotes, ...shared } = upload;
      return { ...updated, notes: [...notes, ...uploadNotes], shared };
    });
  }

  /** Returns the status of the index, without a refresh. */
  describe(): Promise<IndexStatus> {
    return this.#run(async (recovered) => {
      const reader = this.#reader;
      const { documents, chunks, segments, updatedAt } = await reader.describe();
      const byReason = Map.groupBy(await reader.listSkipped(), ({ reason }) => reason);
      return {
        root: this.root,
        indexPath: reader.address,
        indexBytes: reader.bytes,
        documents,
        chunks,
        segments,
        updatedAt,
        skipped: Object.fromEntries([...byReason].map(([reason, { length }]) => [reason, length])),
        notes: [...this.#state.notes, ...recovered],
      };
    });
  }

  /** Returns the current settings; the next answer uses them without reading them again. */
  async settings(): Promise<ResolvedSettings> {
    return this.#prefetchedSettings = await resolveSettings(this.#reader.settings, this.root);
  }

  /**
   * True when the file of the index is still in place. If false, answers come from a removed file.
   */
  get isInPlace(): boolean {
    return !this.#isSuspect && this.#reader.isInPlace;
  }

  /** Closes the damaged index and removes it. */
  remove(): void {
    this[Symbol.dispose]();
    this.#store.repair(this.#place, this.#reader);
  }

  /** Closes the index. It cannot be used after that. */
  [Symbol.dispose](): void {
    this.#parts.watched?.[Symbol.dispose]();
    this.#embedder[Symbol.dispose]();
    this.#reader[Symbol.dispose]();
  }

  /**
   * Runs `work` with a lease on the index, refreshed as the options demand; once more with another
   * lease when the index is damaged.
   */
  lease<Result>(
    options: FreshnessOptions,
    work: (lease: Lease) => Result | Promise<Result>,
  ): Promise<Result> {
    return this.#run(async (recovered) => {
      const prepared = await this.#prepare();
      const report = await this.#refreshForAnswer(prepared, options);
      const { added, changed, removed, pending, refreshed, notes } = report;
      const hasFailed = notes.some(({ code }) => code === EMBEDDER_FAILED);
      const state = await prepared.reader.describe();
      const { documents, chunks, updatedAt = NEVER } = state;
      const tree = {
        embedder: hasFailed ? undefined : prepared.opened.embedder,
        visibility: prepared.settings.visibility,
        sources: this.#sources,
      };
      const place = { ...tree, root: this.root, index: state };
      const result = await work({
        ...tree,
        indexed: prepared,
        report,
        index: {
          documents,
          chunks,
          updatedAt,
          refreshed: { added, changed, removed },
          stale: !refreshed || pending > 0,
          pending,
        },
        reuse: (key, find) => this.#reused.find(key, place, find),
        notes: distinctNotes([...this.#listNotes(prepared, recovered), ...notes]),
        runStep: this.#parts.runStep ?? ((_name, step) => step()),
      });
      const suspectPaths = this.#sources.consumeMismatches();
      // Postponed files are known already.
      if (suspectPaths.length > 0 && refreshed && pending === 0) {
        prepared.reader.invalidate(suspectPaths);
      }
      return result;
    });
  }

  /**
   * Runs `body`, and once more on a new index when the index is damaged. When another process
   * refreshes the index, that process also rebuilds it.
   *
   * @param body Receives the notes about the index.
   * @throws Errors of `body`, as a {@link RetrievalError} when they are about the index file.
   */
  async #run<Result>(body: (recovered: readonly Note[]) => Promise<Result>): Promise<Result> {
    try {
      return await body(this.#rebuilt).catch(async (error) => {
        if (!this.#isRepairable(error)) throw error;
        const damaged = this.#reader;
        damaged[Symbol.dispose]();
        this.#store.repair(this.#place, damaged);
        this.#reader = this.#openReader();
        return await body(this.#reader.address === damaged.address ? [INDEX_REBUILT] : []);
      });
    } catch (error) {
      this.#isSuspect ||= isDamage(error);
      throw this.#store.explainError(error, this.#place);
    } finally {
      this.#rebuilt = [];
    }
  }

  #openReader(): OpenIndex {
    try {
      try {
        const opened = this.#store.open(this.#place);
        if (opened.wasReset) this.#rebuilt = [INDEX_UPGRADED];
        return opened;
      } catch (error) {
        if (!this.#isRepairable(error)) throw error;
        this.#store.repair(this.#place);
        this.#rebuilt = [INDEX_REBUILT];
        return this.#store.open(this.#place);
      }
    } catch (error) {
      throw this.#store.explainError(error, this.#place);
    }
  }

  #isRepairable(error: unknown): boolean {
    return isDamage(error) && this.#parts.refresher === undefined;
  }

  /** Returns the index with the current settings. */
  async #prepare(): Promise<PreparedIndex> {
    const { root } = this;
    const reader = this.#reader;
    const settings = this.#prefetchedSettings ?? await resolveSettings(reader.settings, root);
    this.#prefetchedSettings = undefined;
    const opened = await this.#embedder.open(settings.embedder);
    return { reader, root, history: this.#parts.history, settings, opened };
  }

  /**
   * @throws {RetrievalError} `invalid-config` without a cluster; `index-unreachable`,
   * `index-refused`.
   */
  async #share(options: ShareOptions): Promise<ShareReport> {
    const shared = await this.#reader.share(options);
    if (shared !== undefined) return shared;
    throw new RetrievalError("invalid-config", {
      action: "send the index to a cluster",
      rule: "no cluster is configured",
      fix: 'set DOSSIER_OPENSEARCH, or "index" in your own settings',
    });
  }

  #listNotes({ settings, opened }: PreparedIndex, recovered: readonly Note[]): Note[] {
    const separate = this.#reader.usesSeparateFile ? [INDEX_SEPARATE] : [];
    const stored = this.#store.listNotes?.(this.#place) ?? [];
    return [
      ...this.#state.notes,
      ...stored,
      ...separate,
      ...recovered,
      ...settings.notes,
      ...opened.notes,
    ];
  }

  /**
   * Refreshes the index before an answer, as far as the options allow.
   *
   * @throws {RetrievalError} `interrupted` when the signal is aborted.
   */
  async #refreshForAnswer(
    prepared: PreparedIndex,
    { refresh = true, maxRefreshMs, onProgress, signal }: FreshnessOptions,
  ): Promise<RefreshReport> {
    const { isComplete, updatedAt } = await prepared.reader.describe();
    if (!refresh) {
      const notes = updatedAt === undefined
        ? [UNREFRESHED_NOTES.none]
        : [...(isComplete ? [] : [UNREFRESHED_NOTES.incomplete]), ...noteVectors(prepared)];
      return { ...NOT_REFRESHED, notes };
    }
    const refreshed = async () =>
      await this.#parts.refresher?.({ maxRefreshMs, onProgress, signal }) ??
        await this.#refresh(prepared, {
          maxMs: maxRefreshMs ?? (isComplete ? DEFAULT_MAX_REFRESH_MS : undefined),
          // The first index is built completely, but no answer waits until a slow model has
          // embedded all of it.
          maxEmbedMs: maxRefreshMs ?? DEFAULT_MAX_REFRESH_MS,
          onProgress,
          signal,
        });
    const report = await refreshed().catch((error): RefreshReport => {
      if (!isComplete || !isDiskFull(error)) throw error;
      return { ...NOT_REFRESHED, notes: [UNREFRESHED_NOTES.full] };
    });
    const { pending } = report;
    if (signal?.aborted) {
      throw new RetrievalError(
        "interrupted",
        `Stopped before the answer with ${pending} files left to index: finished work is stored, and the next run continues`,
      );
    }
    if (pending > 0) return { ...report, notes: [...report.notes, notePending(pending)] };
    if (isComplete || report.refreshed) return report;
    const now = await prepared.reader.describe();
    return now.isComplete ? report : { ...report, notes: [...report.notes, INDEX_UNFINISHED] };
  }

  /** Refreshes the index. */
  #refresh(
    { reader, root, settings, opened: { embedder, notes } }: PreparedIndex,
    options: RefreshOptions,
  ): Promise<RefreshReport> {
    const { visibility } = settings;
    const { maxFiles, watched, history, hasOtherReaders, indexesInCallingThread } = this.#parts;
    const isUnused = embedder === undefined && notes.length === 0;
    return reader.refresh({
      root,
      visibility,
      maxFiles,
      watched,
      history,
      hasOtherReaders,
      indexesInCallingThread,
      // Without it, vectors are deleted.
      embedding: isUnused ? undefined : { embedder, settings: settings.embedder },
    }, options);
  }
}

/** Returns the notes about the vectors of an index that is not refreshed. */
function noteVectors({ reader, settings, opened: { embedder } }: PreparedIndex): Note[] {
  if (embedder === undefined) return [];
  const state = reader.compareVectors({ embedder, settings: settings.embedder });
  return state === "current" ? [] : [UNREFRESHED_NOTES[state]];
}
