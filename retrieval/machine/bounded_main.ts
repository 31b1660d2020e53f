/**
 * First module of a thread with a memory limit: a worker of Node, which ends alone when it exceeds
 * the limit, instead of ending the process. It runs another module like a web worker does.
 *
 * @module
 */

import { parentPort, workerData } from "node:worker_threads";

/** Data that the thread is started with. */
export interface BoundedStart {
  /** URL of the module. */
  readonly url: string;
  /** Name of the thread. */
  readonly name: string;
  /**
   * Counter of the pending calls that a thread of low priority waits for; see `thread_priority.ts`.
   */
  readonly pendingCalls?: SharedArrayBuffer | undefined;
}

/** Members of a worker's scope that modules use. */
interface WorkerScope {
  onmessage?: ((event: { readonly data: unknown }) => void) | null;
}

const { url, name, pendingCalls } = workerData as BoundedStart;
const scope = globalThis as WorkerScope;
/** Messages that arrived before the module listens. The runtime would drop them. */
let early: unknown[] | undefined = [];

Object.assign(globalThis, {
  self: globalThis,
  name,
  pendingCalls,
  postMessage: (message: unknown, transfer?: readonly Transferable[]) =>
    parentPort!.postMessage(message, transfer as never),
});
parentPort!.on("message", (data: unknown) => {
  if (early !== undefined) early.push(data);
  // The runtime does not report running out of memory within a listener.
  else setImmediate(() => scope.onmessage?.({ data }));
});
await import(url);
const waiting = early;
early = undefined;
for (const data of waiting) setImmediate(() => scope.onmessage?.({ data }));
