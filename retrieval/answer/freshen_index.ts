import type { BundleIndex, Note } from "@dossier/core";
import type { OpenedEmbedder } from "../embed/mod.ts";
import {
  DISK_FULL,
  INCOMPLETE,
  interrupted,
  NO_INDEX,
  notePending,
  VECTORS_OTHER,
  VECTORS_PENDING,
} from "./engine_notes.ts";
import { DEFAULT_MAX_REFRESH_MS, type Refresher } from "./engine_options.ts";
import type { FreshnessOptions } from "../search/mod.ts";
import type { IndexReader, LocalIndex, RefreshOptions, RefreshReport } from "../index/mod.ts";
import { isDiskFull } from "../machine/mod.ts";
import type { WatchedTree } from "../index/local/watch/mod.ts";
import type { IndexedTree } from "../sources/mod.ts";

/** When an index was written that never was. */
const NEVER = new Date(0).toISOString();

/** What there is to say of a refresh that did not happen. */
const NOT_REFRESHED: RefreshReport = {
  added: 0,
  changed: 0,
  removed: 0,
  pending: 0,
  refreshed: false,
  notes: [],
};

/** An index, and what it is made from. */
export interface IndexedRoot extends IndexedTree {
  readonly reader: LocalIndex;
  /** Path of the lock file of the index. */
  readonly lockPath: string;
  /** Most files of the tree where git does not list them. */
  readonly maxFiles: number | undefined;
  /** Watches the tree. */
  readonly watched: WatchedTree | undefined;
  /** Brings the index up to date in place of the engine. */
  readonly refresher: Refresher | undefined;
  /** Whether others answer from the index, each through a connection of its own. */
  readonly isForOthers: boolean;
  /** The embedder that they name. */
  readonly opened: OpenedEmbedder;
}

/**
 * Brings the index up to date as far as the options allow before an answer.
 *
 * @throws {RetrievalError} `interrupted` when the signal stopped it.
 */
export async function freshenIndex(
  indexed: IndexedRoot,
  { refresh = true, maxRefreshMs, onProgress, signal }: FreshnessOptions,
): Promise<RefreshReport> {
  const { isComplete, updatedAt } = await indexed.reader.describe();
  if (!refresh) {
    const isEmpty = updatedAt === undefined;
    const notes = isComplete ? [] : [INCOMPLETE];
    return { ...NOT_REFRESHED, notes: isEmpty ? [NO_INDEX] : [...notes, ...noteVectors(indexed)] };
  }
  const refreshed = async () =>
    await indexed.refresher?.({ maxRefreshMs, onProgress, signal }) ??
      await updateIndex(indexed, {
        maxMs: maxRefreshMs ?? (isComplete ? DEFAULT_MAX_REFRESH_MS : undefined),
        // The first index is built in full, but no answer waits until a slow model has seen all of it.
        maxEmbedMs: maxRefreshMs ?? DEFAULT_MAX_REFRESH_MS,
        onProgress,
        signal,
      });
  const report = await refreshed().catch((error): RefreshReport => {
    if (!isComplete || !isDiskFull(error)) throw error;
    return { ...NOT_REFRESHED, notes: [DISK_FULL] };
  });
  if (signal?.aborted) throw interrupted(report.pending);
  return report.pending === 0
    ? report
    : { ...report, notes: [...report.notes, notePending(report.pending)] };
}

/** Returns what there is to say of the vectors of an index that is left as it is. */
function noteVectors({ reader, settings, opened: { embedder } }: IndexedRoot): Note[] {
  if (embedder === undefined) return [];
  const state = reader.compareVectors({ embedder, settings: settings.embedder });
  if (state === "other") return [VECTORS_OTHER];
  return state === "pending" ? [VECTORS_PENDING] : [];
}

/** Brings the index up to date with the tree. */
export async function updateIndex(
  { reader, root, lockPath, maxFiles, watched, history, isForOthers, settings, opened }:
    IndexedRoot,
  options: RefreshOptions,
): Promise<RefreshReport> {
  const { visibility, symbols } = settings;
  const { embedder, notes } = opened;
  const isNoneWanted = embedder === undefined && notes.length === 0;
  const source = {
    root,
    lockPath,
    visibility,
    symbols,
    maxFiles,
    watched,
    history,
    isForOthers,
    // Without it vectors are dropped.
    embedding: isNoneWanted ? undefined : { embedder, settings: settings.embedder },
  };
  return await reader.refresh(source, options);
}

/** Returns what an answer says of the index that it comes from. */
export async function describeIndex(
  reader: IndexReader,
  { added, changed, removed, pending, refreshed }: RefreshReport,
): Promise<BundleIndex> {
  const { documents, chunks, updatedAt = NEVER } = await reader.describe();
  return {
    ...{ documents, chunks, updatedAt },
    refreshed: { added, changed, removed },
    stale: !refreshed || pending > 0,
    pending,
  };
}
