import { acquireIndexLock } from "../../../machine/mod.ts";
import type { Store } from "../store/open_store.ts";
import type { HistorySource } from "../../../commits/mod.ts";
import { planHistory } from "./plan_history.ts";
import { updateHistory } from "./update_history.ts";

/** Commits from which on a thread of its own reads them: about what is read while it starts. */
const WORKER_COMMITS = 200;

/** Where a history is kept and read. */
export interface HistoryPlace {
  /** Where it is read. */
  readonly source: HistorySource;
  /** Path of the lock file of the index. */
  readonly lockPath: string;
  /** What the index is written by. */
  readonly fingerprint: string;
}

/** Options of {@link refreshHistory}. */
export interface RefreshHistoryOptions {
  /** How long it may take, in milliseconds, waiting for another process included. */
  readonly maxMs?: number | undefined;
  /** Stops early; nothing is written then. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Brings the history in the index up to date with the repository. Where that takes longer than it may,
 * or another process is indexing, the history stays as it was.
 */
export async function refreshHistory(
  store: Store,
  { source, lockPath, fingerprint }: HistoryPlace,
  { maxMs, signal }: RefreshHistoryOptions = {},
): Promise<void> {
  const start = performance.now();
  const left = () => maxMs && Math.max(1, maxMs - (performance.now() - start));
  using lock = await acquireIndexLock(lockPath, { waitMs: left() ?? Infinity, signal });
  if (lock === undefined) return;
  // Another process may have done the work while this one waited for the lock.
  const job = planHistory(store, source, { maxMs });
  if (job === undefined) return;
  const options = { maxMs: left(), signal, tooMany: WORKER_COMMITS };
  const outcome = await updateHistory(store, { source, ...job }, options);
  if (outcome !== "too-many") return;
  const { updateHistoryInWorker } = await import("./update_in_worker.ts");
  await updateHistoryInWorker({
    indexPath: store.path,
    fingerprint,
    job: { source, ...job },
    maxMs: left(),
  }, signal);
}
