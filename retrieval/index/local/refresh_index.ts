import type { Note } from "@dossier/core";
import type { Visibility } from "@dossier/core/exclude";
import type { PinnedHistory } from "../../commits/mod.ts";
import { planCommits } from "./commits/plan_commits.ts";
import type { refreshCommits } from "./commits/refresh_commits.ts";
import { listDocumentStamps, writeDocumentStamp } from "./store/documents.ts";
import { deleteMeta, findMeta, writeMeta } from "./store/meta.ts";
import type { Store } from "./store/open_store.ts";
import { deletePastNames } from "./store/past_names.ts";
import { deleteAllSkipped } from "./store/skipped.ts";
import type { applyRefresh, IndexProgress, RefreshOutcome } from "./apply_refresh.ts";
import { acquireIndexLock } from "../../machine/mod.ts";
import {
  type IndexEmbedding,
  isEmbedderOther,
  isUnembedded,
  settleEmbedder,
} from "./index_embedding.ts";
import { planRefresh, type RefreshPlan } from "./plan_refresh.ts";
import type { refreshVectors } from "./refresh_vectors.ts";
import type { applyRefreshInWorker } from "./run_in_worker.ts";
import type { WatchedTree } from "./watch/watched_tree.ts";
import { DEFAULT_SYMBOL_SOURCE, type SymbolSource } from "../../config/mod.ts";

/**
 * Files from which on a thread of its own does the work. What it has to load and compile anew takes the
 * processor for 200 ms, as long as this many small files: 300 take 440 ms in it, and 200 where it is asked.
 */
const WORKER_FILES = 400;

/** Where an index is and what it is made of. */
export interface IndexSource {
  /** Absolute path of the tree. */
  readonly root: string;
  /** Path of the lock file. */
  readonly lockPath: string;
  /** The fingerprint of the index; see `INDEX_FINGERPRINT`. */
  readonly fingerprint: string;
  /** The rules on which files may be indexed. */
  readonly visibility: Visibility;
  /** Most files of the tree where git does not list them. @default no bound */
  readonly maxFiles?: number | undefined;
  /** Watches the tree, so that what has changed need not be looked for. */
  readonly watched?: WatchedTree | undefined;
  /** The finder of definitions. @default {@link DEFAULT_SYMBOL_SOURCE} */
  readonly symbols?: SymbolSource;
  /** The embedder of chunks; without it no vectors are kept. */
  readonly embedding?: IndexEmbedding | undefined;
  /** Commits that are read in place of those of the work tree. */
  readonly history?: PinnedHistory | undefined;
  /** Whether others answer from the index, each through a connection of its own. @default false */
  readonly isForOthers?: boolean | undefined;
}

/** Options of {@link refreshIndex}. */
export interface RefreshOptions {
  /**
   * How long indexing may take, in milliseconds, waiting for another process included; no bound
   * without. Unless it is 0, some files are always done, so that what is behind is caught up with.
   */
  readonly maxMs?: number | undefined;
  /**
   * How long chunks may take to be embedded that have no vector, in milliseconds, where the model is
   * too slow to do so while they are indexed; no bound without.
   */
  readonly maxEmbedMs?: number | undefined;
  /** Stops early; what is done by then is kept. */
  readonly signal?: AbortSignal | undefined;
  /** Called a few times a second while files are indexed. */
  readonly onProgress?: ((progress: IndexProgress) => void) | undefined;
}

/** The counts of a refresh, with notes. */
export interface RefreshReport extends RefreshOutcome {
  /** Whether the tree was compared with the index. */
  readonly refreshed: boolean;
  /** For the bundle: what was left out or left for later, and why. */
  readonly notes: readonly Note[];
}

/**
 * Brings the index up to date with the tree and its commits, and returns what that took.
 *
 * When nothing has changed, it writes nothing and takes no lock. Within a time bound, the files
 * changed last come first: they are what is being worked on. The commits come after the files, and then
 * the vectors of chunks that have none.
 */
