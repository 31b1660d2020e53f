import type { Bundle, Issue, SessionMetrics } from "@dossier/core";
import { issueText, retryEvidence } from "@dossier/core/issue";
import {
  AnsweringIndex,
  type ContextOptions,
  type DeliveryState,
  type EngineOptions,
  type FileText,
  type IndexReport,
  type IndexStatus,
  noteWithoutWords,
  type ReadFileOptions,
  type RequestOptions,
  type TaskOptions,
} from "./answer/mod.ts";
import type { TreeBrowser } from "./inspect/browse/mod.ts";
import type { FreshnessOptions, SearchOptions, SearchResult } from "./search/mod.ts";
import type { IssueOptions, ReadIssue } from "./issue/mod.ts";
import {
  Deliveries,
  type MeasureOptions,
  type RecordLog,
  type RestoredRecord,
} from "./delivery/mod.ts";
import type {
  InjectionRecord,
  ListRecordsOptions,
  Pruning,
  RecordSummary,
} from "./delivery/state/mod.ts";
import { openStateDirectory, type StateDirectory } from "./machine/mod.ts";
import { takeRoot } from "./tree/mod.ts";

/**
 * What shows people the tree. The runtime reads all modules whose names it finds in an import before it
 * runs the first one, and these are a score that no answer needs.
 */
const TREE_BROWSER = "./inspect/browse/tree_browser.ts";

/** Chunks that a bundle is chosen from: more than fit the default budget several times over. */
const CONTEXT_CANDIDATES = 50;

/**
 * Returns an engine for the tree at `options.root`; its index is made at the first answer.
 *
 * @throws {RetrievalError} `root-not-found` when there is no such folder, `root-refused` when it is `/` or
 * a home, `index-unwritable` when no place for the index can be written.
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
  const { path: root, maxFiles } = takeRoot(options);
  const state = await openStateDirectory(root, { chosen: options.state, cache: options.cache });
  const { history, openEmbedder, refresher, runStep, watch } = options;
  const parts = { maxFiles, history, openEmbedder, refresher, runStep };
  if (watch !== true) return new Engine(new AnsweringIndex(root, state, parts), state);
  const { watchTree } = await import("./index/local/watch/watched_tree.ts");
  const watched = watchTree(root, state.path, { maxFiles });
  return new Engine(new AnsweringIndex(root, state, { ...parts, watched }), state);
}

/**
 * Answers questions about one tree, from an index that it keeps fresh. Made by {@link openEngine}
 * and closed by disposing of it.
 */
export class Engine implements Disposable {
  /** Absolute path of the tree. */
  readonly root: string;
  readonly #index: AnsweringIndex;
  readonly #deliveries: Deliveries;
  /** Absolute path of the folder for its files. */
  readonly #state: string;

