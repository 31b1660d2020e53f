/**
 * The thread that keeps the indexes of all served trees up to date.
 *
 * @module
 */

import { FEATURES } from "@dossier/features";
import type { IndexProgress, RefreshReport } from "@dossier/retrieval";
import { IndexKeeper, type WatchState } from "@dossier/retrieval/keeper";
import type { AnsweringSettings } from "./answering_worker.ts";
import { lowerPriority, serveThread } from "@dossier/retrieval/threads";

/** The calls that the thread answers. */
export type IndexingMethod = "refresh" | "index" | "rebuild";

/** The request of all of them. */
interface IndexingRequest {
  /** Name of the tree. */
  readonly root: string;
  /** How long that may take; see `FreshnessOptions`. */
  readonly maxRefreshMs?: number | undefined;
}

/** The thread is opened with these. */
export interface IndexingSettings extends Omit<AnsweringSettings, "spaces"> {
  readonly watch: boolean;
  /** Counts the calls that go first; see `PendingCallCounter`. */
  readonly answers: SharedArrayBuffer;
}

/** News that the thread tells unasked. */
export interface IndexingNotice {
  /** Name of the tree. */
  readonly root: string;
  /** Of such a run when it is done. */
  readonly report?: RefreshReport;
  /** Of a run that nobody asked for, while it goes on. */
  readonly progress?: IndexProgress;
  /** Of a tree that is watched. */
  readonly state?: WatchState;
  /** Those of its manifest that were set off. */
  readonly triggers?: readonly string[];
}

serveThread<IndexingSettings>(({ roots, anyRoot, cache, watch, answers }, tell) => {
  const keepers = new Map(
    roots.map(({ name, path }) => [
      name,
      new IndexKeeper({ root: path, anyRoot, cache, watch, features: FEATURES }),
    ]),
  );
  const stop = new AbortController();
  const begun = begin();

  /** Indexes the trees one after another, as each takes what the machine can give, and watches them. */
  async function begin(): Promise<readonly Promise<void>[]> {
    await lowerPriority(answers);
    const watching: Promise<void>[] = [];
    for (const [root, keeper] of keepers) {
      if (stop.signal.aborted) break;
      try {
        const onProgress = (progress: IndexProgress) =>
          tell({ root, progress } satisfies IndexingNotice);
        tell({ root, report: await keeper.refresh({ onProgress }) } satisfies IndexingNotice);
      } catch {
        // What went wrong is told to whoever asks about the tree.
      }
      if (!watch) continue;
      const onState = (state: WatchState) => tell({ root, state } satisfies IndexingNotice);
      const onTriggers = (triggers: readonly string[]) =>
        tell({ root, triggers } satisfies IndexingNotice);
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
      await Promise.all(await begun);
    },
  };
});
