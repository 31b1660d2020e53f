import type { Bundle, BundleIndex, Candidate, Note } from "@dossier/core";
import { ContextError } from "@dossier/core/errors";
import { decideExclusion, type Exclusions } from "@dossier/core/exclude";
import { checkSearchOptions } from "./check_search_options.ts";
import type {
  ContextOptions,
  EngineOptions,
  FreshnessOptions,
  IndexReport,
  IndexStatus,
  SearchOptions,
  SearchResult,
} from "./engine_options.ts";
import type { OpenEmbedder } from "./embed/embedder_settings.ts";
import {
  type EmbeddedQuery,
  EmbedderSlot,
  embedQuery,
  type OpenedEmbedder,
} from "./embed/embedder_slot.ts";
import { distinctNotes, noteUnknown, noteWithoutWords } from "./engine_notes.ts";
import { type AskedQuery, findCandidates } from "./find_candidates.ts";
import { describeIndex, freshenIndex, type IndexedRoot, updateIndex } from "./freshen_index.ts";
import type { PinnedHistory } from "./history/history_source.ts";
import { resolveSettings } from "./resolve_settings.ts";
import type { WatchedTree } from "./index/watched_tree.ts";
import { RecoverableIndex } from "./recoverable_index.ts";
import { resolveRoot } from "./resolve_root.ts";
import { QueryText } from "./search/query_text.ts";
import { openStateDirectory, type StateDirectory } from "./state_directory.ts";
import { countDocuments } from "./store/documents.ts";
import { findMeta } from "./store/meta.ts";
import { countLiveChunks, countSegments } from "./store/segments.ts";
import { listSkipped } from "./store/skipped.ts";

/** Chunks that a bundle is chosen from: more than fit the default budget several times over. */
const CONTEXT_CANDIDATES = 50;

/** What an engine may be given besides its tree. */
interface EngineParts {
  readonly watched?: WatchedTree | undefined;
  readonly history?: PinnedHistory | undefined;
  readonly openEmbedder?: OpenEmbedder | undefined;
}

/** What every answer starts from. */
interface AnswerState {
  readonly asked: AskedQuery;
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
    return this.#answer(query, options, async ({ asked, exclusions, index, notes }) => {
      const wanted = { ...options, limit: CONTEXT_CANDIDATES };
      const ranked = await this.#find(asked, wanted, exclusions);
      const { assembleContext } = await assembling;
      return await assembleContext(ranked, {
        ...options,
        query,
        root: this.root,
        exclusions,
        index,
        notes: [...notes, ...noteWithoutWords(ranked, { ...options, ...asked, index })],
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
    return this.#answer(query, options, async ({ asked, exclusions, index, notes }) => {
      const results = await this.#find(asked, options, exclusions);
      return {
        query,
        index,
        results,
        notes: [...notes, ...noteWithoutWords(results, { ...options, ...asked, index })],
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
      const indexed = await this.#prepare();
      const report = await updateIndex(indexed, options);
      const { documents, chunks } = describeIndex(indexed.store, report);
      const notes = [...this.#listNotes(indexed, recovered), ...report.notes];
      return { ...report, notes, documents, chunks };
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
      const indexed = await this.#prepare();
      const { settings, opened, store } = indexed;
      const report = await freshenIndex(indexed, options);
      const { vector, notes } = await this.#embed(text, opened, options);
      return await body({
        asked: { query, vector },
        exclusions: settings.exclusions,
        index: describeIndex(store, report),
        notes: distinctNotes([
          ...this.#listNotes(indexed, recovered),
          ...report.notes,
          ...notes,
          ...await this.#noteUnknown(query, settings.exclusions),
        ]),
      });
    });
  }

  /** Returns the index with the settings in force, as they are now. */
  async #prepare(): Promise<IndexedRoot> {
    const { store } = this.#index;
    const settings = await resolveSettings(store, this.root);
    return {
      store,
      root: this.root,
      lockPath: `${this.#state.path}/index.lock`,
      watched: this.#watched,
      history: this.#history,
      settings,
      opened: await this.#embedder.open(settings.embedder),
    };
  }

  #listNotes({ settings, opened }: IndexedRoot, recovered: readonly Note[]): Note[] {
    return [...this.#state.notes, ...recovered, ...settings.notes, ...opened.notes];
  }

  #find(
    asked: AskedQuery,
    options: SearchOptions,
    exclusions: Exclusions,
  ): Promise<readonly Candidate[]> {
    const { root } = this;
    return findCandidates(this.#index.retriever, asked, { ...options, root, exclusions });
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
}
