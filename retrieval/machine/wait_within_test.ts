import assert from "node:assert/strict";
import { signalAfter, waitWithin } from "./wait_within.ts";

Deno.test("waitWithin() returns a value that arrives in time, and otherwise undefined", async () => {
  assert.equal(await waitWithin(Promise.resolve(7), 1000), 7);
  const never = Promise.withResolvers<number>();
  assert.equal(await waitWithin(never.promise, 1), undefined);
  await assert.rejects(waitWithin(Promise.reject(new RangeError("no")), 1000), RangeError);
});

Deno.test("signalAfter() accepts any number of milliseconds, and waits for at least as long", async () => {
  for (const ms of [0.4, 12.3, -5.5]) {
    const startedMs = performance.now();
    const signal = signalAfter(ms);
    // The timer of a signal alone does not keep a process of Node alive.
    while (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, 1));
    assert.ok(performance.now() - startedMs >= ms);
  }
  assert.equal(signalAfter(Infinity).aborted, false);
  assert.equal(await waitWithin(Promise.resolve(7), 1000.5), 7);
});
