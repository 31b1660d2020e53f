import assert from "node:assert/strict";
import { SharedRun } from "./shared_run.ts";

/** Runs that end when the test says so, each with its number. */
function openShared() {
  const runs: { readonly requests: readonly number[]; end(error?: Error): void }[] = [];
  const shared = new SharedRun((requests: readonly number[]) => {
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    const number = runs.length;
    runs.push({ requests, end: (error) => error ? reject(error) : resolve(number) });
    return promise;
  });
  return { shared, runs };
}

/** Waits until all pending work that needs no further event is done. */
function flushEvents(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

Deno.test("SharedRun request() runs once at a time, and once for all callers meanwhile", async () => {
  const { shared, runs } = openShared();
  const first = shared.request(100);
  await flushEvents();
  assert.equal(shared.isRunning, true);
  const others = [50, 300, 200].map((request) => shared.request(request));
  await flushEvents();
  assert.equal(runs.length, 1);
  runs[0]!.end();
  assert.equal(await first, 0);
  await flushEvents();
  assert.deepEqual(runs.map(({ requests }) => requests), [[100], [50, 300, 200]]);
  const later = shared.request(10);
  runs[1]!.end();
  assert.deepEqual(await Promise.all(others), [1, 1, 1]);
  await flushEvents();
  runs[2]!.end();
  assert.equal(await later, 2);
  assert.equal(shared.isRunning, false);
});

Deno.test("SharedRun request() rejects for the callers of the failed run, and for no others", async () => {
  const { shared, runs } = openShared();
  const first = shared.request(1);
  await flushEvents();
  const second = shared.request(2);
  runs[0]!.end(new Error("full"));
  await assert.rejects(first, /full/);
  await flushEvents();
  runs[1]!.end();
  assert.equal(await second, 1);
});
