/**
 * Returns what `work` resolves to, or what `late` returns once that has taken some milliseconds.
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
 * Returns what `work` returns, and waits no longer for it once the signal is aborted; what has been begun
 * is for `work` to end.
 *
 * @param graceMs How long it still waits then, in milliseconds, for what `work` returns when it is stopped.
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
