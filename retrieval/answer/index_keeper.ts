import type { Note } from "@dossier/core";
import { AnsweringIndex } from "./answering_index.ts";
import type { EngineOptions, IndexOptions, IndexReport } from "./engine_options.ts";
import type { FreshnessOptions } from "../search/mod.ts";
import { INDEX_PENDING, INDEX_REBUILT } from "./engine_notes.ts";
import { ChangeDebouncer } from "./change_debouncer.ts";
import {
  findIndexStore,
  type IndexProgress,
  type IndexWatch,
  type RefreshReport,
} from "../index/mod.ts";
import type { Lease } from "../lease/mod.ts";
import { fileIdentity, openStateDirectory, RetrievalError } from "../machine/mod.ts";
import type { TriggerDetector } from "../feature/mod.ts";
import { acceptRoot } from "../tree/mod.ts";

/** Interval between comparisons of a tree that cannot be watched, in milliseconds. */
const COMPARISON_INTERVAL_MS = 10_000;

/** Interval between reports of the number of changed files while it grows, in milliseconds. */
const REPORT_INTERVAL_MS = 100;

/**
 * Interval between checks that a watched root still exists, in milliseconds: the runtime may report
 * nothing for a tree that is deleted at once, because it reads the reported files.
 */
const ROOT_CHECK_INTERVAL_MS = 1000;

/** Time to wait after a failed run, in milliseconds. */
const RETRY_MS = 1000;

/** Granularity of file times, in milliseconds: a tick of Linux at 100 Hz. */
const CLOCK_TICK_MS = 10;

/** State of an index whose tree is watched. */
export interface WatchState {
  /** True when changes are reported. If false, the tree is compared from time to time. */
  readonly isWatching: boolean;
  /** True when there are changes that are not in the index yet. */
  readonly isStale: boolean;
  /**
   * Number of files that are known to have changed and are not in the index; there may be more. At
   * least one while a change is known or suspected, and 0 otherwise.
   */
  readonly pending: number;
  readonly notes: readonly Note[];
}

/** One index run of a watched tree. */
export interface WatchRun {
  readonly report: RefreshReport;
  /**
   * Time from the last change to the end of the run, in milliseconds; `undefined` for the first
   * run.
   */
  readonly lagMs: number | undefined;
}

/** Listeners while a tree is watched. */
interface KeepFreshOptions {
  readonly signal: AbortSignal;
  /** Called when the state has changed. */
  readonly onState?: ((state: WatchState) => void) | undefined;
  /** Called after each run that has changed something, and after the first. */
  readonly onRun?: ((run: WatchRun) => void) | undefined;
  /** Called with the notes of a run when they differ from those of the last one. */
  readonly onNotes?: ((notes: readonly Note[]) => void) | undefined;
  /**
   * Called when triggers of the manifest of the project were set off, with their text in the
   * manifest.
   */
  readonly onTriggers?: ((triggers: readonly string[]) => void) | undefined;
  /** Called when a run failed; it is retried. */
  readonly onFailure?: ((error: unknown) => void) | undefined;
}

/** Note that the tree cannot be watched. */
const NOT_WATCHED: Note = {
  code: "not-watched",
  message:
    `Changes of the tree cannot be watched here, so the tree is compared with the index every ${
      COMPARISON_INTERVAL_MS / 1000
    } s`,
};

interface OpenedIndex {
  readonly index: AnsweringIndex;
  readonly watched: IndexWatch | undefined;
  /** Identity of the root folder, which differs when another one replaces it. */
  readonly rootIdentity: string | undefined;
}

/**
 * Keeps the index of one tree up to date for others that answer from it, with one run at a time.
 * When the tree or the index is replaced, for example when a root is deleted and created again, it
 * opens the new one.
 */
export class IndexKeeper implements AsyncDisposable {
  readonly #options: EngineOptions;
  /** Real path of the tree when it was first opened. */
  #root: string | undefined;
  readonly #abort = new AbortController();
  #opened: OpenedIndex | undefined;
  /** Resolved when the last requested run is done. */
  #turn: Promise<unknown> = Promise.resolve();
  #onReport: (() => void) | undefined;
  #triggers: readonly TriggerDetector[] | undefined;

  /** The index is opened with the first run. */
  constructor(options: EngineOptions) {
    this.#options = options;
  }

