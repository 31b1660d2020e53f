import { type CommitsState, findCommitsState, writeCommitsState } from "../store/commits.ts";
import type { Store } from "../store/open_store.ts";
import {
  describeSource,
  findFolder,
  type HistorySource,
  MAX_COMMITS,
} from "../../../commits/mod.ts";
import { appendCommits, clearCommits } from "./append_commits.ts";
import { CommitBatch } from "./commit_batch.ts";
import {
  type CommitsReading,
  findTip,
  isAncestor,
  readCommits,
} from "../../../commits/read/mod.ts";

/** Most commits that are looked through for those of a folder: they take four seconds. */
const MAX_SEEN_COMMITS = 60_000;

/** How alike a removed and a new file must be to be one that was moved, in percent: as git has it. */
const LIKENESS = 50;

/** How alike they must be where files of old commits can not be read. */
const SURE_LIKENESS = 100;

/**
 * Commits in the index from which on all is read anew: those long past count little, and what is read
 * at once is in fewer parts.
 */
const MOST_KEPT_COMMITS = 2 * MAX_COMMITS;

/** How long reading may take at most, in milliseconds; what was read by then, the newest, is kept. */
const MAX_READ_MS = 30_000;

/** Commits to be brought up to date. */
export interface CommitsJob {
  /** Where it is. */
  readonly source: HistorySource;
  /** Name of the newest commit, or what stands for it; undefined when all commits are to be forgotten. */
  readonly head: string | undefined;
}

/** Options of {@link updateCommits}. */
export interface UpdateCommitsOptions {
  /** How long it may take, in milliseconds: when it takes longer, what was known is kept. */
  readonly maxMs?: number | undefined;
  /** Stops early; nothing is written then. */
  readonly signal?: AbortSignal | undefined;
  /** From how many commits on they are too many to be read now. */
  readonly tooMany?: number | undefined;
}

/** The outcome of an update; with `too-many` commits it has written nothing. */
export type CommitsOutcome = "done" | "too-many" | "stopped";

/**
 * Reads the commits made since the last update, or all where there was none and where the one read last
 * is not in the past of the head, and writes what they say in one transaction. A repository that git can
 * not read is noted as one without commits, so that it is not tried again before its head moves.
 *
 * The caller holds the index lock.
 */
export async function updateCommits(
  store: Store,
  { source, head }: CommitsJob,
  { maxMs = Infinity, signal, tooMany = Infinity }: UpdateCommitsOptions = {},
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
  const options = { deadline, signal, limit: Math.min(tooMany, MAX_SEEN_COMMITS) };
  let after = tip === undefined ? undefined : await findStart(source, { known, tip });
  let { batch, outcome } = await readBatch(source, { tip, after }, options);
  if (after !== undefined && batch.reachesOut) {
    // A file that was moved into the tree has commits from before, which were passed over when read.
    after = undefined;
    ({ batch, outcome } = await readBatch(source, { tip, after }, options));
  }
  if (signal?.aborted || outcome === "interrupted") return "stopped";
  if (batch.seen >= tooMany) return "too-many";
  const isLate = outcome === "some" && performance.now() >= deadline;
  store.write(() => {
    if (isLate && known !== undefined) {
      writeCommitsState(store, { ...known, head, triedMs: maxMs });
      return;
    }
    if (after === undefined || outcome !== "all") clearCommits(store);
    if (isLate || outcome === "failed" || tip === undefined) {
      const tried = isLate ? { triedMs: maxMs } : {};
      writeCommitsState(store, { ...origin, commits: 0, newest: 0, ...tried });
    } else appendCommits(store, batch, { ...origin, tip });
  });
  return "done";
}

/** Returns the commit behind which reading goes on; undefined when all is to be read. */
async function findStart(
  source: HistorySource,
  { known, tip }: { readonly known: CommitsState | undefined; readonly tip: string },
): Promise<string | undefined> {
  if (known?.tip === undefined || known.commits >= MOST_KEPT_COMMITS) return undefined;
  return await isAncestor(source, { commit: known.tip, tip }) ? known.tip : undefined;
}

/** The commits that were read, and how far. */
interface ReadBatch {
  readonly batch: CommitBatch;
  readonly outcome: CommitsReading;
}

/** Gathers the commits from `tip` down to the one before `after`. */
async function readBatch(
  source: HistorySource,
  { tip, after }: { readonly tip: string | undefined; readonly after: string | undefined },
  { deadline, signal, limit }: {
    readonly deadline: number;
    readonly signal: AbortSignal | undefined;
    readonly limit: number;
  },
): Promise<ReadBatch> {
  const folder = findFolder(source);
  let batch = new CommitBatch(folder ?? "");
  if (tip === undefined || folder === undefined) return { batch, outcome: "failed" };
  for (const likeness of [LIKENESS, SURE_LIKENESS]) {
    batch = new CommitBatch(folder);
    const leftMs = deadline - performance.now();
    if (leftMs <= 0) return { batch, outcome: "some" };
    const outcome = await readCommits(source, { tip, after, limit, likeness }, (commit) => {
      batch.add(commit);
      return batch.count < MAX_COMMITS;
    }, { maxMs: Math.min(leftMs, MAX_READ_MS), signal });
    if (outcome !== "failed") return { batch, outcome };
  }
  return { batch, outcome: "failed" };
}
