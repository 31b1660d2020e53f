import type { Note } from "@dossier/core";
import { AnsweringIndex } from "./answering_index.ts";
import type { EngineOptions, IndexOptions, IndexReport } from "./engine_options.ts";
import type { FreshnessOptions } from "../search/mod.ts";
import { INDEX_PENDING, INDEX_REBUILT } from "./engine_notes.ts";
import { ChangeClock } from "./change_clock.ts";
import {
  findIndexStore,
  type IndexProgress,
  type IndexWatch,
  type RefreshReport,
} from "../index/mod.ts";
import type { Lease } from "../lease/mod.ts";
import { fileIdentity, openStateDirectory, RetrievalError } from "../machine/mod.ts";
import type { TreeTriggers } from "../feature/mod.ts";
import { acceptRoot } from "../tree/mod.ts";

/** How often a tree is compared that can not be watched, in milliseconds. */
const COMPARISON_MS = 10_000;

/** How often is told how many files have changed, while there are more and more, in milliseconds. */
const TELL_MS = 100;

/**
 * How often it is looked whether a watched root is still there, in milliseconds: of a tree that has gone at once the
 * runtime may report nothing, as it looks at what it reports.
 */
const ROOT_LOOK_MS = 1000;

/** How long to wait after a run that failed, in milliseconds. */
const RETRY_MS = 1000;

/** How far the time of a file's change may lie behind the clock, in milliseconds: a tick of Linux at 100 Hz. */
const CLOCK_TICK_MS = 10;

/** What is known of an index whose tree is watched. */
export interface WatchState {
  /** Whether changes are reported; where they are not, the tree is compared from time to time. */
  readonly isWatching: boolean;
  /** Whether something has changed that is not yet in the index. */
  readonly isStale: boolean;
  /**
   * Files that are known to have changed and are not in the index, of which there may be more; at least
   * one while something is known or suspected, and none otherwise.
   */
  readonly pending: number;
  readonly notes: readonly Note[];
}

/** What one run of a watched index did. */
export interface WatchRun {
  readonly report: RefreshReport;
  /** How long after the last change it was done, in milliseconds; undefined for the first run. */
  readonly lagMs: number | undefined;
}

/** What is told while a tree is watched. */
interface KeepFreshOptions {
  readonly signal: AbortSignal;
  /** Called when what is known of the index has changed. */
  readonly onState?: ((state: WatchState) => void) | undefined;
  /** Called after each run that has changed something, and after the first. */
  readonly onRun?: ((run: WatchRun) => void) | undefined;
  /** Called with what a run has to say, when that is something else than what the last one said. */
  readonly onNotes?: ((notes: readonly Note[]) => void) | undefined;
  /** Called when triggers of the project's manifest were set off, as it writes them. */
  readonly onTriggers?: ((triggers: readonly string[]) => void) | undefined;
  /** Called when a run failed; it is tried again. */
  readonly onFailure?: ((error: unknown) => void) | undefined;
}

/** The tree can not be watched. */
const NOT_WATCHED: Note = {
  code: "not-watched",
  message: `The tree cannot be watched here, so it is compared with the index every ${
    COMPARISON_MS / 1000
  } s`,
};

interface OpenedIndex {
  readonly index: AnsweringIndex;
  readonly watched: IndexWatch | undefined;
  /** Tells the root apart from another that takes its place. */
  readonly rootIdentity: string | undefined;
}

/**
 * Keeps the index of one tree up to date for others that answer from it: one run at a time. When the
 * tree or the index is replaced, as when a root is removed and made again, it opens the new one.
 */
export class IndexKeeper implements AsyncDisposable {
  readonly #options: EngineOptions;
  /** Real path of the tree when it was first opened. */
  #root: string | undefined;
  readonly #abort = new AbortController();
  #opened: OpenedIndex | undefined;
  /** Settled when the last run that was asked for is done. */
  #turn: Promise<unknown> = Promise.resolve();
  #onReport: (() => void) | undefined;
  #triggers: readonly TreeTriggers[] | undefined;

  /** Opens nothing until the first run. */
  constructor(options: EngineOptions) {
    this.#options = options;
  }

