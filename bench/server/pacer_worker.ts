/**
 * Thread with an exact clock. It waits for a futex, which is exact to some 50 µs. Timers of the
 * event loop are a millisecond late, which would count as time of the server.
 *
 * @module
 */

import type { Pace } from "./pacer.ts";

const scope = self as unknown as {
  onmessage: ((event: MessageEvent<Pace>) => void) | null;
  postMessage(index: number): void;
};

scope.onmessage = ({ data: { start, intervalMs, count } }) => {
  const never = new Int32Array(new SharedArrayBuffer(4));
  for (let i = 0; i < count; i++) {
    const left = start + i * intervalMs - (performance.timeOrigin + performance.now());
    if (left > 0) Atomics.wait(never, 0, 0, left);
    scope.postMessage(i);
  }
};
