import { findHistoryState, type HistoryState, writeHistoryState } from "../store/history.ts";
import type { Store } from "../store/open_store.ts";
import { appendHistory, clearHistory } from "./append_history.ts";
import { HistoryBatch } from "./history_batch.ts";
import { describeSource, type HistorySource } from "./history_source.ts";
import { findTip, isAncestor, readCommits, type ReadOutcome } from "./read_commits.ts";

/**
 * Most commits that are read: they take a second or two. On the queries that the ranking was tuned with
 * the newest 5,000 gave all but .002 of what the whole history gave.
 */
export const MAX_COMMITS = 10_000;

/**
 * Commits in the index from which on all is read anew: those long past count little, and what is read
 * at once is in fewer parts.
 */
const MOST_KEPT_COMMITS = 2 * MAX_COMMITS;

/** How long reading may take at most, in milliseconds; what was read by then, the newest, is kept. */
const MAX_READ_MS = 30_000;

/** A history to be brought up to date. */
export interface HistoryJob {
  /** Where it is. */
  readonly source: HistorySource;
  /** What stands for its newest commit; undefined when what is known is to be forgotten. */
  readonly head: string | undefined;
}

/** Options of {@link updateHistory}. */
export interface UpdateHistoryOptions {
  /** How long it may take, in milliseconds: when it takes longer, what was known is kept. */
  readonly maxMs?: number | undefined;
  /** Stops early; nothing is written then. */
  readonly signal?: AbortSignal | undefined;
  /** From how many commits on they are too many to be read now. */
  readonly tooMany?: number | undefined;
}

/** What an update did; `too-many` when it has written nothing as there were too many commits. */
export type HistoryOutcome = "done" | "too-many" | "stopped";

/**
 * Reads the commits made since the last update, or all where there was none and where the one read last
 * is not in the past of the head, and writes what they say in one transaction. A history that git can
 * not read is noted as empty, so that it is not tried again before its head moves.
 *
 * The caller holds the index lock.
 */
export async function updateHistory(
  store: Store,
  { source, head }: HistoryJob,
  { maxMs = Infinity, signal, tooMany = Infinity }: UpdateHistoryOptions = {},
): Promise<HistoryOutcome> {
  if (head === undefined) {
    store.write(() => clearHistory(store));
    return "done";
  }
  const started = performance.now();
  const origin = { source: describeSource(source), head, partial: false };
  const state = findHistoryState(store);
  const known = state?.source === origin.source ? state : undefined;
  const tip = await findTip(source, head);
  const after = tip === undefined ? undefined : await findStart(source, { known, tip });
  const batch = new HistoryBatch();
  const left = maxMs - (performance.now() - started);
  const outcome: ReadOutcome = tip === undefined ? "failed" : await readCommits(
    source,
    { tip, after, limit: Math.min(tooMany, MAX_COMMITS) },
    (commit) => batch.add(commit),
    { maxMs: Math.min(left, MAX_READ_MS), signal },
  );
  if (signal?.aborted || outcome === "interrupted") return "stopped";
  if (batch.count >= tooMany) return "too-many";
  store.write(() => {
    const isLate = outcome === "some" && left < MAX_READ_MS;
    if (isLate && known !== undefined) {
      writeHistoryState(store, { ...known, head, partial: true });
      return;
    }
    if (after === undefined || outcome !== "all") clearHistory(store);
    if (isLate || outcome === "failed" || tip === undefined) {
      writeHistoryState(store, { ...origin, commits: 0, newest: 0, partial: isLate });
    } else appendHistory(store, batch, { ...origin, tip });
  });
  return "done";
}

/** Returns the commit behind which reading goes on; undefined when all is to be read. */
async function findStart(
  source: HistorySource,
  { known, tip }: { readonly known: HistoryState | undefined; readonly tip: string },
): Promise<string | undefined> {
  if (known?.tip === undefined || known.commits >= MOST_KEPT_COMMITS) return undefined;
  return await isAncestor(source, { commit: known.tip, tip }) ? known.tip : undefined;
}