export async function refreshIndex(
  store: Store,
  source: IndexSource,
  options: RefreshOptions = {},
): Promise<RefreshReport> {
  const { maxMs, signal } = options;
  const start = performance.now();
  const report = await refreshFiles(store, source, options);
  if (store.unwritable !== undefined) return report;
  const { root, history: pinned, lockPath, fingerprint } = source;
  const place = { source: { root, pinned }, lockPath, fingerprint };
  const spent = performance.now() - start;
  // With less than half of the time it had better wait: what does not get done is not tried again soon.
  const hasTime = maxMs === undefined || spent < maxMs / 2;
  const isLate = maxMs === 0 || signal?.aborted === true;
  const left = maxMs && maxMs - spent;
  if (!isLate && hasTime && planCommits(store, place.source, { maxMs: left })) {
    await refreshCommitsHere(store, place, { maxMs: left, signal });
  }
  if (isLate || !isUnembedded(store, source.embedding)) return report;
  const notes = await refreshVectorsHere(store, source, options);
  return { ...report, notes: [...report.notes, ...notes] };
}

async function refreshFiles(
  store: Store,
  source: IndexSource,
  options: RefreshOptions,
): Promise<RefreshReport> {
  const { maxMs, signal } = options;
  const { root, visibility, maxFiles, watched } = source;
  const version = store.dataVersion();
  const compare = () => planRefresh(store, root, { visibility, maxFiles });
  let plan = await (watched?.plan(store, visibility) ?? compare());
  const report = (outcome: RefreshOutcome, ...notes: Note[]): RefreshReport => {
    if (outcome.pending === 0) {
      watched?.confirm();
      if (findMeta(store, "complete") === undefined) writeMeta(store, "complete", "yes");
    }
    return { ...outcome, refreshed: true, notes: [...plan.notes, ...notes] };
  };
  if (isDone(plan) && !areSettingsOther(store, source)) return report(NOTHING_DONE);

  // A copy in memory is brought up to date for this one answer, unless that takes a thread with a copy of its
  // own, or others answer from theirs.
  const isHere = source.isForOthers !== true && plan.files.length < WORKER_FILES;
  if (store.unwritable !== undefined && !isHere) throw store.unwritable;
  // The bound is for indexing: looking at a large tree must not use up what is there to keep up with it.
  const start = performance.now();
  const allPending = { ...NOTHING_DONE, pending: plan.files.length + plan.removed.length };
  const waitMs = timeLeft(maxMs, start) ?? Infinity;
  const lock = await acquireIndexLock(source.lockPath, { waitMs, signal });
  if (lock === undefined) return report(allPending, INDEXING_ELSEWHERE);
  using _ = lock;
  // Another process may have done the work while this one waited for the lock.
  const isWrittenElsewhere = store.dataVersion() !== version;
  const { areRulesNew, isUnsettled } = settleSettings(store, source);
  if (isWrittenElsewhere || isUnsettled) plan = await compare();
  if (isDone(plan)) {
    // Of a tree in which there is nothing to index, this is the index.
    if (areRulesNew) writeMeta(store, "updated_at", new Date().toISOString());
    return report(NOTHING_DONE);
  }
  return report(await applyPlan(store, source, plan, { ...options, start }));
}

/** Returns the milliseconds that are left of a bound: none and 0 stay, else enough for a first few files. */
function timeLeft(maxMs: number | undefined, start: number): number | undefined {
  return maxMs && Math.max(1, maxMs - (performance.now() - start));
}

/** Returns whether the index was written by other settings than those in force. */
function areSettingsOther(store: Store, source: IndexSource): boolean {
  return areRulesOther(store, source) || areSymbolsOther(store, source) ||
    isEmbedderOther(store, source.embedding);
}

function areRulesOther(store: Store, { visibility }: IndexSource): boolean {
  return findMeta(store, "rules") !== JSON.stringify(visibility.rules);
}

function areSymbolsOther(
  store: Store,
  { symbols = DEFAULT_SYMBOL_SOURCE }: IndexSource,
): boolean {
  return findMeta(store, "symbols") !== symbols;
}

