/**
 * Returns what `work` returns, and waits no longer for it once the signal is aborted; what has been begun
 * is for `work` to end.
 *
 * @throws The reason of the signal, or what `work` throws.
 */
export async function heedSignal<Result>(
  signal: AbortSignal | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  if (signal === undefined) return await work();
  signal.throwIfAborted();
  const { promise, reject } = Promise.withResolvers<never>();
  const giveUp = () => reject(signal.reason);
  signal.addEventListener("abort", giveUp);
  try {
    return await Promise.race([work(), promise]);
  } finally {
    signal.removeEventListener("abort", giveUp);
  }
}
