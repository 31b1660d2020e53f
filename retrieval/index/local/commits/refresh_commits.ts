import { acquireIndexLock, type IndexJob, runInWorker } from "../../../machine/mod.ts";
import type { Store } from "../store/open_store.ts";
import type { HistorySource } from "../../../commits/mod.ts";
import { planCommits } from "./plan_commits.ts";
import { type CommitsJob, type CommitsOutcome, updateCommits } from "./update_commits.ts";

/** Commits from which on a thread of its own reads them: about what is read while it starts. */
const WORKER_COMMITS = 200;

/** Where commits are read and kept. */
export interface CommitsPlace {
  /** Where it is read. */
  readonly source: HistorySource;
  /** Path of the lock file of the index. */
  readonly lockPath: string;
  /** The fingerprint of the index; see `INDEX_FINGERPRINT`. */
  readonly fingerprint: string;
}

/** The job of the worker. */
export interface CommitsWorkerJob extends IndexJob {
  /** The commits to read. */
  readonly job: CommitsJob;
  /** How long it may take, in milliseconds; without a bound when left out. */
  readonly maxMs: number | undefined;
}

/** Options of {@link refreshCommits}. */
export interface RefreshCommitsOptions {
  /** How long it may take, in milliseconds, waiting for another process included. */
  readonly maxMs?: number | undefined;
  /** Stops early; nothing is written then. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Brings the commits in the index up to date with the repository. Where that takes longer than it may,
 * or another process is indexing, they stay as they were.
 */
export async function refreshCommits(
  store: Store,
  { source, lockPath, fingerprint }: CommitsPlace,
  { maxMs, signal }: RefreshCommitsOptions = {},
): Promise<void> {
  const start = performance.now();
  const left = () => maxMs && Math.max(1, maxMs - (performance.now() - start));
  const lock = await acquireIndexLock(lockPath, { waitMs: left() ?? Infinity, signal });
  if (lock === undefined) return;
  using _ = lock;
  // Another process may have done the work while this one waited for the lock.
  const job = planCommits(store, source, { maxMs });
  if (job === undefined) return;
  const options = { maxMs: left(), signal, tooMany: WORKER_COMMITS };
  const outcome = await updateCommits(store, { source, ...job }, options);
  if (outcome !== "too-many") return;
  const worker: CommitsWorkerJob = {
    indexPath: store.path,
    fingerprint,
    job: { source, ...job },
    maxMs: left(),
  };
  const file = new URL("./commit_worker.ts", import.meta.url);
  await runInWorker<CommitsWorkerJob, CommitsOutcome>(file, worker, { signal });
}
