/** What asks a program to end. */
const STOP_SIGNALS: readonly Deno.Signal[] = ["SIGINT", "SIGTERM"];

/**
 * How long further signals are taken for the same request, in milliseconds: who ends a whole group of
 * processes ends the program and `deno task` around it, which hands the signal on a moment later. Nobody
 * who loses patience does so within that time.
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
