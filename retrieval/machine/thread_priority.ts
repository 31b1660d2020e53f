/**
 * How threads that work in the background let those go first that answer: the system gives them less of a busy
 * processor, and between two pieces of their work they wait while calls are being answered.
 *
 * @module
 */

/** How far back a thread stands: at 10 the others get about nine times as much of a busy processor. */
const NICENESS = 10;

/**
 * How long a thread waits for answers before a piece of work, in milliseconds. A file takes 2 to 5 ms to index, so that
 * what is asked all the time leaves at least a tenth of the usual pace.
 */
const MAX_WAIT_MS = 30;

/** The calls that are being answered, counted for other threads. */
export class PendingCallCounter {
  /** What {@link lowerPriority} takes in other threads. */
  readonly shared: SharedArrayBuffer = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  readonly #count = new Int32Array(this.shared);

  /** Notes that a call could be answered from now on. */
  begin(): void {
    Atomics.add(this.#count, 0, 1);
  }

  /** Notes that one of those is answered, or is not wanted any more. */
  finish(): void {
    if (Atomics.sub(this.#count, 0, 1) === 1) Atomics.notify(this.#count, 0);
  }
}

let isLowPriority = false;
let pendingCalls: Int32Array<SharedArrayBuffer> | undefined;

/**
 * Lets the other threads of this process go first from now on, but not those that do jobs for this one. Only Linux
 * knows how; elsewhere, and where it may not, the thread only waits for answers.
 *
 * @param shared Counts the calls that {@link waitForPendingCalls} waits for; see {@link PendingCallCounter}.
 */
export async function lowerPriority(shared?: SharedArrayBuffer): Promise<void> {
  isLowPriority = true;
  if (shared !== undefined) pendingCalls = new Int32Array(shared);
  // On other systems the same call is about the whole process.
  if (Deno.build.os !== "linux") return;
  const { state } = Deno.permissions.querySync({ name: "sys", kind: "setPriority" });
  if (state !== "granted") return;
  const { setPriority } = await import("node:os");
  // To Linux 0 stands for the thread that calls.
  setPriority(0, NICENESS);
}

/** Returns how this thread gives way, for those that work for it; undefined where it does not. */
export function getLowPriority():
  | { readonly pendingCalls: SharedArrayBuffer | undefined }
  | undefined {
  return isLowPriority ? { pendingCalls: pendingCalls?.buffer } : undefined;
}

/**
 * Waits while calls are being answered that this thread gives way to, but not for long. Nothing else happens in the
 * thread meanwhile.
 *
 * @returns Whether there were any.
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
