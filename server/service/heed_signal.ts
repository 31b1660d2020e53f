/** How soon {@link heedSignal} gives up. */
interface HeedOptions {
  /**
   * How long it still waits once the signal is aborted, in milliseconds, for what `work` returns when it
   * is stopped. @default not at all
   */
  readonly graceMs?: number | undefined;
}

/**
 * Returns what `work` returns, and waits no longer for it once the signal is aborted; what has been begun
 * is for `work` to end.
 *
 * @throws The reason of the signal, or what `work` throws.
 */
export async function heedSignal<Result>(
  signal: AbortSignal | undefined,
  work: () => Promise<Result>,
  { graceMs }: HeedOptions = {},
): Promise<Result> {
  if (signal === undefined) return await work();
  signal.throwIfAborted();
  const { promise, reject } = Promise.withResolvers<never>();
  const giveUp = () => reject(signal.reason);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onAbort = () => {
    if (graceMs === undefined) giveUp();
    else timer = setTimeout(giveUp, graceMs);
  };
  signal.addEventListener("abort", onAbort);
  try {
    return await Promise.race([work(), promise]);
  } finally {
    signal.removeEventListener("abort", onAbort);
    clearTimeout(timer);
  }
}
