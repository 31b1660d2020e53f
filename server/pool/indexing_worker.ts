/**
 * The thread that keeps the indexes of all served trees up to date.
 *
 * @module
 */

import { type Engine, openEngine } from "@dossier/retrieval";
import type { AnsweringSettings } from "./answering_worker.ts";
import { serveThread } from "./serve_thread.ts";

/** What the thread is asked to bring up to date. */
export interface IndexingRequest {
  /** Absolute path of the tree. */
  readonly path: string;
  /** How long that may take; see `FreshnessOptions`. */
  readonly maxRefreshMs?: number | undefined;
}

/** What the thread is opened with. */
export type IndexingSettings = Pick<AnsweringSettings, "cache">;

serveThread<IndexingSettings>(({ cache }) => {
  const engines = new Map<string, Promise<Engine>>();
  const open = (path: string) => {
    const known = engines.get(path);
    if (known !== undefined) return known;
    const opened = openEngine({ root: path, cache });
    engines.set(path, opened);
    opened.catch(() => engines.delete(path));
    return opened;
  };
  return {
    async call(method, request, { signal, report }) {
      const { path, maxRefreshMs } = request as IndexingRequest;
      const engine = await open(path);
      return method === "index"
        ? await engine.index({ signal, onProgress: report })
        : await engine.refresh({ signal, maxRefreshMs, onProgress: report });
    },
    async [Symbol.asyncDispose]() {
      for (const engine of await Promise.allSettled(engines.values())) {
        if (engine.status === "fulfilled") engine.value[Symbol.dispose]();
      }
    },
  };
});