  /**
   * Brings the index up to date as far as an answer with the same options would.
   *
   * @throws {ContextError} What is wrong with the root, its index or its configuration; `interrupted`
   * when the signal stopped it.
   */
  refresh(options: Omit<FreshnessOptions, "refresh"> = {}): Promise<RefreshReport> {
    return this.#inTurn(
      options,
      ({ index }, signal) => index.lease({ ...options, signal }, toReport),
    );
  }

  /** Brings the index up to date, however long it takes. */
  index(options: IndexOptions = {}): Promise<IndexReport> {
    return this.#inTurn(options, ({ index }, signal) => index.update({ ...options, signal }));
  }

  /** Makes the index anew, as somebody has found it damaged. */
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
   * Brings the index up to date whenever the tree has changed, until the signal is aborted. Called
   * once, of a keeper that watches.
   */
  async keepFresh(options: KeepFreshOptions): Promise<void> {
    const { signal, onState, onRun, onNotes, onTriggers, onFailure } = options;
    const changes = new ChangeClock(AbortSignal.any([signal, this.#abort.signal]));
    let notes: readonly Note[] = [];
    let failure: string | undefined;
    let toldAt = -Infinity;
    const tell = (isStale: boolean, pending = 0) => {
      toldAt = performance.now();
      const { watched } = this.#opened ?? {};
      const known = pending + (watched?.changedCount ?? 0);
      const isWatching = watched?.isWatching === true;
      onState?.({ isWatching, isStale, pending: isStale ? Math.max(known, 1) : 0, notes });
    };
    this.#onReport = () => {
      if (changes.note() || performance.now() - toldAt >= TELL_MS) tell(true);
    };
    const onProgress = ({ files, totalFiles }: IndexProgress) => tell(true, totalFiles - files);
    for (let isFirst = true; !changes.isOver; isFirst = false) {
      const noted = changes.take();
      const began = Date.now();
      try {
        const report = await this.#inTurn({ signal }, async ({ index, watched }, either) => {
          const options = { signal: either, onProgress };
          const done = await index.lease(options, toReport);
          // Whatever was changed before it is said that all is done is known by then.
          await watched?.waitUntilIdle();
          return done;
        });
        const { watched } = this.#opened ?? {};
        const isWatching = watched?.isWatching === true;
        const isBehind = watched?.isBehind === true;
        // Reports that came before the tree was looked at are no reason to do so again.
        const lastAt = isBehind ? noted : changes.take() ?? noted;
        if (isBehind && !changes.isWaiting) changes.note();
        const said = notes;
        // Nobody waits for what there was no time for: it is done at once.
        notes = report.notes.filter(({ code }) => code !== INDEX_PENDING);
        if (!isWatching) notes = [...notes, NOT_WATCHED];
        if (JSON.stringify(notes) !== JSON.stringify(said)) onNotes?.(notes);
        failure = undefined;
        tell(isBehind || report.pending > 0, report.pending);
        if (isFirst || report.added + report.changed + report.removed > 0) {
          onRun?.({ report, lagMs: lastAt === undefined ? undefined : performance.now() - lastAt });
        }
        if (onTriggers !== undefined && !isBehind && report.pending === 0) {
          const triggers = await this.#listTriggers(began - CLOCK_TICK_MS);
          if (triggers.length > 0) onTriggers(triggers);
        }
        for (let isDue = report.pending > 0; !isDue;) {
          await changes.wait(isWatching ? ROOT_LOOK_MS : COMPARISON_MS);
          isDue = !isWatching || changes.isWaiting || changes.isOver || !this.#isInPlace();
        }
      } catch (error) {
        if (changes.isOver) break;
        tell(true);
        const message = String(error);
        // A root that is away stays so for a while, and is told of once.
        if (message !== failure) onFailure?.(error);
        failure = message;
        await changes.wait(RETRY_MS);
      }
    }
    this.#onReport = undefined;
  }

  /** Stops what is running, keeps what it has done, and closes the index. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#abort.abort();
    await this.#turn;
    this.#close();
  }

  /**
   * Returns which triggers of the project's manifest were set off by what was done since the last call.
   *
   * @param time The index has what was changed until then.
   */
  async #listTriggers(time: number): Promise<readonly string[]> {
    const ran = this.#opened;
    return await this.#inTurn({}, async (opened) => {
      const { index } = opened;
      // An index that was opened anew meanwhile holds nothing before the next run.
      if (opened !== ran) {
        this.#onReport?.();
        return [];
      }
      const all = this.#triggers ??= (this.#options.features ?? []).flatMap(({ openTriggers }) =>
        openTriggers?.() ?? []
      );
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
    return this.#opened ??= await this.#openAnew();
  }

  #isInPlace(): boolean {
    return this.#opened?.index.isInPlace === true &&
      fileIdentity(this.#opened.index.root) === this.#opened.rootIdentity;
  }

  async #openAnew(): Promise<OpenedIndex> {
    const { state: chosen, cache, history, openEmbedder, watch } = this.#options;
    const { path: root, maxFiles } = acceptRoot(this.#options);
    if (root !== (this.#root ??= root)) {
      throw new RetrievalError(
        "root-not-found",
        `Cannot index "${this.#root}" as a link to another folder has taken its place: start anew`,
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
