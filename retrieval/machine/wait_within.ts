/** Longest time of a clock, in milliseconds: some runtimes take a longer one for none. */
const MAX_CLOCK_MS = 2 ** 31 - 1;

/**
 * Returns a signal that is aborted after some milliseconds, which need not be a whole number: of parts of one Node and
 * Bun know nothing.
 */
export function signalAfter(ms: number): AbortSignal {
  return AbortSignal.timeout(Math.min(Math.max(0, Math.ceil(ms)), MAX_CLOCK_MS));
}

/**
 * Returns what a promise gives, or undefined when that takes longer than some milliseconds. The clock is that of
 * a signal: the timers of the runtime take a process that begins 3 ms to load.
 *
 * @throws What the promise is rejected with in time.
 */
export async function waitWithin<Value>(
  promise: Promise<Value>,
  ms: number,
): Promise<Value | undefined> {
  const late = Promise.withResolvers<undefined>();
  const clock = signalAfter(ms);
  const giveUp = () => late.resolve(undefined);
  clock.addEventListener("abort", giveUp);
  try {
    return await Promise.race([promise, late.promise]);
  } finally {
    // A clock that is listened to keeps the process alive.
    clock.removeEventListener("abort", giveUp);
  }
}
