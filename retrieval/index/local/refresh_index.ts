import type { Note } from "@dossier/core";
import type { Visibility } from "@dossier/core/exclude";
import {
  acquireIndexLock,
  callThread,
  RetrievalError,
  type WorkerLimits,
} from "../../machine/mod.ts";
import { planCommits } from "./commits/plan_commits.ts";
import { isEmbedderChanged, mayLackVectors, switchEmbedder } from "./index_embedding.ts";
import type {
  IndexSource,
  RefreshOptions,
  RefreshOutcome,
  RefreshReport,
} from "../index_source.ts";
import type { IndexWorkerJob } from "./index_worker.ts";
import { writeGitSnapshot } from "./git_snapshot.ts";
import { type LocalSource, planRefresh, type RefreshPlan } from "./plan_refresh.ts";
import { findCommitsState } from "./store/commits.ts";
import { listDocumentStamps, writeDocumentStamp } from "./store/documents.ts";
import { findMeta, writeMeta } from "./store/meta.ts";
import type { Store } from "./store/open_store.ts";
import type { WatchedTree } from "./watch/watched_tree.ts";

// Modules that chunk, embed and read commits are imported only when there is work to do, as usually
// there is none.

/**
 * Number of files from which on a separate thread does the work. Loading and compiling its modules
 * takes 200 ms of processor time, as long as this many small files: 300 files take 440 ms on a
 * thread, and 200 ms on the calling thread.
 */
const WORKER_FILES = 400;

/**
 * Memory of each of the two indexing threads. A text of 4 MB, the default maximum size of a file,
 * needs less than 100 MB. With these limits V8 collects garbage earlier: 20,000 chunks take 248 MB
 * instead of 363, in the same time.
 */
const INDEXING_LIMITS: WorkerLimits = { heapMegabytes: 1024, youngMegabytes: 16 };

/** Module of the indexing thread. */
export const INDEX_WORKER: URL = new URL("./index_worker.ts", import.meta.url);

const NOTHING_DONE: RefreshOutcome = { added: 0, changed: 0, removed: 0, pending: 0 };

const NOTE_INDEXING_ELSEWHERE: Note = {
  code: "indexing-elsewhere",
  message: "Another process is indexing this tree, so the answer uses the last complete index",
};

const NOTE_COMMITS_UNREAD: Note = {
  code: "commits-unread",
  message:
    'Git could not read the commits, so the last known ones are used, if any: run "git log" to see the cause',
};

/**
 * Brings the index up to date with the tree and its commits, and returns a report.
 *
 * When nothing has changed, it writes nothing and takes no lock. With a time limit, the most
 * recently changed files come first, as they are being worked on. The commits come after the files,
 * and then the vectors of chunks without one.
 */
export async function refreshIndex(
  store: Store,
  source: LocalSource,
  options: RefreshOptions = {},
): Promise<RefreshReport> {
  const { maxMs, signal } = options;
  const start = performance.now();
  const report = await refreshFiles(store, source, options);
  if (store.readOnlyError !== undefined) return report;
  const { root, history: pinned, lockPath } = source;
  const elapsedMs = performance.now() - start;
  // With less than half of the time left, the commits wait for the next run: an attempt that runs
  // out of time is not repeated soon.
  const hasTime = maxMs === undefined || elapsedMs < maxMs / 2;
  const isLate = maxMs === 0 || signal?.aborted === true;
  const bounds = { maxMs: maxMs && maxMs - elapsedMs, signal };
  if (!isLate && hasTime && planCommits(store, { root, pinned }, bounds)) {
    const { refreshCommits } = await import("./commits/refresh_commits.ts");
    await refreshCommits(store, { source: { root, pinned }, lockPath }, bounds);
  }
  const notes = findCommitsState(store)?.failedAt === undefined
    ? report.notes
    : [...report.notes, NOTE_COMMITS_UNREAD];
  if (isLate || !mayLackVectors(store, source.embedding)) return { ...report, notes };
  const { refreshVectors } = await import("./refresh_vectors.ts");
  return { ...report, notes: [...notes, ...await refreshVectors(store, source, options)] };
}

