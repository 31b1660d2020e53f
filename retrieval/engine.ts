import type { Bundle, BundleIndex, Candidate, Note } from "@dossier/core";
import { ContextError } from "@dossier/core/errors";
import { decideExclusion, type Exclusions } from "@dossier/core/exclude";
import { checkSearchOptions } from "./check_search_options.ts";
import {
  type ContextOptions,
  DEFAULT_MAX_REFRESH_MS,
  DEFAULT_SEARCH_LIMIT,
  type EngineOptions,
  type FreshnessOptions,
  type IndexReport,
  type IndexStatus,
  type SearchOptions,
  type SearchResult,
} from "./engine_options.ts";
import type { OpenEmbedder } from "./embed/embedder_settings.ts";
import {
  type EmbeddedQuery,
  EmbedderSlot,
  embedQuery,
  type OpenedEmbedder,
} from "./embed/embedder_slot.ts";
import {
  distinctNotes,
  INCOMPLETE,
  interrupted,
  NO_INDEX,
  notePending,
  noteUnknown,
  noteWithoutWords,
} from "./engine_notes.ts";
import type { PinnedHistory } from "./history/history_source.ts";
import { INDEX_FINGERPRINT } from "./index/fingerprint.ts";
import type { RefreshOptions, RefreshReport } from "./index/refresh_index.ts";
import { type ResolvedSettings, resolveSettings } from "./resolve_settings.ts";
import type { WatchedTree } from "./index/watched_tree.ts";
import { RecoverableIndex } from "./recoverable_index.ts";
import { resolveRoot } from "./resolve_root.ts";
import { QueryText } from "./search/query_text.ts";
import { readPhrases } from "./search/read_phrases.ts";
import type { RetrievalRequest } from "./search/retriever.ts";
import { openStateDirectory, type StateDirectory } from "./state_directory.ts";
import { countDocuments } from "./store/documents.ts";
import { findMeta } from "./store/meta.ts";
import { countLiveChunks, countSegments } from "./store/segments.ts";
import { listSkipped } from "./store/skipped.ts";

/** Chunks that a bundle is chosen from: more than fit the default budget several times over. */
const CONTEXT_CANDIDATES = 50;

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

/** What an engine may be given besides its tree. */
interface EngineParts {
  readonly watched?: WatchedTree | undefined;
  readonly history?: PinnedHistory | undefined;
  readonly openEmbedder?: OpenEmbedder | undefined;
}

/** A query as words and, where a model reads it, as a vector. */
type AskedQuery = Pick<RetrievalRequest, "query" | "vector">;

/** What every answer starts from. */
interface AnswerState {
  readonly request: AskedQuery;
  readonly exclusions: Exclusions;
  readonly index: BundleIndex;
  readonly notes: readonly Note[];
}

/**
 * Returns an engine for the tree at `options.root`; its index is made at the first answer.
 *
 * @throws {RetrievalError} `root-not-found` when there is no such folder, `index-unwritable` when no
 * place for the index can be written.
 *
 * @example
 * ```ts
 * import { openEngine } from "@dossier/retrieval";
 * import assert from "node:assert/strict";
 *
 * const root = Deno.makeTempDirSync();
 * Deno.writeTextFileSync(`${root}/upload.py`, "def retry_upload(file):\n    return send(file)\n");
 * using engine = await openEngine({ root });
 * const bundle = await engine.context("retry failed uploads", { budget: 500 });
 * assert.equal(bundle.passages[0]?.path, "upload.py");
 * assert.ok(bundle.budget.used <= 500);
 * ```
 */
export async function openEngine(options: EngineOptions): Promise<Engine> {
  const root = resolveRoot(options.root);
  const state = await openStateDirectory(root, { chosen: options.state, cache: options.cache });
  const { history, openEmbedder, watch } = options;
  if (watch !== true) return new Engine(root, state, { history, openEmbedder });
  const { watchTree } = await import("./index/watched_tree.ts");
  const watched = watchTree(root, state.path);
  return new Engine(root, state, { history, openEmbedder, watched });
}

/**
 * Answers questions about one tree, from an index that it keeps fresh. Made by {@link openEngine}
 * and closed by disposing of it.
 */
export class Engine implements Disposable {
  /** Absolute path of the tree. */
  readonly root: string;
  readonly #state: StateDirectory;
  readonly #watched: WatchedTree | undefined;
  readonly #history: PinnedHistory | undefined;
  readonly #index: RecoverableIndex;
  readonly #embedder: EmbedderSlot;

  /** Takes over a folder for the index; use {@link openEngine}. */
  constructor(
    root: string,
    state: StateDirectory,
    { watched, history, openEmbedder }: EngineParts = {},
  ) {
    this.root = root;
    this.#state = state;
    this.#watched = watched;
    this.#history = history;
    this.#index = new RecoverableIndex(`${state.path}/index.db`);
    this.#embedder = new EmbedderSlot(root, openEmbedder);
  }

