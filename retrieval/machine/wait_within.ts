/** Maximum delay of a timer, in milliseconds. Some runtimes treat a longer delay as none. */
const MAX_CLOCK_MS = 2 ** 31 - 1;

/**
 * Returns a signal that is aborted after some milliseconds. A fraction is rounded up, as Node and
 * Bun do not accept fractions.
 */
export function signalAfter(ms: number): AbortSignal {
  return AbortSignal.timeout(Math.min(Math.max(0, Math.ceil(ms)), MAX_CLOCK_MS));
}

/**
 * Returns the value of a promise; undefined when it takes longer than some milliseconds. It uses
 * the timer of a signal, as loading the timers of the runtime takes a new process 3 ms.
 *
 * @throws The error of the promise, when it is rejected in time.
 */
export async function waitWithin<Value>(
  promise: Promise<Value>,
  ms: number,
): Promise<Value | undefined> {
  const timeout = Promise.withResolvers<undefined>();
  const clock = signalAfter(ms);
  const onTimeout = () => timeout.resolve(undefined);
  clock.addEventListener("abort", onTimeout);
  try {
    return await Promise.race([promise, timeout.promise]);
  } finally {
    // A signal with a listener keeps the process alive.
    clock.removeEventListener("abort", onTimeout);
  }
}
