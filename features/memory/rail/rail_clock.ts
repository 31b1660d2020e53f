/** The time of a worker; tests replace it by a manual one. */
export interface RailClock {
  /** Milliseconds; only differences have a meaning. */
  now(): number;
  /** Waits some milliseconds, or until the signal is aborted; never rejects. */
  wait(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The monotonic time of this machine. */
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
