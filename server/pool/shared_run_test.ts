import assert from "node:assert/strict";
import { SharedRun } from "./shared_run.ts";

/** Runs that end when they are told to, each with its number. */
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

/** Lets everything happen that waits for nothing else. */
function settle(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

Deno.test("SharedRun request() has one run at work, and one for all who ask meanwhile", async () => {
  const { shared, runs } = openShared();
  const first = shared.request(100);
  await settle();
  assert.equal(shared.isRunning, true);
  const others = [50, 300, 200].map((request) => shared.request(request));
  await settle();
  assert.equal(runs.length, 1);
  runs[0]!.end();
  assert.equal(await first, 0);
  await settle();
  assert.deepEqual(runs.map(({ requests }) => requests), [[100], [50, 300, 200]]);
  const later = shared.request(10);
  runs[1]!.end();
  assert.deepEqual(await Promise.all(others), [1, 1, 1]);
  await settle();
  runs[2]!.end();
  assert.equal(await later, 2);
  assert.equal(shared.isRunning, false);
});

Deno.test("SharedRun request() fails for those of the run that failed, and for no others", async () => {
  const { shared, runs } = openShared();
  const first = shared.request(1);
  await settle();
  const second = shared.request(2);
  runs[0]!.end(new Error("full"));
  await assert.rejects(first, /full/);
  await settle();
  runs[1]!.end();
  assert.equal(await second, 1);
});
