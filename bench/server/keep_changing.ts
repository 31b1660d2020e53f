import type { ChangingSettings } from "./changing_worker.ts";

/**
 * Has a thread change all files of a tree and index them, repeatedly until `isOver` resolves.
 * Returns the number of finished index runs.
 */
export async function keepChanging(
  settings: ChangingSettings,
  isOver: Promise<unknown>,
): Promise<number> {
  const worker = new Worker(import.meta.resolve("./changing_worker.ts"), { type: "module" });
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  worker.onmessage = ({ data }: MessageEvent<number>) => resolve(data);
  worker.onerror = (event) => {
    event.preventDefault();
    reject(new Error(`Cannot go on changing files: ${event.message}`));
  };
  worker.postMessage(settings);
  void isOver.then(() => worker.postMessage("stop"));
  try {
    return await promise;
  } finally {
    worker.terminate();
  }
}
