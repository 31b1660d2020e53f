import {
  describeSource,
  findFolder,
  type HistorySource,
  MAX_COMMITS,
} from "../../../commits/mod.ts";
import {
  type CommitsReading,
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

/** Commits from which on a thread of its own reads them: about what is read while it starts. */
const WORKER_COMMITS = 200;

/** Most commits that are looked through for those of a folder: they take four seconds. */
const MAX_SEEN_COMMITS = 60_000;

/** How alike a removed and a new file must be to be one that was moved, in percent: as git has it. */
const RENAME_SIMILARITY = 50;

/** How alike they must be where files of old commits can not be read. */
const EXACT_SIMILARITY = 100;

/**
 * Commits in the index from which on all is read anew: those long past count little, and what is read
 * at once is in fewer parts.
 */
const MAX_KEPT_COMMITS = 2 * MAX_COMMITS;

/** How long reading may take at most, in milliseconds; what was read by then, the newest, is kept. */
const MAX_READ_MS = 30_000;

/** Commits to be brought up to date. */
interface CommitsJob extends CommitsPlan {
  readonly source: HistorySource;
}

/** The job of the worker. */
export interface CommitsWorkerJob {
  /** Path of the index file. */
  readonly indexPath: string;
  readonly job: CommitsJob;
  /** How long it may take, in milliseconds; no bound without. */
  readonly maxMs: number | undefined;
}

/** Bounds of reading commits. */
export interface RefreshCommitsOptions {
  /** How long it may take, in milliseconds: when it takes longer, what was known is kept. */
  readonly maxMs?: number | undefined;
  /** Stops early; nothing is written then. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Brings the commits in the index up to date with the repository. Where that takes longer than it may,
 * waiting for another process included, they stay as they were.
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

/** The outcome of an update; with `too-many` commits it has written nothing. */
type CommitsOutcome = "done" | "too-many" | "stopped";

/**
 * Reads the commits made since the last update, or all where there was none and where the one read last
 * is not in the past of the head, and writes what they say in one transaction. Where git fails, what is known stays,
 * and it is tried again when the head moves, and after some time.
 *
 * The caller holds the index lock.
 *
 * @param options.tooMany From how many commits on they are too many to be read now. @default no bound
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
  const origin = { source: describeSource(source), head };
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
    // A file that was moved into the tree has commits from before, which were passed over when read.
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
      const kept = { source, head, commits, newest, ...(last === undefined ? {} : { tip: last }) };
      writeCommitsState(store, { ...kept, ...tried });
      return;
    }
    if (after === undefined || outcome !== "all") clearCommits(store);
    appendCommits(store, batch, { ...origin, tip });
  });
  return "done";
}

/** Returns the commit behind which reading goes on; undefined when all is to be read. */
async function findStart(
  source: HistorySource,
  { known, tip }: { readonly known: CommitsState | undefined; readonly tip: string },
): Promise<string | undefined> {
  if (known?.tip === undefined || known.commits >= MAX_KEPT_COMMITS) return undefined;
  return await isAncestor(source, { commit: known.tip, tip }) ? known.tip : undefined;
}

/** Gathers the commits from `tip` down to the one before `after`, and returns them with how far it came. */
async function readBatch(
  source: HistorySource,
  { tip, after }: { readonly tip: string | undefined; readonly after: string | undefined },
  { deadline, signal, limit }: {
    readonly deadline: number;
    readonly signal: AbortSignal | undefined;
    readonly limit: number;
  },
): Promise<{ readonly batch: CommitBatch; readonly outcome: CommitsReading }> {
  const folder = findFolder(source);
  let batch = new CommitBatch(folder ?? "");
  if (tip === undefined || folder === undefined) return { batch, outcome: "failed" };
  for (const similarity of [RENAME_SIMILARITY, EXACT_SIMILARITY]) {
    batch = new CommitBatch(folder);
    const remainingMs = deadline - performance.now();
    if (remainingMs <= 0) return { batch, outcome: "some" };
    const outcome = await readCommits(
      source,
      { tip, after, limit, likeness: similarity },
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
