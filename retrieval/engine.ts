import type { Bundle, Issue, SessionMetrics, Structure, TimelineEntry } from "@dossier/core";
import type { SessionTranscript, SessionTranscriptOptions } from "@dossier/core/metrics";
import {
  ANSWER_LOADERS,
  AnsweringIndex,
  type Assessment,
  type AssessOptions,
  type BundleRequest,
  type ContextOptions,
  type EngineOptions,
  type FileText,
  type IndexOptions,
  type IndexReport,
  type IndexStatus,
  type ReadFileOptions,
  type RequestOptions,
  type TaskOptions,
  type WithFeatureOptions,
} from "./answer/mod.ts";
import type { TreeBrowser } from "./inspect/browse/mod.ts";
import { findIndexStore } from "./index/mod.ts";
import type { FreshnessOptions, SearchOptions, SearchResult } from "./search/mod.ts";
import type { IssueOptions, ReadIssue } from "./issue/mod.ts";
import {
  Deliveries,
  type InjectionLog,
  type MeasureOptions,
  type RestoredInjection,
} from "./delivery/mod.ts";
import type {
  Injection,
  InjectionSummary,
  ListInjectionsOptions,
  Pruning,
  StateStore,
} from "./delivery/state/mod.ts";
import { openStateDirectory, RetrievalError, type StateDirectory } from "./machine/mod.ts";
import type { NameGuesserOptions, NameGuesserResult } from "./names/mod.ts";
import type { ResolvedSettings } from "./config/mod.ts";
import type { Feature } from "./feature/mod.ts";
import type { Lease, PolicySpaces } from "./lease/mod.ts";
import {
  loadAnswerStructure,
  type StructureOptions,
  type StructureQuestion,
} from "./structure/mod.ts";
import { acceptRoot } from "./tree/mod.ts";

/**
 * Returns an engine for the tree at `options.root`. Its index is created with the first answer.
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
 * assert.equal(bundle.fragments[0]?.location?.path, "upload.py");
 * assert.ok(bundle.budget.used <= 500);
 * ```
 */
export async function openEngine(options: EngineOptions): Promise<Engine> {
  const { path: root, maxFiles } = acceptRoot(options);
  const state = await openStateDirectory(root, { chosen: options.state, cache: options.cache });
  const place = { root, folder: state.path };
  const watched = options.watch
    ? await findIndexStore(place).watch(place, { maxFiles })
    : undefined;
  const index = new AnsweringIndex(root, state, { ...options, maxFiles, watched });
  return new Engine(index, state, options);
}

/**
 * Number of tokens of the map for guessing names: a few dozen central definitions, which a small
 * model reads fast.
 */
const NAMES_MAP_TOKENS = 1500;

/**
 * Answers questions about one tree, from an index that it keeps up to date. Create it with {@link
 * openEngine}, and dispose of it to close it.
 */
export class Engine implements Disposable {
  /** Absolute path of the tree. */
  readonly root: string;
  /** Folders with policies besides the tree. */
  readonly spaces: PolicySpaces;
  /**
   * Features of the engine.
   *
   * @internal For features.
   */
  readonly features: readonly Feature[];
  readonly #index: AnsweringIndex;
  readonly #deliveries: Deliveries;
  /** Absolute path of the folder for its files. */
  readonly #state: string;

  /** Takes ownership of an index; use {@link openEngine}. */
  constructor(
    index: AnsweringIndex,
    state: StateDirectory,
    { spaces = {}, features = [] }: Pick<EngineOptions, "spaces" | "features"> = {},
  ) {
    this.root = index.root;
    this.spaces = spaces;
    this.features = features;
    this.#index = index;
    this.#deliveries = new Deliveries(index.root, state.path, features);
    this.#state = state.path;
  }

  /**
   * Returns the passages that fit the budget, and the omitted ones with reasons.
   *
   * @param query A task or a question, in the user's words.
   * @param options Options of bundles and of features.
   * @throws {ContextError} For an empty query, an invalid budget, a broken configuration, or an
   * index that cannot be used.
   */
  context(query: string, options: WithFeatureOptions<ContextOptions> = {}): Promise<Bundle> {
    return this.#answer({ kind: "query", text: query, options });
  }

