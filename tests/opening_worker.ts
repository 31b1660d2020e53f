/// <reference lib="webworker" />
import { openState } from "../retrieval/delivery/state/open_state.ts";
import { openStore } from "../retrieval/index/local/store/open_store.ts";

/** Request to a thread: open the same new files as the others, at the same time. */
export interface OpeningTask {
  /** Kind of the files. */
  readonly kind: "index" | "state";
  /** Paths of index files, which do not exist yet, or of folders for a state each. */
  readonly paths: readonly string[];
  /** Buffer with one 32-bit number per path: the number of threads that are ready for it. */
  readonly ready: SharedArrayBuffer;
  /** Number of threads with the same request. */
  readonly threads: number;
}

declare const self: DedicatedWorkerGlobalScope;

self.onmessage = async ({ data }: MessageEvent<OpeningTask>) => {
  const ready = new Int32Array(data.ready);
  const failures: string[] = [];
  for (const [index, path] of data.paths.entries()) {
    Atomics.add(ready, index, 1);
    while (Atomics.load(ready, index) < data.threads);
    try {
      const opened = data.kind === "index" ? openStore(path) : await openState(path);
      opened[Symbol.dispose]();
    } catch (error) {
      failures.push(String(error));
    }
  }
  self.postMessage(failures);
};
