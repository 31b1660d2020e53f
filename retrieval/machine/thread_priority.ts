/**
 * Priority of background threads. The system gives them less of a busy processor, and between two
 * pieces of work they wait while other threads answer calls.
 *
 * @module
 */

/**
 * Niceness of a thread of low priority. At 10, other threads get about nine times as much of a busy
 * processor.
 */
const NICENESS = 10;

/**
 * Maximum wait for pending calls before a piece of work, in milliseconds. A file takes 2 to 5 ms to
 * index, so that with constant calls at least a tenth of the usual speed remains.
 */
const MAX_WAIT_MS = 30;

/** Counter of pending calls, shared with other threads. */
export class PendingCallCounter {
  /** Memory of the counter, for {@link lowerPriority} in other threads. */
  readonly shared: SharedArrayBuffer = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  readonly #count = new Int32Array(this.shared);

  /** Adds a call that can be answered from now on. */
  begin(): void {
    Atomics.add(this.#count, 0, 1);
  }

  /** Removes a call that was answered or cancelled. */
  finish(): void {
    if (Atomics.sub(this.#count, 0, 1) === 1) Atomics.notify(this.#count, 0);
  }
}

let isLowPriority = false;
let pendingCalls: Int32Array<SharedArrayBuffer> | undefined;

/**
 * Lowers the priority of this thread below the other threads of the process, except those that work
 * for this one. Only Linux supports this. Elsewhere, and without the permission, the thread only
 * waits for pending calls.
 *
 * @param shared Counter of the calls that {@link waitForPendingCalls} waits for; see
 * {@link PendingCallCounter}.
 */
export async function lowerPriority(shared?: SharedArrayBuffer): Promise<void> {
  isLowPriority = true;
  if (shared !== undefined) pendingCalls = new Int32Array(shared);
  // On other systems the call would change the priority of the whole process.
  if (Deno.build.os !== "linux") return;
  const { state } = Deno.permissions.querySync({ name: "sys", kind: "setPriority" });
  if (state !== "granted") return;
  const { setPriority } = await import("node:os");
  // On Linux 0 means the calling thread.
  setPriority(0, NICENESS);
}

/**
 * Returns the low priority of this thread, for threads that work for it; undefined when it has
 * normal priority.
 */
export function getLowPriority():
  | { readonly pendingCalls: SharedArrayBuffer | undefined }
  | undefined {
  return isLowPriority ? { pendingCalls: pendingCalls?.buffer } : undefined;
}

/**
 * Waits for a short time while calls are pending that have priority over this thread. The thread is
 * blocked meanwhile.
 *
 * @returns True when calls were pending.
 */
export function waitForPendingCalls(): boolean {
  if (pendingCalls === undefined) return false;
  const end = performance.now() + MAX_WAIT_MS;
  let wasBusy = false;
  for (;;) {
    const count = Atomics.load(pendingCalls, 0);
    const leftMs = end - performance.now();
    if (count <= 0 || leftMs <= 0) return wasBusy;
    wasBusy = true;
    Atomics.wait(pendingCalls, 0, count, leftMs);
  }
}
