import assert from "node:assert/strict";
import type { RefreshReport } from "@dossier/retrieval";
import { SharedRefresh } from "./shared_refresh.ts";

const REPORT: RefreshReport = {
  added: 0,
  changed: 0,
  removed: 0,
  pending: 0,
  refreshed: true,
  notes: [],
};

/** A refresh whose runs end when they are told to. */
function openRefresh() {
  const runs: { readonly maxRefreshMs: number | undefined; end(error?: Error): void }[] = [];
  const refresh = new SharedRefresh((maxRefreshMs) => {
    const { promise, resolve, reject } = Promise.withResolvers<RefreshReport>();
    const added = runs.length;
    const end = (error?: Error) => error ? reject(error) : resolve({ ...REPORT, added });
    runs.push({ maxRefreshMs, end });
    return promise;
  });
  return { refresh, runs };
}

Deno.test("SharedRefresh ask() has one run at work, and one for all who ask meanwhile", async () => {
  const { refresh, runs } = openRefresh();
  const first = refresh.ask(100);
  const others = [50, 300, 200].map((maxRefreshMs) => refresh.ask(maxRefreshMs));
  assert.equal(runs.length, 1);
  runs[0]!.end();
  assert.equal((await first).added, 0);
  await new Promise((resolve) => setTimeout(resolve));
  assert.deepEqual(runs.map(({ maxRefreshMs }) => maxRefreshMs), [100, 300]);
  const later = refresh.ask(10);
  runs[1]!.end();
  assert.deepEqual((await Promise.all(others)).map(({ added }) => added), [1, 1, 1]);
  await new Promise((resolve) => setTimeout(resolve));
  runs[2]!.end();
  assert.equal((await later).added, 2);
  assert.equal(refresh.isRunning, false);
});

Deno.test("SharedRefresh ask() fails for those of the run that failed, and for no others", async () => {
  const { refresh, runs } = openRefresh();
  const first = refresh.ask(undefined);
  const second = refresh.ask(undefined);
  runs[0]!.end(new Error("full"));
  await assert.rejects(first, /full/);
  await new Promise((resolve) => setTimeout(resolve));
  runs[1]!.end();
  assert.equal((await second).added, 1);
});
