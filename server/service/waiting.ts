/**
 * Returns the result of `work`, or that of `late` after some milliseconds.
 *
 * @throws What `work` or `late` throws.
 */
export async function withTimeout<Value, Late>(
  work: PromiseLike<Value>,
  ms: number,
  late: () => Late,
): Promise<Value | Awaited<Late>> {
  const { promise, resolve } = Promise.withResolvers<Late>();
  const timer = setTimeout(() => resolve(Promise.try(late) as Promise<Late>), ms);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Returns the result of `work`, and stops waiting for it when the signal is aborted. `work` itself
 * has to end what it has begun.
 *
 * @param graceMs Further wait after the abort, in milliseconds, for the result of the interrupted
 *   work.
 * @throws The reason of the signal, or what `work` throws.
 */
export async function abortable<Result>(
  signal: AbortSignal | undefined,
  work: () => Promise<Result>,
  graceMs = 0,
): Promise<Result> {
  if (signal === undefined) return await work();
  signal.throwIfAborted();
  const { promise, reject } = Promise.withResolvers<never>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onAbort = () => {
    if (graceMs === 0) reject(signal.reason);
    else timer = setTimeout(() => reject(signal.reason), graceMs);
  };
  signal.addEventListener("abort", onAbort);
  try {
    return await Promise.race([work(), promise]);
  } finally {
    signal.removeEventListener("abort", onAbort);
    clearTimeout(timer);
  }
}