async function refreshFiles(
  store: Store,
  source: LocalSource,
  options: RefreshOptions,
): Promise<RefreshReport> {
  const { maxMs, signal } = options;
  const { root, visibility, maxFiles } = source;
  // This store creates no other watchers.
  const watched = source.watched as WatchedTree | undefined;
  const version = store.dataVersion();
  let isLocked = false;
  const compare = () => planRefresh(store, root, { visibility, maxFiles });
  let plan = await (watched?.plan(store, visibility) ?? compare());
  const report = (outcome: RefreshOutcome, ...notes: Note[]): RefreshReport => {
    if (outcome.pending === 0) {
      watched?.markApplied();
      if (plan.gitSnapshot !== undefined) {
        writeGitSnapshot(store, plan.gitSnapshot, isLocked ? undefined : version);
      }
      if (findMeta(store, "complete") === undefined) writeMeta(store, "complete", "yes");
    }
    return { ...outcome, refreshed: true, notes: [...plan.notes, ...notes] };
  };
  const areSettingsChanged = areRulesChanged(store, source) ||
    isEmbedderChanged(store, source.embedding);
  if (isEmptyPlan(plan) && !areSettingsChanged) return report(NOTHING_DONE);

  // A copy in memory is updated for this one answer, except when the work needs a thread with its
  // own copy, or other processes answer from their copies.
  const isSmall = source.hasOtherReaders !== true && plan.files.length < WORKER_FILES;
  if (store.readOnlyError !== undefined && !isSmall) throw store.readOnlyError;
  // The limit is for indexing. Checking a large tree must not use up the time that is needed to
  // catch up with it.
  const start = performance.now();
  const allPending = { ...NOTHING_DONE, pending: plan.files.length + plan.removed.length };
  const waitMs = remainingMs(maxMs, start) ?? Infinity;
  if (store.readOnlyError === undefined && !store.isInPlace) throw replacedError(store);
  const lock = await acquireIndexLock(source.lockPath, { waitMs, signal });
  if (lock === undefined) return report(allPending, NOTE_INDEXING_ELSEWHERE);
  using _ = lock;
  isLocked = true;
  // Another process may have done the work while this one waited for the lock.
  const isWrittenElsewhere = store.dataVersion() !== version;
  const { areRulesNew, isUnsettled } = applySettings(store, source);
  if (isWrittenElsewhere || isUnsettled) plan = await compare();
  if (isEmptyPlan(plan)) {
    // This is the complete index of a tree without indexable files.
    if (areRulesNew) writeMeta(store, "updated_at", new Date().toISOString());
    return report(NOTHING_DONE);
  }
  return report(await applyPlan(store, source, plan, { ...options, start }));
}

function replacedError({ path }: Store): RetrievalError {
  const message = `Cannot write the index "${path}" as another file has replaced it: try again`;
  return new RetrievalError("index-unwritable", message);
}

function isEmptyPlan(plan: RefreshPlan): boolean {
  return plan.files.length === 0 && plan.removed.length === 0;
}

/**
 * Returns the milliseconds that remain of a limit. No limit and 0 stay as they are, and otherwise
 * at least 1 remains, for a few files.
 */
function remainingMs(maxMs: number | undefined, start: number): number | undefined {
  return maxMs && Math.max(1, maxMs - (performance.now() - start));
}

function areRulesChanged(store: Store, { visibility }: IndexSource): boolean {
  return findMeta(store, "rules") !== JSON.stringify(visibility.rules);
}

/**
 * Writes the settings in force into the index, and marks everything that they affect to be redone.
 */
function applySettings(
  store: Store,
  source: LocalSource,
): { readonly areRulesNew: boolean; readonly isUnsettled: boolean } {
  const { visibility, embedding } = source;
  const areRulesNew = areRulesChanged(store, source);
  // Before the first run, other rules cannot have affected anything.
  let isUnsettled = findMeta(store, "rules") !== undefined && areRulesNew;
  if (areRulesNew) {
    store.write(() => {
      // Skipped files were not searched for past names.
      store.empty("past_names", "skipped");
      recheckExcluded(store, visibility);
      writeMeta(store, "git", undefined);
      writeMeta(store, "rules", JSON.stringify(visibility.rules));
    });
  }
  if (isEmbedderChanged(store, embedding)) {
    isUnsettled = store.write(() => switchEmbedder(store, embedding)) || isUnsettled;
  }
  return { areRulesNew, isUnsettled };
}

/**
 * Marks the files of documents that the rules exclude to be checked again, though they have not
 * changed: the listing omits files excluded by name, but does not know sizes.
 */
function recheckExcluded(store: Store, visibility: Visibility): void {
  for (const { path, ...stamp } of listDocumentStamps(store)) {
    if (visibility.isVisible(path, stamp)) continue;
    writeDocumentStamp(store, path, { ...stamp, racy: true });
  }
}

/** Indexes the planned files, on the calling thread, or on a separate one when there are many. */
async function applyPlan(
  store: Store,
  { root, visibility, embedding, indexesInCallingThread }: IndexSource,
  planned: RefreshPlan,
  { maxMs, start, signal, onProgress }: RefreshOptions & { readonly start: number },
): Promise<RefreshOutcome> {
  // With a time limit, the most recent changes come first.
  const plan = maxMs === undefined
    ? planned
    : { ...planned, files: planned.files.toSorted((a, b) => b.modified - a.modified) };
  // A slow model would delay the words of the tree, and with them every answer.
  const embedder = embedding?.embedder?.isFast ? embedding.embedder : undefined;
  const embedLater = embedding !== undefined;
  if (indexesInCallingThread || plan.files.length < WORKER_FILES) {
    const [{ applyRefresh }, { createDocumentReader }] = await Promise.all([
      import("./apply_refresh.ts"),
      import("./read_files.ts"),
    ]);
    const deadline = maxMs === undefined ? undefined : maxMs === 0 ? 0 : start + maxMs;
    return await applyRefresh(store, plan, {
      reader: createDocumentReader(root, { visibility, embedder }),
      embedLater,
      deadline,
      signal,
      onProgress,
    });
  }
  const job: IndexWorkerJob = {
    indexPath: store.path,
    root,
    plan,
    rules: visibility.rules,
    embedLater,
    embedding: embedder && { settings: embedding?.settings, fingerprint: embedder.fingerprint },
    maxMs: remainingMs(maxMs, start),
    limits: INDEXING_LIMITS,
  };
  return await callThread(INDEX_WORKER, job, { signal, onProgress, limits: INDEXING_LIMITS });
}
