/** The time that a worker goes by; tests give one that they move by hand. */
export interface RailClock {
  /** Milliseconds; only differences mean something. */
  now(): number;
  /** Waits some milliseconds, or until the signal is aborted; it is never rejected. */
  wait(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The time of this machine, which does not jump when its clock is set. */
export const MACHINE_CLOCK: RailClock = {
  now: () => performance.now(),
  wait(ms, signal) {
    const { promise, resolve } = Promise.withResolvers<void>();
    if (signal?.aborted) return Promise.resolve();
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener("abort", done);
    return promise;
  },
};