  /**
   * Refreshes the index as an answer with the same options would.
   *
   * @throws {ContextError} Errors of the root, the index or the configuration; `interrupted` when
   * the signal is aborted.
   */
  refresh(options: Omit<FreshnessOptions, "refresh"> = {}): Promise<RefreshReport> {
    return this.#inTurn(
      options,
      ({ index }, signal) => index.lease({ ...options, signal }, toReport),
    );
  }

  /** Refreshes the index without a time limit. */
  index(options: IndexOptions = {}): Promise<IndexReport> {
    return this.#inTurn(options, ({ index }, signal) => index.update({ ...options, signal }));
  }

  /** Rebuilds the index, which was found damaged. */
  async rebuild(): Promise<RefreshReport> {
    await this.#inTurn({}, ({ index }) => {
      index.remove();
      this.#opened = undefined;
      return Promise.resolve();
    });
    const report = await this.refresh();
    return { ...report, notes: [INDEX_REBUILT, ...report.notes] };
  }

  /**
   * Refreshes the index after each change of the tree, until the signal is aborted. Called once for
   * a watching keeper.
   */
  async keepFresh(options: KeepFreshOptions): Promise<void> {
    const { signal, onState, onRun, onNotes, onTriggers, onFailure } = options;
    const changes = new ChangeDebouncer(AbortSignal.any([signal, this.#abort.signal]));
    let notes: readonly Note[] = [];
    let failure: string | undefined;
    let reportedAt = -Infinity;
    const reportState = (isStale: boolean, pending = 0) => {
      reportedAt = performance.now();
      const { watched } = this.#opened ?? {};
      const known = pending + (watched?.changedCount ?? 0);
      const isWatching = watched?.isWatching === true;
      onState?.({ isWatching, isStale, pending: isStale ? Math.max(known, 1) : 0, notes });
    };
    this.#onReport = () => {
      if (changes.record() || performance.now() - reportedAt >= REPORT_INTERVAL_MS) {
        reportState(true);
      }
    };
    const onProgress = ({ files, totalFiles }: IndexProgress) =>
      reportState(true, totalFiles - files);
    for (let isFirst = true; !changes.isAborted; isFirst = false) {
      const noted = changes.consume();
      const began = Date.now();
      try {
        const report = await this.#inTurn({ signal }, async ({ index, watched }, either) => {
          const options = { signal: either, onProgress };
          const done = await index.lease(options, toReport);
          // All changes from before the report of completion are known by then.
          await watched?.waitUntilIdle();
          return done;
        });
        const { watched } = this.#opened ?? {};
        const isWatching = watched?.isWatching === true;
        const isBehind = watched?.isBehind === true;
        // Reports from before the comparison of the tree need no further run.
        const lastAt = isBehind ? noted : changes.consume() ?? noted;
        if (isBehind && !changes.hasChanges) changes.record();
        const said = notes;
        // Files that were postponed for lack of time are indexed at once: nothing waits for them.
        notes = report.notes.filter(({ code }) => code !== INDEX_PENDING);
        if (!isWatching) notes = [...notes, NOT_WATCHED];
        if (JSON.stringify(notes) !== JSON.stringify(said)) onNotes?.(notes);
        failure = undefined;
        reportState(isBehind || report.pending > 0, report.pending);
        if (isFirst || report.added + report.changed + report.removed > 0) {
          onRun?.({ report, lagMs: lastAt === undefined ? undefined : performance.now() - lastAt });
        }
        if (onTriggers !== undefined && !isBehind && report.pending === 0) {
          const triggers = await this.#listTriggers(began - CLOCK_TICK_MS);
          if (triggers.length > 0) onTriggers(triggers);
        }
        for (let isDue = report.pending > 0; !isDue;) {
          await changes.wait(isWatching ? ROOT_CHECK_INTERVAL_MS : COMPARISON_INTERVAL_MS);
          isDue = !isWatching || changes.hasChanges || changes.isAborted || !this.#isInPlace();
        }
      } catch (error) {
        if (changes.isAborted) break;
        reportState(true);
        const message = String(error);
        // A missing root is often missing for a while, and is reported once.
        if (message !== failure) onFailure?.(error);
        failure = message;
        await changes.wait(RETRY_MS);
      }
    }
    this.#onReport = undefined;
  }

  /** Stops a running index run, keeps its result, and closes the index. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#abort.abort();
    await this.#turn;
    this.#close();
  }

  /**
   * Returns the triggers of the manifest that were set off by changes since the last call.
   *
   * @param time Time of the last indexed change.
   */
  async #listTriggers(time: number): Promise<readonly string[]> {
    const ran = this.#opened;
    return await this.#inTurn({}, async (opened) => {
      const { index } = opened;
      // An index that was reopened meanwhile has nothing before the next run.
      if (opened !== ran) {
        this.#onReport?.();
        return [];
      }
      const all = this.#triggers ??= (this.#options.features ?? []).flatMap((
        { openTriggerDetector },
      ) => openTriggerDetector?.() ?? []);
      const listed = await Promise.all(all.map((triggers) => triggers.list(index, time)));
      return listed.flat();
    });
  }

  #inTurn<Result>(
    { signal }: { readonly signal?: AbortSignal | undefined },
    run: (opened: OpenedIndex, signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    const stop = this.#abort.signal;
    const either = signal === undefined ? stop : AbortSignal.any([stop, signal]);
    const turn = this.#turn.then(async () => await run(await this.#open(), either));
    this.#turn = turn.catch(() => {});
    return turn;
  }

  async #open(): Promise<OpenedIndex> {
    if (!this.#isInPlace()) this.#close();
    return this.#opened ??= await this.#reopen();
  }

  #isInPlace(): boolean {
    return this.#opened?.index.isInPlace === true &&
      fileIdentity(this.#opened.index.root) === this.#opened.rootIdentity;
  }

  async #reopen(): Promise<OpenedIndex> {
    const { state: chosen, cache, history, openEmbedder, watch } = this.#options;
    const { path: root, maxFiles } = acceptRoot(this.#options);
    if (root !== (this.#root ??= root)) {
      throw new RetrievalError(
        "root-not-found",
        `Cannot index "${this.#root}" as a link to another folder has replaced it: start the program again`,
      );
    }
    const state = await openStateDirectory(root, { chosen, cache });
    const onReport = () => this.#onReport?.();
    const place = { root, folder: state.path };
    const watched = watch
      ? await findIndexStore(place).watch(place, { onReport, maxFiles })
      : undefined;
    const parts = { maxFiles, watched, history, openEmbedder, hasOtherReaders: true };
    const index = new AnsweringIndex(root, state, parts);
    return { index, watched, rootIdentity: fileIdentity(root) };
  }

  #close(): void {
    this.#opened?.index[Symbol.dispose]();
    this.#opened = undefined;
  }
}

function toReport({ report, notes }: Lease): RefreshReport {
  return { ...report, notes };
}
