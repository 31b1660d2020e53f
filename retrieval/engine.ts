import type { Bundle, Issue, SessionMetrics, Structure, TimelineEntry } from "@dossier/core";
import type { SessionTranscript, SessionTranscriptOptions } from "@dossier/core/metrics";
import {
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
  LATE_ANSWERS,
  type ReadFileOptions,
  type RequestOptions,
  type TaskOptions,
  type WithFeatures,
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
import type { Lease, Spaces } from "./lease/mod.ts";
import {
  loadAnswerStructure,
  type StructureOptions,
  type StructureQuestion,
} from "./structure/mod.ts";
import { acceptRoot } from "./tree/mod.ts";

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

/** Tokens of the map by which names are guessed: a few dozen central definitions, which a small model reads fast. */
const NAMES_MAP_TOKENS = 1500;

/**
 * Answers questions about one tree, from an index that it keeps fresh. Made by {@link openEngine}
 * and closed by disposing of it.
 */
export class Engine implements Disposable {
  /** Absolute path of the tree. */
  readonly root: string;
  /** Where policies are looked for besides the tree. */
  readonly spaces: Spaces;
  /**
   * What it can do besides answering from code and documents.
   *
   * @internal It is for features.
   */
  readonly features: readonly Feature[];
  readonly #index: AnsweringIndex;
  readonly #deliveries: Deliveries;
  /** Absolute path of the folder for its files. */
  readonly #state: string;

  /** Takes over an index; use {@link openEngine}. */
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
   * Returns the passages that fit the budget, with the reasons for what is left out.
   *
   * @param query A task or a question, in the user's words.
   * @param options Those of bundles, and what features read besides.
   * @throws {ContextError} For an empty query, a wrong budget, a broken configuration, or an index
   * that can not be used.
   */
  context(query: string, options: WithFeatures<ContextOptions> = {}): Promise<Bundle> {
    return this.#answer({ kind: "query", text: query, options });
  }

  /**
   * Returns the bundle of a task: the files of its work manifest, design documents and code, each with
   * the reasons for it, and the plan that says why so much.
   *
   * @param issue A task as a tracker holds it: with a title, a description, or both.
   * @throws {ContextError} As {@link context}.
   */
  contextForIssue(issue: Issue, options: WithFeatures<TaskOptions> = {}): Promise<Bundle> {
    return this.#answer({ kind: "issue", issue, options });
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
    return this.#answer({ kind: "signals", text, options });
  }

  /**
   * Returns lines of a file of the tree, with secrets masked, from the tree as it is now.
   *
   * @param path Path relative to the root, with `/` separators.
   * @throws {RetrievalError} `file-not-found` when there is no such file or no such line; `file-excluded`
   * when a rule leaves it out, it is larger than 16 MiB or it is not in the tree.
   */
  readFile(path: string, options: ReadFileOptions = {}): Promise<FileText> {
    return this.#index.lease({ refresh: false }, async (state) => {
      const { readFile } = await LATE_ANSWERS.file();
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
    const { readIssue } = await import("./issue/mod.ts");
    const { root } = this;
    if (!isConfined) return await readIssue(spec, { ...options, root });
    return await this.#index.lease({ refresh: false }, async (state) => {
      const { hideIgnored } = await import("./lease/mod.ts");
      const look = (path: string) => hideIgnored(state.visibility, [path], state);
      return await readIssue(spec, { ...options, root, look });
    });
  }

  /**
   * Returns the bundles and answers that were given, in short, newest first.
   *
   * @throws {RetrievalError} `invalid-session`, and what is wrong with the state.
   */
  async log(options: ListInjectionsOptions = {}): Promise<readonly InjectionSummary[]> {
    return await (await this.#openLog()).list(options);
  }

  /**
   * Returns the record with a number, or undefined when there is none.
   *
   * @throws {RetrievalError} What is wrong with the state.
   */
  async findRecord(id: number): Promise<Injection | undefined> {
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
  async renderRecord(id: number): Promise<RestoredInjection | undefined> {
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
    await this.#deliveries.withdraw(id, { since });
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
   * Returns what is recorded of a session as lines of time, oldest first; empty when that is nothing.
   *
   * @throws {RetrievalError} `invalid-session`, and what is wrong with the state.
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
    const { searchTree } = await LATE_ANSWERS.search();
    return await searchTree(query, options, this.#index);
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
   * Returns how strongly the tree speaks to a text, which may be about something else, and the parts of files that
   * answer it best.
   *
   * @param text What a user has said.
   * @throws {ContextError} As {@link context}.
   */
  async assess(text: string, options: AssessOptions = {}): Promise<Assessment> {
    const { assessTree } = await LATE_ANSWERS.search();
    return await assessTree(text, options, this.#index);
  }

  /**
   * Returns the answer to a question about the structure of the tree: its most central definitions, the
   * outlines of files, the callers, callees or tests of a definition, or what is related to it.
   *
   * @throws {ContextError} `invalid-budget`, `invalid-target`; `file-not-found` and `file-excluded` for a
   * path; `symbol-not-found` with the nearest names, `symbol-ambiguous` with the places; and as
   * {@link context} for a broken configuration or an index that can not be used.
   */
  async structure(
    question: StructureQuestion,
    options: StructureOptions = {},
  ): Promise<Structure> {
    const answerStructure = await loadAnswerStructure();
    return await this.#index.lease(options, (lease) => answerStructure(question, options, lease));
  }

  /**
   * Returns names that a program of the caller's guesses the code to have, for the option `names` of a question, or
   * why there are none. It reads the question and a map of the tree, both with secrets masked.
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
    const asked = { ...freshness, budget: NAMES_MAP_TOKENS };
    const { text: map } = await this.structure({ kind: "map" }, asked);
    // Imported only here: few are given a program.
    const { runNameGuesser } = await import("./names/mod.ts");
    return await runNameGuesser({ question, map }, { ...options, state: this.#state });
  }

  /**
   * Brings the index up to date with the tree, however long it takes, and returns what that took.
   *
   * @throws {ContextError} When the index can not be written or sent, or the configuration is broken.
   */
  index(options: IndexOptions = {}): Promise<IndexReport> {
    return this.#index.update(options);
  }

  /** Returns what the index holds, as it is. */
  status(): Promise<IndexStatus> {
    return this.#index.describe();
  }

  /** Returns what shows people the index and the tree: documents, what is left out, and how all is. */
  async browser(): Promise<TreeBrowser> {
    const { TreeBrowser } = await import("./inspect/browse/mod.ts");
    const place = { root: this.root, state: this.#state };
    return new TreeBrowser(this.#index, place, this.features);
  }

  /**
   * Has `work` done with a lease on the index, as fresh as the options ask for; once more with another when
   * the index turns out to be damaged.
   *
   * @throws {ContextError} For a broken configuration, or an index that can not be used.
   *
   * @internal It is for features.
   */
  lease<Result>(
    options: FreshnessOptions,
    work: (lease: Lease) => Result | Promise<Result>,
  ): Promise<Result> {
    return this.#index.lease(options, work);
  }

  /**
   * Returns the durable state of the tree, made when there is none.
   *
   * @throws {RetrievalError} What is wrong with the state.
   *
   * @internal It is for features.
   */
  openState(): Promise<StateStore> {
    return this.#deliveries.state();
  }

  /**
   * Returns the durable state of the tree when something has been recorded, and makes none.
   *
   * @throws {RetrievalError} What is wrong with the state.
   *
   * @internal It is for features.
   */
  findState(): Promise<StateStore | undefined> {
    return this.#deliveries.find();
  }

  /**
   * Returns the settings in force, as they are now.
   *
   * @throws {RetrievalError} `invalid-config`.
   *
   * @internal It is for features.
   */
  settings(): Promise<ResolvedSettings> {
    return this.#index.settings();
  }

  /**
   * Returns what the transcript of a host's session tells, as the feature reads it that knows hosts.
   *
   * @param path Absolute path of its file.
   * @throws {RetrievalError} `invalid-transcript` when it can not be read, or no feature reads transcripts.
   *
   * @internal It is for features.
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
   * Returns the command line of the program that the user's settings name for guessing names; empty where they name
   * none. What the repository says counts only where the user has granted it.
   *
   * @throws {ContextError} For a broken configuration.
   */
  async namesCommand(): Promise<string> {
    return (await this.#index.settings()).names.command ?? "";
  }

  /**
   * Returns whether the user's settings have commands leave a process behind that keeps the index open.
   *
   * @throws {ContextError} For a broken configuration.
   */
  async leavesWarm(): Promise<boolean> {
    return (await this.#index.settings()).warm === "auto";
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

  async #openLog(): Promise<InjectionLog> {
    // Imported only here: an answer looks nothing up in the log.
    const { InjectionLog } = await import("./delivery/record/mod.ts");
    return new InjectionLog(this.root, this.#deliveries);
  }

  async #answer(request: BundleRequest): Promise<Bundle> {
    const { answer } = await LATE_ANSWERS.bundle();
    return await answer(request, {
      services: this,
      deliveries: this.#deliveries,
      features: this.features,
    });
  }
}
