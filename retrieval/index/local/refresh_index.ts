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
  { maxMs, signal, onProgress }: RefreshOptions,
): Promise<RefreshReport> {
  const version = store.dataVersion();
  const { root, visibility, maxFiles, watched, fingerprint, symbols = DEFAULT_SYMBOL_SOURCE } =
    source;
  const rulesText = JSON.stringify(visibility.rules);
  const { embedding } = source;
  const areRulesOther = () => findMeta(store, "rules") !== rulesText;
  const areSymbolsOther = () => findMeta(store, "symbols") !== symbols;
  const compare = () => planRefresh(store, root, { visibility, maxFiles });
  let plan = await (watched?.plan(store, visibility) ?? compare());
  const report = (outcome: RefreshOutcome, ...notes: Note[]): RefreshReport => {
    if (outcome.pending === 0) {
      watched?.confirm();
      if (findMeta(store, "complete") === undefined) writeMeta(store, "complete", "yes");
    }
    return { ...outcome, refreshed: true, notes: [...plan.notes, ...notes] };
  };
  if (
    isDone(plan) && !areRulesOther() && !areSymbolsOther() &&
    !isEmbedderOther(store, embedding)
  ) return report(NOTHING_DONE);

  // A copy in memory is brought up to date for this one answer, unless that takes a thread with a copy of its
  // own, or others answer from theirs.
  const isHere = source.isForOthers !== true && plan.files.length < WORKER_FILES;
  if (store.unwritable !== undefined && !isHere) throw store.unwritable;
  // The bound is for indexing: looking at a large tree must not use up what is there to keep up with it.
  const start = performance.now();
  // None and 0 stay what they are; a bound that a wait has used up still lets a first few files be done.
  const left = () => maxMs && Math.max(1, maxMs - (performance.now() - start));
  const allPending = { ...NOTHING_DONE, pending: plan.files.length + plan.removed.length };
  const lock = await acquireIndexLock(source.lockPath, { waitMs: left() ?? Infinity, signal });
  if (lock === undefined) return report(allPending, INDEXING_ELSEWHERE);
  using _ = lock;
  // Another process may have done the work while this one waited for the lock.
  const isWrittenElsewhere = store.dataVersion() !== version;
  const rulesChanged = areRulesOther();
  const symbolsChanged = areSymbolsOther();
  // Before the first run there is nothing that other rules or symbols could unsettle.
  const isUnsettled = findMeta(store, "rules") !== undefined && (rulesChanged || symbolsChanged);
  if (rulesChanged) {
    store.write(() => {
      // What was left out was not looked through.
      deletePastNames(store);
      deleteAllSkipped(store);
      unsettleExcluded(store, visibility);
      writeMeta(store, "rules", rulesText);
    });
  }
  if (symbolsChanged) {
    store.write(() => {
      // Chunks follow definitions, so all of them may lie elsewhere now.
      store.clear();
      deleteMeta(store, "complete");
      writeMeta(store, "symbols", symbols);
    });
  }
  if (isEmbedderOther(store, embedding)) store.write(() => settleEmbedder(store, embedding));
  if (isWrittenElsewhere || isUnsettled) plan = await compare();
  if (isDone(plan)) {
    // Of a tree in which there is nothing to index, this is the index.
    if (rulesChanged) writeMeta(store, "updated_at", new Date().toISOString());
    return report(NOTHING_DONE);
  }
  if (maxMs !== undefined) {
    plan = { ...plan, files: plan.files.toSorted((a, b) => b.modified - a.modified) };
  }
  const inline = {
    // A slow model would hold up the words of the tree, and with them every answer.
    embedder: embedding?.embedder?.isFast ? embedding.embedder : undefined,
    embedLater: embedding !== undefined,
  };
  const outcome = plan.files.length < WORKER_FILES
    ? await applyHere(store, { root, plan }, {
      visibility,
      symbols,
      ...inline,
      deadline: maxMs === undefined ? undefined : maxMs === 0 ? 0 : start + maxMs,
      signal,
      onProgress,
    })
    : await applyInWorker(
      {
        indexPath: store.path,
        fingerprint,
        root,
        plan,
        rules: visibility.rules,
        symbols,
        embedding: inline.embedder && {
          settings: embedding?.settings,
          fingerprint: inline.embedder.fingerprint,
        },
        embedLater: inline.embedLater,
        maxMs: left(),
      },
      { signal, onProgress },
    );
  return report(outcome);
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
