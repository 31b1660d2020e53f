/** Signals that ask a program to end. */
const STOP_SIGNALS: readonly Deno.Signal[] = ["SIGINT", "SIGTERM"];

/**
 * Time in which further signals count as the same request, in milliseconds. A signal to a whole
 * process group ends the program and the `deno task` around it, which passes the signal on a moment
 * later. No user repeats the request within that time.
 */
export const REPEATED_SIGNAL_MS = 500;

/** Calls `listener` whenever the program is asked to end, until it is disposed of. */
export function onStopSignal(listener: () => void): Disposable {
  for (const signal of STOP_SIGNALS) Deno.addSignalListener(signal, listener);
  return {
    [Symbol.dispose]() {
      for (const signal of STOP_SIGNALS) Deno.removeSignalListener(signal, listener);
    },
  };
}

/** Waits until the program is asked to end, `ignoreMs` milliseconds from now at the earliest. */
export function nextStopSignal({ ignoreMs = 0 } = {}): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const start = performance.now();
  const listening = onStopSignal(() => {
    if (performance.now() - start < ignoreMs) return;
    listening[Symbol.dispose]();
    resolve();
  });
  return promise;
}
