import {
  findHistoryFolder,
  historyKey,
  type HistorySource,
  MAX_COMMITS,
} from "../../../commits/mod.ts";
import {
  type CommitsReadOutcome,
  findTip,
  isAncestor,
  readCommits,
} from "../../../commits/read/mod.ts";
import { acquireIndexLock, callThread } from "../../../machine/mod.ts";
import {
  clearCommits,
  type CommitsState,
  findCommitsState,
  writeCommitsState,
} from "../store/commits.ts";
import type { Store } from "../store/open_store.ts";
import { appendCommits } from "./append_commits.ts";
import { CommitBatch } from "./commit_batch.ts";
import { type CommitsPlan, planCommits } from "./plan_commits.ts";

/**
 * Number of commits from which on a separate thread reads them: about as many as are read while it
 * starts.
 */
const WORKER_COMMITS = 200;

/**
 * Maximum number of commits that are searched for commits of a folder; the search takes four
 * seconds.
 */
const MAX_SEEN_COMMITS = 60_000;

/**
 * Minimum similarity of a removed and a new file that count as a rename, in percent; the default of
 * git.
 */
const RENAME_SIMILARITY = 50;

/** Minimum similarity when files of old commits cannot be read. */
const EXACT_SIMILARITY = 100;

/**
 * Number of stored commits from which on all commits are read again: old commits have little
 * weight, and a complete read needs fewer parts.
 */
const MAX_STORED_COMMITS = 2 * MAX_COMMITS;

/**
 * Maximum time of reading, in milliseconds. The commits read by then, which are the newest, are
 * kept.
 */
const MAX_READ_MS = 30_000;

/** Commits to update. */
interface CommitsJob extends CommitsPlan {
  readonly source: HistorySource;
}

/** Job of the worker. */
export interface CommitsWorkerJob {
  /** Path of the index file. */
  readonly indexPath: string;
  readonly job: CommitsJob;
  /** Maximum time in milliseconds; no limit when undefined. */
  readonly maxMs: number | undefined;
}

