/** Schedule of events. */
export interface Pace {
  /** Time of the first event, in milliseconds since 1970. */
  readonly start: number;
  /** Interval between events, in milliseconds. */
  readonly intervalMs: number;
  /** Number of events. */
  readonly count: number;
}

/** Calls `onDue` with the number of each event when it is due. Resolves after the last. */
export async function runPace(pace: Pace, onDue: (index: number) => void): Promise<void> {
  const worker = new Worker(import.meta.resolve("./pacer_worker.ts"), { type: "module" });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  worker.onmessage = ({ data }: MessageEvent<number>) => {
    onDue(data);
    if (data === pace.count - 1) resolve();
  };
  worker.onerror = (event) => {
    event.preventDefault();
    reject(new Error(`Cannot keep the pace: ${event.message}`));
  };
  worker.postMessage(pace);
  try {
    await promise;
  } finally {
    worker.terminate();
  }
}

/**
 * Returns the time on the clock of a {@link Pace}, in milliseconds since 1970 and exact to
 * microseconds.
 */
export function preciseNow(): number {
  return performance.timeOrigin + performance.now();
}
