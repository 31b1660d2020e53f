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
  type ShareReport,
} from "../index/mod.ts";
import { isDamage, isDiskFull, RetrievalError, type StateDirectory } from "../machine/mod.ts";
import { type FreshnessOptions, ReuseShelf } from "../search/mod.ts";
import type { IndexedTree, Lease } from "../lease/mod.ts";
import { SourceCache } from "../tree/mod.ts";
import {
  distinctNotes,
  INDEX_APART,
  INDEX_REBUILT,
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

/** When an index was written that never was. */
const NEVER = new Date(0).toISOString();

/** What there is to say of a refresh that did not happen. */
const NOT_REFRESHED: RefreshReport = {
  added: 0,
  changed: 0,
  removed: 0,
  pending: 0,
  refreshed: false,
  notes: [],
};

/** What an index may be given besides its tree. */
interface AnsweringIndexParts
  extends
    Pick<EngineOptions, "runStep" | "history" | "openEmbedder" | "refresher">,
    Pick<IndexSource, "maxFiles" | "watched" | "hasOtherReaders" | "indexesHere"> {}

/** The index with the settings and the embedder in force. */
interface PreparedIndex extends IndexedTree {
  readonly reader: OpenIndex;
  readonly opened: OpenedEmbedder;
}

/**
 * The index of one tree, brought up to date before each answer. It is a cache of the tree, so when it turns
 * out to be damaged it is built anew.
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
  readonly #reused = new ReuseShelf();
  #reader: OpenIndex;
  /** Settings that were read for an answer that is about to be asked for. */
  #ahead: ResolvedSettings | undefined;
  /** Whether an answer has found it damaged: another process may keep it in another form since. */
  #isDoubtful = false;
  /** Says so when the index was found damaged or of another version; until an answer has passed it on. */
  #rebuilt: readonly Note[] = [];

  /**
   * Opens the index in a state folder, made when it is missing.
   *
   * @throws {RetrievalError} When the file can not be opened or written.
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
   * Brings the index up to date with the tree, however long it takes, and returns what that took. What was stopped is
   * not sent.
   */
  update({ share = false, ...options }: IndexOptions = {}): Promise<IndexReport> {
    return this.#run(async (recovered) => {
      const prepared = await this.#prepare();
      const report = await this.#refresh(prepared, options);
      const { unwritable } = prepared.reader;
      // What was done in a copy is lost: nobody asked but for the file.
      if (unwritable !== undefined && report.added + report.changed + report.removed > 0) {
        throw unwritable;
      }
      const shared = share && report.pending === 0 ? await this.#share() : undefined;
      const { documents, chunks } = await prepared.reader.describe();
      const notes = [...this.#listNotes(prepared, recovered), ...report.notes];
      return { ...report, notes, documents, chunks, ...shared === undefined ? {} : { shared } };
    });
  }

  /** Returns what the index holds, as it is. */
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

  /** Returns the settings in force, as they are now; the next answer goes by them and reads none again. */
  async settings(): Promise<ResolvedSettings> {
    return this.#ahead = await resolveSettings(this.#reader.settings, this.root);
  }

  /** Whether the index is still at its place; if not, what is answered is from a removed one. */
  get isInPlace(): boolean {
    return !this.#isDoubtful && this.#reader.isInPlace;
  }

  /** Closes the index and removes it, as it is damaged. */
  remove(): void {
    this[Symbol.dispose]();
    this.#store.repair(this.#place, this.#reader);
  }

  /** Closes the index. It can not be used any more. */
  [Symbol.dispose](): void {
    this.#parts.watched?.[Symbol.dispose]();
    this.#embedder[Symbol.dispose]();
    this.#reader[Symbol.dispose]();
  }

  /**
   * Has `work` done with a lease on the index, as fresh as the options ask for; once more with another when
   * the index turns out to be damaged.
   */
  lease<Result>(
    options: FreshnessOptions,
    work: (lease: Lease) => Result | Promise<Result>,
  ): Promise<Result> {
    return this.#run(async (recovered) => {
      const prepared = await this.#prepare();
      const report = await this.#freshen(prepared, options);
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
      const doubted = this.#sources.consumeMismatches();
      // Of what was left for later it is known.
      if (doubted.length > 0 && refreshed && pending === 0) prepared.reader.invalidate(doubted);
      return result;
    });
  }

  /**
   * Runs `body`, and once more on a new index when the index turns out to be damaged; where somebody else
   * refreshes the index, they also make it anew.
   *
   * @param body Receives what there is to say of the index.
   * @throws What `body` throws, as a {@link RetrievalError} where that is about the index file.
   */
  async #run<Result>(body: (recovered: readonly Note[]) => Promise<Result>): Promise<Result> {
    try {
      return await body(this.#rebuilt).catch(async (error) => {
        if (!this.#isMendable(error)) throw error;
        const damaged = this.#reader;
        damaged[Symbol.dispose]();
        this.#store.repair(this.#place, damaged);
        this.#reader = this.#openReader();
        return await body(this.#reader.address === damaged.address ? [INDEX_REBUILT] : []);
      });
    } catch (error) {
      this.#isDoubtful ||= isDamage(error);
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
        if (!this.#isMendable(error)) throw error;
        this.#store.repair(this.#place);
        this.#rebuilt = [INDEX_REBUILT];
        return this.#store.open(this.#place);
      }
    } catch (error) {
      throw this.#store.explainError(error, this.#place);
    }
  }

  #isMendable(error: unknown): boolean {
    return isDamage(error) && this.#parts.refresher === undefined;
  }

  /** Returns the index with the settings in force, as they are now. */
  async #prepare(): Promise<PreparedIndex> {
    const { root } = this;
    const reader = this.#reader;
    const settings = this.#ahead ?? await resolveSettings(reader.settings, root);
    this.#ahead = undefined;
    const opened = await this.#embedder.open(settings.embedder);
    return { reader, root, history: this.#parts.history, settings, opened };
  }

  /** @throws {RetrievalError} `invalid-config` where there is no cluster; `index-unreachable`, `index-refused`. */
  async #share(): Promise<ShareReport> {
    const shared = await this.#reader.share();
    if (shared !== undefined) return shared;
    throw new RetrievalError("invalid-config", {
      action: "send the index to a cluster",
      rule: "none is configured",
      fix: 'set DOSSIER_OPENSEARCH, or "index" in your own settings',
    });
  }

  #listNotes({ settings, opened }: PreparedIndex, recovered: readonly Note[]): Note[] {
    const apart = this.#reader.isBesideNewer ? [INDEX_APART] : [];
    return [...this.#state.notes, ...apart, ...recovered, ...settings.notes, ...opened.notes];
  }

  /**
   * Brings the index up to date as far as the options allow before an answer.
   *
   * @throws {RetrievalError} `interrupted` when the signal stopped it.
   */
  async #freshen(
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
          // The first index is built in full, but no answer waits until a slow model has seen all of it.
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
        `Stopped before an answer with ${pending} files to go: what is done is kept, and the next run goes on`,
      );
    }
    if (pending > 0) return { ...report, notes: [...report.notes, notePending(pending)] };
    if (isComplete || report.refreshed) return report;
    const now = await prepared.reader.describe();
    return now.isComplete ? report : { ...report, notes: [...report.notes, INDEX_UNFINISHED] };
  }

  /** Brings the index up to date with the tree. */
  #refresh(
    { reader, root, settings, opened: { embedder, notes } }: PreparedIndex,
    options: RefreshOptions,
  ): Promise<RefreshReport> {
    const { visibility } = settings;
    const { maxFiles, watched, history, hasOtherReaders, indexesHere } = this.#parts;
    const isNoneWanted = embedder === undefined && notes.length === 0;
    return reader.refresh({
      root,
      visibility,
      maxFiles,
      watched,
      history,
      hasOtherReaders,
      indexesHere,
      // Without it vectors are dropped.
      embedding: isNoneWanted ? undefined : { embedder, settings: settings.embedder },
    }, options);
  }
}

/** Returns what there is to say of the vectors of an index that is left as it is. */
function noteVectors({ reader, settings, opened: { embedder } }: PreparedIndex): Note[] {
  if (embedder === undefined) return [];
  const state = reader.compareVectors({ embedder, settings: settings.embedder });
  return state === "current" ? [] : [UNREFRESHED_NOTES[state]];
}