/** Limits of reading commits. */
export interface RefreshCommitsOptions {
  /** Maximum time in milliseconds. When it is exceeded, the stored commits stay. */
  readonly maxMs?: number | undefined;
  /** Stops the read. Nothing is written then. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Updates the commits in the index from the repository. When this takes longer than allowed,
 * including the wait for another process, the commits stay as they were.
 */
export async function refreshCommits(
  store: Store,
  { source, lockPath }: { readonly source: HistorySource; readonly lockPath: string },
  { maxMs, signal }: RefreshCommitsOptions = {},
): Promise<void> {
  const start = performance.now();
  const remainingMs = () => maxMs && Math.max(1, maxMs - (performance.now() - start));
  const lock = await acquireIndexLock(lockPath, { waitMs: remainingMs() ?? Infinity, signal });
  if (lock === undefined) return;
  using _ = lock;
  // Another process may have done the work while this one waited for the lock.
  const plan = planCommits(store, source, { maxMs });
  if (plan === undefined) return;
  const job = { source, ...plan };
  const options = { maxMs: remainingMs(), signal, tooMany: WORKER_COMMITS };
  if (await updateCommits(store, job, options) !== "too-many") return;
  const worker: CommitsWorkerJob = { indexPath: store.path, job, maxMs: remainingMs() };
  await callThread(new URL("./commit_worker.ts", import.meta.url), worker, { signal });
}

/** Outcome of an update. With `too-many` commits nothing was written. */
type CommitsOutcome = "done" | "too-many" | "stopped";

/**
 * Reads the commits since the last update and writes them in one transaction. All commits are read
 * the first time, and when the commit read last is not an ancestor of the head. When git fails, the
 * stored commits stay, and it is tried again after the head moves, or after some time.
 *
 * The caller holds the index lock.
 *
 * @param options.tooMany Number of commits from which on nothing is read now. @default no limit
 */
export async function updateCommits(
  store: Store,
  { source, head }: CommitsJob,
  { maxMs = Infinity, signal, tooMany = Infinity }: RefreshCommitsOptions & {
    readonly tooMany?: number;
  },
): Promise<CommitsOutcome> {
  if (head === undefined) {
    store.write(() => clearCommits(store));
    return "done";
  }
  const deadline = performance.now() + maxMs;
  const origin = { source: historyKey(source), head };
  const state = findCommitsState(store);
  const known = state?.source === origin.source ? state : undefined;
  const tip = await findTip(source, head);
  if (tip === "") {
    store.write(() => {
      clearCommits(store);
      writeCommitsState(store, { ...origin, commits: 0, newest: 0 });
    });
    return "done";
  }
  const options = { deadline, signal, limit: Math.min(tooMany, MAX_SEEN_COMMITS) };
  let after = tip === undefined ? undefined : await findStart(source, { known, tip });
  let { batch, outcome } = await readBatch(source, { tip, after }, options);
  if (after !== undefined && batch.hasFilesFromOutside) {
    // A file that was moved into the tree has earlier commits, which were omitted when they were
    // read.
    after = undefined;
    ({ batch, outcome } = await readBatch(source, { tip, after }, options));
  }
  if (signal?.aborted || outcome === "interrupted") return "stopped";
  if (batch.seenCount >= tooMany) return "too-many";
  const isLate = outcome === "some" && performance.now() >= deadline;
  store.write(() => {
    if (isLate || outcome === "failed" || tip === undefined) {
      if (known === undefined) clearCommits(store);
      const { source, commits, newest, tip: last } = known ?? { ...origin, commits: 0, newest: 0 };
      const tried = isLate ? { triedMs: maxMs } : { failedAt: Date.now() };
      const fields = {
        source,
        head,
        commits,
        newest,
        ...(last === undefined ? {} : { tip: last }),
      };
      writeCommitsState(store, { ...fields, ...tried });
      return;
    }
    if (after === undefined || outcome !== "all") clearCommits(store);
    appendCommits(store, batch, { ...origin, tip });
  });
  return "done";
}

/** Returns the commit after which reading continues; undefined when all commits are to be read. */
async function findStart(
  source: HistorySource,
  { known, tip }: { readonly known: CommitsState | undefined; readonly tip: string },
): Promise<string | undefined> {
  if (known?.tip === undefined || known.commits >= MAX_STORED_COMMITS) return undefined;
  return await isAncestor(source, { commit: known.tip, tip }) ? known.tip : undefined;
}

/**
 * Collects the commits from `tip` down to the one before `after`, and returns them with the outcome
 * of reading.
 */
async function readBatch(
  source: HistorySource,
  { tip, after }: { readonly tip: string | undefined; readonly after: string | undefined },
  { deadline, signal, limit }: {
    readonly deadline: number;
    readonly signal: AbortSignal | undefined;
    readonly limit: number;
  },
): Promise<{ readonly batch: CommitBatch; readonly outcome: CommitsReadOutcome }> {
  const folder = findHistoryFolder(source);
  let batch = new CommitBatch(folder ?? "");
  if (tip === undefined || folder === undefined) return { batch, outcome: "failed" };
  for (const similarity of [RENAME_SIMILARITY, EXACT_SIMILARITY]) {
    batch = new CommitBatch(folder);
    const remainingMs = deadline - performance.now();
    if (remainingMs <= 0) return { batch, outcome: "some" };
    const outcome = await readCommits(
      source,
      { tip, after, limit, similarity },
      (commit) => {
        batch.add(commit);
        return batch.commits.length < MAX_COMMITS;
      },
      { maxMs: Math.min(remainingMs, MAX_READ_MS), signal },
    );
    if (outcome !== "failed") return { batch, outcome };
  }
  return { batch, outcome: "failed" };
}
