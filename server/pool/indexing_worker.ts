/**
 * Thread that keeps the indexes of all served trees up to date.
 *
 * @module
 */

import { FEATURES } from "@dossier/features";
import type { IndexProgress, RefreshReport } from "@dossier/retrieval";
import { IndexKeeper, type WatchState } from "@dossier/retrieval/keeper";
import type { AnsweringSettings } from "./answering_worker.ts";
import { lowerPriority, serveThread } from "@dossier/retrieval/threads";

/** Calls that the thread answers. */
export type IndexingMethod = "refresh" | "index" | "rebuild";

/** Request of each of these calls. */
interface IndexingRequest {
  /** Name of the tree. */
  readonly root: string;
  /** Longest time for a refresh. See `FreshnessOptions`. */
  readonly maxRefreshMs?: number | undefined;
}

/** Settings with which the thread is opened. */
export interface IndexingSettings extends Omit<AnsweringSettings, "spaces"> {
  readonly watch: boolean;
  /** Counts the calls that have priority. See `PendingCallCounter`. */
  readonly answers: SharedArrayBuffer;
}

/** Message that the thread sends without a request. */
export interface IndexingNotice {
  /** Name of the tree. */
  readonly root: string;
  /** Report of a run in the background, when it is done. */
  readonly report?: RefreshReport;
  /** Progress of a run in the background. */
  readonly progress?: IndexProgress;
  /** State of a watched tree. */
  readonly state?: WatchState;
  /** Triggers of its manifest that were fired. */
  readonly triggers?: readonly string[];
}

serveThread<IndexingSettings>(({ roots, anyRoot, cache, watch, answers }, send) => {
  const keepers = new Map(
    roots.map(({ name, path }) => [
      name,
      new IndexKeeper({ root: path, anyRoot, cache, watch, features: FEATURES }),
    ]),
  );
  const stop = new AbortController();
  const starting = begin();

  /** Indexes the trees one after another, as each uses the whole machine, and watches them. */
  async function begin(): Promise<readonly Promise<void>[]> {
    await lowerPriority(answers);
    const watching: Promise<void>[] = [];
    for (const [root, keeper] of keepers) {
      if (stop.signal.aborted) break;
      try {
        const onProgress = (progress: IndexProgress) =>
          send({ root, progress } satisfies IndexingNotice);
        send({ root, report: await keeper.refresh({ onProgress }) } satisfies IndexingNotice);
      } catch {
        // An answer about the tree reports the error.
      }
      if (!watch) continue;
      const onState = (state: WatchState) => send({ root, state } satisfies IndexingNotice);
      const onTriggers = (triggers: readonly string[]) =>
        send({ root, triggers } satisfies IndexingNotice);
      watching.push(keeper.keepFresh({ signal: stop.signal, onState, onTriggers }));
    }
    return watching;
  }

  return {
    async call(method, request, { signal, report }) {
      const { root, maxRefreshMs } = request as IndexingRequest;
      const keeper = keepers.get(root);
      if (keeper === undefined) throw new Error(`Cannot index "${root}" as it is not served`);
      if (method === "index") return await keeper.index({ signal, onProgress: report });
      if (method === "rebuild") return await keeper.rebuild();
      return await keeper.refresh({ maxRefreshMs });
    },
    async [Symbol.asyncDispose]() {
      stop.abort();
      await Promise.all([...keepers.values()].map((keeper) => keeper[Symbol.asyncDispose]()));
      await Promise.all(await starting);
    },
  };
});