/** Writes the settings in force into the index, and marks what they have an effect on to be done again. */
function settleSettings(
  store: Store,
  source: IndexSource,
): { readonly areRulesNew: boolean; readonly isUnsettled: boolean } {
  const { visibility, symbols = DEFAULT_SYMBOL_SOURCE, embedding } = source;
  const areRulesNew = areRulesOther(store, source);
  const areSymbolsNew = areSymbolsOther(store, source);
  // Before the first run there is nothing that other rules or symbols could unsettle.
  const isUnsettled = findMeta(store, "rules") !== undefined && (areRulesNew || areSymbolsNew);
  if (areRulesNew) {
    store.write(() => {
      // What was left out was not looked through.
      deletePastNames(store);
      deleteAllSkipped(store);
      unsettleExcluded(store, visibility);
      writeMeta(store, "rules", JSON.stringify(visibility.rules));
    });
  }
  if (areSymbolsNew) {
    store.write(() => {
      // Chunks follow definitions, so all of them may lie elsewhere now.
      store.clear();
      deleteMeta(store, "complete");
      writeMeta(store, "symbols", symbols);
    });
  }
  if (isEmbedderOther(store, embedding)) store.write(() => settleEmbedder(store, embedding));
  return { areRulesNew, isUnsettled };
}

/** Indexes what is planned: here, or on a thread of its own when it is much. */
async function applyPlan(
  store: Store,
  { root, fingerprint, visibility, symbols = DEFAULT_SYMBOL_SOURCE, embedding }: IndexSource,
  planned: RefreshPlan,
  { maxMs, start, signal, onProgress }: RefreshOptions & { readonly start: number },
): Promise<RefreshOutcome> {
  // Within a bound, what was changed last comes first.
  const plan = maxMs === undefined
    ? planned
    : { ...planned, files: planned.files.toSorted((a, b) => b.modified - a.modified) };
  // A slow model would hold up the words of the tree, and with them every answer.
  const embedder = embedding?.embedder?.isFast ? embedding.embedder : undefined;
  const embedLater = embedding !== undefined;
  if (plan.files.length < WORKER_FILES) {
    const deadline = maxMs === undefined ? undefined : maxMs === 0 ? 0 : start + maxMs;
    return await applyHere(store, { root, plan }, {
      ...{ visibility, symbols, embedder, embedLater, deadline, signal, onProgress },
    });
  }
  return await applyInWorker(
    {
      ...{ indexPath: store.path, fingerprint, root, plan, symbols, embedLater },
      rules: visibility.rules,
      embedding: embedder && {
        settings: embedding?.settings,
        fingerprint: embedder.fingerprint,
      },
      maxMs: timeLeft(maxMs, start),
    },
    { signal, onProgress },
  );
}

// What chunks and analyzes is loaded when there is something to index, and mostly there is not.

async function refreshCommitsHere(...job: Parameters<typeof refreshCommits>): Promise<void> {
  await (await import("./commits/refresh_commits.ts")).refreshCommits(...job);
}

async function refreshVectorsHere(
  ...job: Parameters<typeof refreshVectors>
): Promise<readonly Note[]> {
  return await (await import("./refresh_vectors.ts")).refreshVectors(...job);
}

async function applyHere(...job: Parameters<typeof applyRefresh>): Promise<RefreshOutcome> {
  return await (await import("./apply_refresh.ts")).applyRefresh(...job);
}

async function applyInWorker(
  ...job: Parameters<typeof applyRefreshInWorker>
): Promise<RefreshOutcome> {
  return await (await import("./run_in_worker.ts")).applyRefreshInWorker(...job);
}

const NOTHING_DONE: RefreshOutcome = { added: 0, changed: 0, removed: 0, pending: 0 };

const INDEXING_ELSEWHERE: Note = {
  code: "indexing-elsewhere",
  message: "Another process is indexing this tree, so the answer is from the index as it stood",
};

/**
 * Has the files of documents that the rules leave out looked at again, though they have not changed:
 * the listing drops those left out by name, but knows nothing of sizes.
 */
function unsettleExcluded(store: Store, visibility: Visibility): void {
  for (const { path, size, modified } of listDocumentStamps(store)) {
    if (visibility.shows(path, { size })) continue;
    writeDocumentStamp(store, path, { size, modified, racy: true });
  }
}

function isDone(plan: RefreshPlan): boolean {
  return plan.files.length === 0 && plan.removed.length === 0;
}
