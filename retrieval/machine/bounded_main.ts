/**
 * The first module of a thread that may have so much memory and no more: a worker of Node, which the runtime ends in
 * place of the whole process. It runs another module as a worker of the web does.
 *
 * @module
 */

import { parentPort, workerData } from "node:worker_threads";

/** What the thread is started with. */
export interface BoundedStart {
  /** URL of the module. */
  readonly url: string;
  /** Name of the thread. */
  readonly name: string;
  /** Counts the calls that a thread waits for which gives way; see `thread_priority.ts`. */
  readonly pendingCalls?: SharedArrayBuffer | undefined;
}

/** The members of a worker's scope that modules use. */
interface WorkerScope {
  onmessage?: ((event: { readonly data: unknown }) => void) | null;
}

const { url, name, pendingCalls } = workerData as BoundedStart;
const scope = globalThis as WorkerScope;
/** Messages that came before the module listens; the runtime drops those that nobody listens for. */
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
  // The runtime does not tell of what runs out of memory within a listener.
  else setImmediate(() => scope.onmessage?.({ data }));
});
await import(url);
const waiting = early;
early = undefined;
for (const data of waiting) setImmediate(() => scope.onmessage?.({ data }));