  /** Takes over an index; use {@link openEngine}. */
  constructor(index: AnsweringIndex, state: StateDirectory) {
    this.root = index.root;
    this.#index = index;
    this.#deliveries = new Deliveries(state.path);
    this.#state = state.path;
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
    const assembling = import("./answer/assemble_context.ts");
    return this.#deliver(query, options, async (state) => {
      const { asked, exclusions, sources, index, notes, find, holdings, isForbidden } = state;
      const isWanted = isForbidden && ((path: string) => !isForbidden(path));
      const ranked = await find({ ...options, isWanted, limit: CONTEXT_CANDIDATES });
      const { assembleContext } = await assembling;
      const pack = () =>
        assembleContext(ranked, {
          ...options,
          query,
          root: this.root,
          exclusions,
          sources,
          index,
          holdings,
          notes: [...notes, ...noteWithoutWords(ranked, { ...options, ...asked, index })],
        });
      return await this.#index.runStep("pack", pack);
    });
  }

  /**
   * Returns the bundle of a task: the files of its work manifest, design documents and code, each with
   * the reasons for it, and the plan that says why so much.
   *
   * @param issue A task as a tracker holds it: with a title, a description, or both.
   * @throws {ContextError} As {@link context}.
   */
  async contextForIssue(issue: Issue, options: TaskOptions = {}): Promise<Bundle> {
    const building = import("./answer/bundle_for_task.ts");
    const { asked, ...known } = await readTask(issue, options);
    return await this.#deliver(asked, known, async (state) => {
      const { bundleForTask } = await building;
      const widened = await state.widen(issue);
      return await this.#index.runStep("pack", () => bundleForTask(widened, state, known));
    });
  }

  /**
   * Returns the answer to the requests in an agent's text, such as `NEED_CODE: src/a.ts:1-20`: a bundle
   * of what is provided, with what became of each request. A round is answered once: asked again with the
   * same text it takes no further round, and is answered from the tree as it is then.
   *
   * @param text What the agent wrote.
   * @throws {RetrievalError} `invalid-session`, `invalid-round`; `round-taken` when the round was answered
   * to another text; and what stands in the way of the record, without which rounds can not be counted.
   */
  answerRequests(text: string, options: RequestOptions): Promise<Bundle> {
    const started = performance.now();
    return this.#index.freshen(options, async (state) => {
      const { answerRound } = await import("./answer/answer_round.ts");
      return await answerRound(await this.#deliveries.state(), text, { state, options, started });
    });
  }

  /**
   * Returns lines of a file of the tree, with secrets masked, from the tree as it is now.
   *
   * @param path Path relative to the root, with `/` separators.
   * @throws {RetrievalError} `file-not-found` when there is no such file or no such line; `file-excluded`
   * when a rule leaves it out, it is larger than 16 MiB or it is not in the tree.
   */
  readFile(path: string, options: ReadFileOptions = {}): Promise<FileText> {
    return this.#index.freshen({ refresh: false }, async (state) => {
      const { readFile } = await import("./answer/read_file.ts");
      return await readFile(path, state, options);
    });
  }

  /**
   * Returns the issue that `spec` names, such as `.beads/issues.jsonl#web-7` or `issue.md`, and the files
   * that hold it, which `contextForIssue` is to leave out.
   *
   * @throws {RetrievalError} `issue-not-found`, `invalid-issue`.
   */
  async readIssue(
    spec: string,
    { isConfined = false, ...options }: IssueOptions = {},
  ): Promise<ReadIssue> {
    // Imported only here: most bundles are for a plain query.
    const { readIssue } = await import("./issue/read_issue.ts");
    const { root } = this;
    if (!isConfined) return await readIssue(spec, { ...options, root });
    return await this.#index.freshen({ refresh: false }, async (state) => {
      const { openTreeFiles } = await import("./sources/manifest/tree_files.ts");
      const { exclusions } = state;
      const isOfTree = async (path: string) =>
        (await openTreeFiles([path], { root, exclusions, state }))(path);
      const { maskIssue } = await import("./issue/mask_issue.ts");
      return await maskIssue(
        await readIssue(spec, { ...options, root, tree: { exclusions, isOfTree } }),
      );
    });
  }

  /**
   * Returns the bundles and answers that were given, in short, newest first.
   *
   * @throws {RetrievalError} `invalid-session`, and what is wrong with the state.
   */
  async log(options: ListRecordsOptions = {}): Promise<readonly RecordSummary[]> {
    return await (await this.#openLog()).list(options);
  }

  /**
   * Returns the record with a number, or undefined when there is none.
   *
   * @throws {RetrievalError} What is wrong with the state.
   */
  async findRecord(id: number): Promise<InjectionRecord | undefined> {
    return await (await this.#openLog()).find(id);
  }

  /**
   * Returns when and why the record with a number was let go of, or undefined when it was not.
   *
   * @throws {RetrievalError} What is wrong with the state.
   */
  async findPruning(id: number): Promise<Pruning | undefined> {
    return await (await this.#openLog()).findPruning(id);
  }

  /**
   * Returns the text of a record byte for byte as it was given, from the tree as it is now, or which parts
   * of it have changed since; undefined when there is no such record.
   *
   * @throws {RetrievalError} What is wrong with the state or the configuration.
   */
  async renderRecord(id: number): Promise<RestoredRecord | undefined> {
    return await (await this.#openLog()).render(id);
  }

  /**
   * Notes that what a record says was given was not sent after all, as nobody waited for it any more: its
   * session does not hold it.
   *
   * @param id Number of the record.
   * @param since When it was asked for, in milliseconds since 1970: a record of before was sent.
   * @throws {RetrievalError} What is wrong with the state.
   */
  async withdraw(id: number, { since }: { readonly since: number }): Promise<void> {
    const { withdrawRecord } = await import("./delivery/state/withdraw_record.ts");
    withdrawRecord(await this.#deliveries.state(), id, { since });
  }

  /**
   * Returns what a session says about the context that it was given: what of it was used, what was
   * missing, and what it cost.
   *
   * @throws {RetrievalError} `session-not-found`, and what is wrong with the state or the configuration.
   */
  async metrics(options: MeasureOptions): Promise<SessionMetrics> {
    return await (await this.#openLog()).measure(options);
  }

  /**
   * Returns the best chunks for a query, with their scores.
   *
   * @param query A question, in the user's words.
   * @throws {ContextError} As {@link context}.
   */
  search(query: string, options: SearchOptions = {}): Promise<SearchResult> {
    return this.#index.answer(query, options, async ({ asked, index, notes, find }) => {
      const results = await find(options);
      // Imported only here: a bundle masks what it shows as a whole.
      const { maskSymbols } = await import("./secrets/mask_symbols.ts");
      return {
        query,
        index,
        results: await maskSymbols(results),
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
    return this.#index.update(options);
  }

  /** Returns what the index holds, as it is. */
  status(): Promise<IndexStatus> {
    return this.#index.describe();
  }

  /** Returns what shows people the index and the tree: documents, what is left out, and how all is. */
  async browser(): Promise<TreeBrowser> {
    const browsing: typeof import("./inspect/browse/tree_browser.ts") = await import(TREE_BROWSER);
    return new browsing.TreeBrowser(this.#index, { root: this.root, state: this.#state });
  }

  /** Whether its files are still at their places: one whose root was replaced is to be opened anew. */
  get isInPlace(): boolean {
    return this.#index.isInPlace;
  }

  /** Closes the index and the record. The engine can not be used any more. */
  [Symbol.dispose](): void {
    this.#deliveries[Symbol.dispose]();
    this.#index[Symbol.dispose]();
  }

  async #openLog(): Promise<RecordLog> {
    // Imported only here: an answer looks nothing up in the log.
    const { RecordLog } = await import("./delivery/record/record_log.ts");
    return new RecordLog(this.root, this.#deliveries);
  }

  /** Has `build` make a bundle for a text, and records it. */
  #deliver(
    text: string,
    options: ContextOptions | TaskOptions,
    build: (state: DeliveryState) => Promise<Bundle>,
  ): Promise<Bundle> {
    const started = performance.now();
    return this.#index.answer(text, options, async (state) => {
      const { store, settings } = state.indexed;
      const given = "notes" in options ? options.notes ?? [] : [];
      const recorded = {
        kind: "bundle",
        trigger: options.trigger ?? "context",
        options: listDecidingOptions(options),
        store,
        log: settings.log,
        signal: options.signal,
        format: options.format ?? "markdown",
      } as const;
      for (;;) {
        const delivery = await this.#deliveries.open(options, state.indexed);
        const notes = [...given, ...state.notes, ...delivery.notes];
        const bundle = await build({ ...state, ...delivery, notes });
        const durationMs = performance.now() - started;
        const record = () => delivery.record(bundle, { ...recorded, durationMs });
        const delivered = await this.#index.runStep("record", record);
        if (delivered !== undefined) return delivered;
      }
    });
  }
}

/** Returns what is looked for, for a task and the attempt before it, and the options without its secrets. */
async function readTask(
  issue: Issue,
  { retry, notes = [], ...options }: TaskOptions,
): Promise<TaskOptions & { readonly asked: string }> {
  const asked = issueText(issue);
  if (retry === undefined) return { ...options, notes, asked };
  // Imported only here: most tasks are tried for the first time.
  const { readRetry } = await import("./answer/read_retry.ts");
  const read = await readRetry(retry);
  return {
    ...options,
    notes: [...notes, ...read.notes],
    retry: read.retry,
    asked: [asked, retryEvidence(read.retry)].filter((part) => part !== "").join("\n\n"),
  };
}

/** Returns the options that decide what is given, without those that are not set. */
function listDecidingOptions(options: ContextOptions | TaskOptions): Record<string, unknown> {
  const { budget, estimator, format, filter, disabled } = options;
  const settings = "settings" in options ? options.settings : undefined;
  return JSON.parse(JSON.stringify({ budget, estimator, format, filter, disabled, settings }));
}