  /**
   * Returns the passages that fit the budget, with the reasons for what is left out.
   *
   * @param query A task or a question, in the user's words.
   * @throws {ContextError} For an empty query, a wrong budget, a broken configuration, or an index
   * that can not be used.
   */
  context(query: string, options: ContextOptions = {}): Promise<Bundle> {
    // Imported only here, as a search has no use for it, and while the index is freshened.
    const assembling = import("./assemble_context.ts");
    return this.#answer(query, options, async ({ request, exclusions, index, notes }) => {
      const wanted = { ...options, limit: CONTEXT_CANDIDATES };
      const ranked = await this.#retrieve(request, wanted, exclusions);
      const { assembleContext } = await assembling;
      return await assembleContext(ranked, {
        ...options,
        query,
        root: this.root,
        exclusions,
        index,
        notes: [...notes, ...noteWithoutWords(ranked, { ...options, ...request, index })],
      });
    });
  }

  /**
   * Returns the best chunks for a query, with their scores.
   *
   * @param query A question, in the user's words.
   * @throws {ContextError} As {@link context}.
   */
  search(query: string, options: SearchOptions = {}): Promise<SearchResult> {
    return this.#answer(query, options, async ({ request, exclusions, index, notes }) => {
      const results = await this.#retrieve(request, options, exclusions);
      return {
        query,
        index,
        results,
        notes: [...notes, ...noteWithoutWords(results, { ...options, ...request, index })],
      };
    });
  }

  /**
   * Returns what {@link search} returns, each result with the tree that its score is the sum of.
   *
   * @param query A question, in the user's words.
   * @throws {ContextError} As {@link context}.
   */
  explain(query: string, options: SearchOptions = {}): Promise<SearchResult> {
    return this.search(query, { ...options, explain: true });
  }

  /**
   * Brings the index up to date with the tree, however long it takes, and returns what that took.
   *
   * @throws {ContextError} When the index can not be written or the configuration is broken.
   */
  index(options: Pick<FreshnessOptions, "onProgress" | "signal"> = {}): Promise<IndexReport> {
    return this.#index.run(async (recovered) => {
      const settings = await resolveSettings(this.#index.store, this.root);
      const opened = await this.#embedder.open(settings.embedder);
      const report = await this.#refresh(settings, opened, options);
      return {
        ...report,
        notes: [
          ...this.#state.notes,
          ...recovered,
          ...settings.notes,
          ...opened.notes,
          ...report.notes,
        ],
        documents: countDocuments(this.#index.store),
        chunks: countLiveChunks(this.#index.store),
      };
    });
  }

  /** Returns what the index holds, as it is. */
  status(): Promise<IndexStatus> {
    return this.#index.run(async (recovered) => {
      const skipped: Record<string, number> = {};
      for (const { reason } of listSkipped(this.#index.store)) {
        skipped[reason] = (skipped[reason] ?? 0) + 1;
      }
      return {
        root: this.root,
        indexPath: this.#index.store.path,
        indexBytes: (await Deno.stat(this.#index.store.path)).size,
        documents: countDocuments(this.#index.store),
        chunks: countLiveChunks(this.#index.store),
        segments: countSegments(this.#index.store),
        updatedAt: findMeta(this.#index.store, "updated_at"),
        skipped,
        notes: [...this.#state.notes, ...recovered],
      };
    });
  }

  /** Closes the index. The engine can not be used any more. */
  [Symbol.dispose](): void {
    this.#watched?.[Symbol.dispose]();
    this.#embedder[Symbol.dispose]();
    this.#index[Symbol.dispose]();
  }

  /** Checks query and options, freshens the index, and has `body` answer from it. */
  async #answer<Result>(
    text: string,
    options: SearchOptions,
    body: (state: AnswerState) => Promise<Result>,
  ): Promise<Result> {
    if (text.trim() === "") {
      throw new ContextError(
        "invalid-query",
        "Cannot search as the query is empty: give some words of the task",
      );
    }
    checkSearchOptions(options);
    const query = new QueryText(text);
    return await this.#index.run(async (recovered) => {
      const settings = await resolveSettings(this.#index.store, this.root);
      const opened = await this.#embedder.open(settings.embedder);
      const report = await this.#freshen(settings, opened, options);
      const { vector, notes } = await this.#embed(text, opened, options);
      return await body({
        request: { query, vector },
        exclusions: settings.exclusions,
        index: this.#describeIndex(report),
        notes: distinctNotes([
          ...this.#state.notes,
          ...recovered,
          ...settings.notes,
          ...opened.notes,
          ...report.notes,
          ...notes,
          ...await this.#noteUnknown(query, settings.exclusions),
        ]),
      });
    });
  }

  /** Returns a note for each symbol that the query misspells, of what no rule leaves out. */
  async #noteUnknown(query: QueryText, exclusions: Exclusions): Promise<readonly Note[]> {
    const isServed = (path: string) => decideExclusion({ path }, exclusions) === undefined;
    return noteUnknown(await this.#index.retriever.findUnknownSymbols(query, isServed));
  }

  /** Returns the query as the embedder reads it, unless its step is left out. */
  async #embed(
    query: string,
    { embedder }: OpenedEmbedder,
    { disabled = [], signal }: SearchOptions,
  ): Promise<EmbeddedQuery> {
    if (embedder === undefined || disabled.includes("meaning")) {
      return { vector: undefined, notes: [] };
    }
    return await embedQuery(embedder, query, { signal });
  }

  /** Returns the best chunks of the files that no rule leaves out, those first that the query quotes. */
  async #retrieve(
    request: AskedQuery,
    options: SearchOptions,
    exclusions: Exclusions,
  ): Promise<readonly Candidate[]> {
    const { limit = DEFAULT_SEARCH_LIMIT, disabled = [] } = options;
    const phrases = await readPhrases(request.query, disabled);
    if (phrases.length === 0) return await this.#propose(request, options, exclusions);
    // Imported only here: few questions quote anything.
    const { PHRASE_CANDIDATES, raisePhrases } = await import("./raise_phrases.ts");
    const wanted = { ...options, limit: Math.max(limit, PHRASE_CANDIDATES) };
    const found = await this.#propose(request, wanted, exclusions);
    const raised = await raisePhrases(found, phrases, { root: this.root, exclusions });
    return raised.slice(0, limit);
  }

  /** Returns the best chunks of the files that no rule leaves out. */
  async #propose(
    { query, vector }: AskedQuery,
    { limit = DEFAULT_SEARCH_LIMIT, filter, disabled = [], explain = false }: SearchOptions,
    exclusions: Exclusions,
  ): Promise<readonly Candidate[]> {
    const request = {
      query,
      vector,
      limit,
      disabled: new Set(disabled),
      explain,
      ...(filter === undefined ? {} : { filter }),
    };
    const found = await this.#index.retriever.retrieve(request);
    const isServed = (path: string) => decideExclusion({ path }, exclusions) === undefined;
    if (found.every(({ path }) => isServed(path))) return found;
    // The index still holds files of rules that are newer than it. To ask this of every file of every
    // answer would take as long as all the rest.
    return await this.#index.retriever.retrieve({ ...request, isServed });
  }

  /** Brings the index up to date as far as the options allow before an answer. */
  async #freshen(
    settings: ResolvedSettings,
    opened: OpenedEmbedder,
    { refresh = true, maxRefreshMs, onProgress, signal }: FreshnessOptions,
  ): Promise<RefreshReport> {
    const isComplete = findMeta(this.#index.store, "complete") !== undefined;
    if (!refresh) {
      const isEmpty = findMeta(this.#index.store, "updated_at") === undefined;
      return { ...NOT_REFRESHED, notes: isEmpty ? [NO_INDEX] : isComplete ? [] : [INCOMPLETE] };
    }
    const bound = maxRefreshMs ?? (isComplete ? DEFAULT_MAX_REFRESH_MS : undefined);
    const report = await this.#refresh(settings, opened, {
      maxMs: bound,
      // The first index is built in full, but no answer waits until a slow model has seen all of it.
      maxEmbedMs: maxRefreshMs ?? DEFAULT_MAX_REFRESH_MS,
      onProgress,
      signal,
    });
    if (signal?.aborted) throw interrupted(report.pending);
    return report.pending === 0
      ? report
      : { ...report, notes: [...report.notes, notePending(report.pending)] };
  }

  async #refresh(
    { exclusions, symbols, embedder: settings }: ResolvedSettings,
    { embedder, notes }: OpenedEmbedder,
    options: RefreshOptions,
  ): Promise<RefreshReport> {
    // Imported only here: an answer without a refresh has no use for what lists files.
    const { refreshIndex } = await import("./index/refresh_index.ts");
    const source = {
      root: this.root,
      lockPath: `${this.#state.path}/index.lock`,
      fingerprint: INDEX_FINGERPRINT,
      exclusions,
      symbols,
      watched: this.#watched,
      history: this.#history,
      // Where none is wanted there are no notes either, and vectors are dropped.
      embedding: embedder === undefined && notes.length === 0 ? undefined : { embedder, settings },
    };
    return await refreshIndex(this.#index.store, source, options);
  }

  #describeIndex({ added, changed, removed, pending, refreshed }: RefreshReport): BundleIndex {
    return {
      documents: countDocuments(this.#index.store),
      chunks: countLiveChunks(this.#index.store),
      updatedAt: findMeta(this.#index.store, "updated_at") ?? NEVER,
      refreshed: { added, changed, removed },
      stale: !refreshed || pending > 0,
      pending,
    };
  }
}
