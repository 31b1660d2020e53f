import type { OpeningTask } from "./opening_worker.ts";

/** Number of threads that open each file. */
const THREADS = 2;

/**
 * Makes two threads open the same new files at the same moment, and returns their errors.
 *
 * @param paths Paths of index files, which do not exist yet, or of folders for a state each.
 */
export async function openInThreads(
  kind: OpeningTask["kind"],
  paths: readonly string[],
): Promise<readonly string[]> {
  const ready = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT * paths.length);
  const task = { kind, paths, ready, threads: THREADS };
  return (await Promise.all(Array.from({ length: THREADS }, () => openInThread(task)))).flat();
}

function openInThread(task: OpeningTask): Promise<readonly string[]> {
  const worker = new Worker(import.meta.resolve("./opening_worker.ts"), { type: "module" });
  return new Promise((resolve, reject) => {
    worker.onerror = reject;
    worker.onmessage = ({ data }) => {
      worker.terminate();
      resolve(data);
    };
    worker.postMessage(task);
  });
}