  /**
   * Returns the bundle of a task: the files of its work manifest, design documents and code, each
   * with reasons, and the plan that explains the amount.
   *
   * @param issue Task of a tracker: with a title, a description, or both.
   * @throws {ContextError} As {@link context}.
   */
  contextForIssue(issue: Issue, options: WithFeatureOptions<TaskOptions> = {}): Promise<Bundle> {
    return this.#answer({ kind: "issue", issue, options });
  }

  /**
   * Returns the answer to the requests in the text of an agent, such as `NEED_CODE: src/a.ts:1-20`:
   * a bundle of the provided fragments, with the outcome of each request. A round is answered once:
   * the same text again uses no further round, and is answered from the current tree.
   *
   * @param text Text of the agent.
   * @throws {RetrievalError} `invalid-session`, `invalid-round`; `round-taken` when another text
   * was answered in the round; and errors of the record, without which rounds cannot be counted.
   */
  answerRequests(text: string, options: RequestOptions): Promise<Bundle> {
    return this.#answer({ kind: "signals", text, options });
  }

  /**
   * Returns lines of a file in the current tree, with secrets masked.
   *
   * @param path Path relative to the root, with `/` separators.
   * @throws {RetrievalError} `file-not-found` when there is no such file or no such line;
   * `file-excluded` when a rule excludes it, it is larger than 16 MiB, or it is outside of the
   * tree.
   */
  readFile(path: string, options: ReadFileOptions = {}): Promise<FileText> {
    return this.#index.lease({ refresh: false }, async (state) => {
      const { readFile } = await ANSWER_LOADERS.file();
      return await readFile(path, state, options);
    });
  }

  /**
   * Returns the issue that `spec` names, such as `.beads/issues.jsonl#web-7` or `issue.md`, and its
   * files, which `contextForIssue` excludes.
   *
   * @throws {RetrievalError} `issue-not-found`, `invalid-issue`.
   */
  async readIssue(
    spec: string,
    { isConfined = false, ...options }: IssueOptions = {},
  ): Promise<ReadIssue> {
    // Imported only here: most bundles are for a plain query.
    const { readIssue } = await import("./issue/mod.ts");
    const { root } = this;
    if (!isConfined) return await readIssue(spec, { ...options, root });
    return await this.#index.lease({ refresh: false }, async (state) => {
      const { hideIgnored } = await import("./lease/mod.ts");
      const look = (path: string) => hideIgnored(state.visibility, [path], state);
      return await readIssue(spec, { ...options, root, readVisibility: look });
    });
  }

  /**
   * Returns summaries of delivered bundles and answers, newest first.
   *
   * @throws {RetrievalError} `invalid-session`, and errors of the state.
   */
  async log(options: ListInjectionsOptions = {}): Promise<readonly InjectionSummary[]> {
    return await (await this.#openLog()).list(options);
  }

  /**
   * Returns the record with a number, or `undefined` when there is none.
   *
   * @throws {RetrievalError} Errors of the state.
   */
  async findRecord(id: number): Promise<Injection | undefined> {
    return await (await this.#openLog()).find(id);
  }

  /**
   * Returns the time and the reason of the deletion of a record, or `undefined` when it was not
   * deleted.
   *
   * @throws {RetrievalError} Errors of the state.
   */
  async findPruning(id: number): Promise<Pruning | undefined> {
    return await (await this.#openLog()).findPruning(id);
  }

  /**
   * Returns the text of a record byte for byte as it was delivered, restored from the current tree,
   * or the parts that have changed since, or `undefined` when there is no such record.
   *
   * @throws {RetrievalError} Errors of the state or the configuration.
   */
  async renderRecord(id: number): Promise<RestoredInjection | undefined> {
    return await (await this.#openLog()).render(id);
  }

  /**
   * Marks a record as not sent, because the caller no longer waited, so that its session does not
   * have its passages.
   *
   * @param id Number of the record.
   * @param since Time of the request, in milliseconds since 1970: a record from before was sent.
   * @throws {RetrievalError} Errors of the state.
   */
  async withdraw(id: number, { since }: { readonly since: number }): Promise<void> {
    await this.#deliveries.withdraw(id, { since });
  }

  /**
   * Returns the metrics of a session: which delivered context was used, which was missing, and its
   * cost.
   *
   * @throws {RetrievalError} `session-not-found`, and errors of the state or the configuration.
   */
  async metrics(options: MeasureOptions): Promise<SessionMetrics> {
    return await (await this.#openLog()).measure(options);
  }

  /**
   * Returns the timeline of a session, oldest first; empty when nothing is recorded.
   *
   * @throws {RetrievalError} `invalid-session`, and errors of the state.
   */
  async timeline(session: string): Promise<readonly TimelineEntry[]> {
    const recorded = await (await this.#openLog()).session(session);
    if (recorded === undefined) return [];
    const { mergeTimelines } = await import("@dossier/core/metrics");
    const { listRecorded } = await import("./delivery/record/mod.ts");
    return mergeTimelines(...listRecorded(recorded));
  }

  /**
   * Returns the best parts of files for a query (definitions, sections, blocks), or the best files, with their
   * scores.
   *
   * @param query A question, in the user's words.
   * @throws {ContextError} As {@link context}.
   */
  async search(query: string, options: SearchOptions = {}): Promise<SearchResult> {
    const { searchTree } = await ANSWER_LOADERS.search();
    return await searchTree(query, options, this.#index);
  }

  /**
   * Same as {@link search}, with an explanation of each score as a sum.
   *
   * @param query A question, in the user's words.
   * @throws {ContextError} As {@link context}.
   */
  explain(query: string, options: SearchOptions = {}): Promise<SearchResult> {
    return this.search(query, { ...options, explain: true });
  }

  /**
   * Returns the strength of the evidence in the tree for a text, which may be about something else,
   * and the best parts of files.
   *
   * @param text Text of a user.
   * @throws {ContextError} As {@link context}.
   */
  async assess(text: string, options: AssessOptions = {}): Promise<Assessment> {
    const { assessTree } = await ANSWER_LOADERS.search();
    return await assessTree(text, options, this.#index);
  }

  /**
   * Returns the answer to a question about the structure of the tree: its most central definitions, the
   * outlines of files, the callers, callees or tests of a definition, or what is related to it.
   *
   * @throws {ContextError} `invalid-budget`, `invalid-target`; `file-not-found` and `file-excluded` for a
   * path; `symbol-not-found` with the nearest names, `symbol-ambiguous` with the places; and as
   * {@link context} for a broken configuration or an index that cannot be used.
   */
  async structure(
    question: StructureQuestion,
    options: StructureOptions = {},
  ): Promise<Structure> {
    const answerStructure = await loadAnswerStructure();
    return await this.#index.lease(options, (lease) => answerStructure(question, options, lease));
  }

  /**
   * Returns names of code that a program of the caller guesses, for the option `names` of a
   * question, or the reason why there are none. The program reads the question and a map of the
   * tree, both with secrets masked.
   *
   * @param question A question, or the text of an issue.
   * @throws {ContextError} As {@link structure}.
   */
  async askNames(
    question: string,
    { refresh = true, maxRefreshMs, onProgress, ...options }: NameGuesserOptions & FreshnessOptions,
  ): Promise<NameGuesserResult> {
    const { signal } = options;
    const freshness = { refresh, maxRefreshMs, onProgress, signal };
    const mapOptions = { ...freshness, budget: NAMES_MAP_TOKENS };
    const { text: map } = await this.structure({ kind: "map" }, mapOptions);
    // Imported only here: few users have such a program.
    const { runNameGuesser } = await import("./names/mod.ts");
    return await runNameGuesser({ question, map }, { ...options, state: this.#state });
  }

  /**
   * Refreshes the index without a time limit, and returns the report.
   *
   * @throws {ContextError} When the index cannot be written or sent, or the configuration is
   * broken.
   */
  index(options: IndexOptions = {}): Promise<IndexReport> {
    return this.#index.update(options);
  }

  /** Returns the status of the index, without a refresh. */
  status(): Promise<IndexStatus> {
    return this.#index.describe();
  }

  /**
   * Returns a browser of the index and the tree: documents, excluded files, and the health of both.
   */
  async browser(): Promise<TreeBrowser> {
    const { TreeBrowser } = await import("./inspect/browse/mod.ts");
    const place = { root: this.root, state: this.#state };
    return new TreeBrowser(this.#index, place, this.features);
  }

  /**
   * Runs `work` with a lease on the index, refreshed as the options demand; once more with another
   * lease when the index is damaged.
   *
   * @throws {ContextError} For a broken configuration, or an index that cannot be used.
   *
   * @internal For features.
   */
  lease<Result>(
    options: FreshnessOptions,
    work: (lease: Lease) => Result | Promise<Result>,
  ): Promise<Result> {
    return this.#index.lease(options, work);
  }

  /**
   * Returns the durable state of the tree, and creates it when there is none.
   *
   * @throws {RetrievalError} Errors of the state.
   *
   * @internal For features.
   */
  openState(): Promise<StateStore> {
    return this.#deliveries.state();
  }

  /**
   * Returns the durable state of the tree, or `undefined` when nothing has been recorded; creates
   * no file.
   *
   * @throws {RetrievalError} Errors of the state.
   *
   * @internal For features.
   */
  findState(): Promise<StateStore | undefined> {
    return this.#deliveries.find();
  }

  /**
   * Returns the current settings.
   *
   * @throws {RetrievalError} `invalid-config`.
   *
   * @internal For features.
   */
  settings(): Promise<ResolvedSettings> {
    return this.#index.settings();
  }

  /**
   * Returns the content of the transcript of a session of a host, read by the feature for hosts.
   *
   * @param path Absolute path of its file.
   * @throws {RetrievalError} `invalid-transcript` when it cannot be read, or no feature reads
   * transcripts.
   *
   * @internal For features.
   */
  async readTranscript(
    path: string,
    options: SessionTranscriptOptions = {},
  ): Promise<SessionTranscript> {
    const [open] = this.features.flatMap(({ transcripts }) => transcripts ?? []);
    if (open === undefined) {
      throw new RetrievalError(
        "invalid-transcript",
        `Cannot read the transcript "${path}" as this engine has no feature that reads transcripts`,
      );
    }
    const readTranscript = await open();
    return await readTranscript(path, { root: this.root, ...options });
  }

  /**
   * Returns the command line of the program that guesses names; empty when the settings have none.
   * A value of the repository is used only when the user has granted it.
   *
   * @throws {ContextError} For a broken configuration.
   */
  async namesCommand(): Promise<string> {
    return (await this.#index.settings()).names.command ?? "";
  }

  /**
   * Returns true when commands leave a process running that keeps the index open, by the settings
   * of the user.
   *
   * @throws {ContextError} For a broken configuration.
   */
  async leavesWarm(): Promise<boolean> {
    return (await this.#index.settings()).warm === "auto";
  }

  /** True when its files are still in place: after its root was replaced it must be reopened. */
  get isInPlace(): boolean {
    return this.#index.isInPlace;
  }

  /** Closes the index and the log. The engine cannot be used after that. */
  [Symbol.dispose](): void {
    this.#deliveries[Symbol.dispose]();
    this.#index[Symbol.dispose]();
  }

  async #openLog(): Promise<InjectionLog> {
    // Imported only here: an answer does not read the log.
    const { InjectionLog } = await import("./delivery/record/mod.ts");
    return new InjectionLog(this.root, this.#deliveries);
  }

  async #answer(request: BundleRequest): Promise<Bundle> {
    const { answer } = await ANSWER_LOADERS.bundle();
    return await answer(request, {
      services: this,
      deliveries: this.#deliveries,
      features: this.features,
    });
  }
}
