import type { IndexReport, RefreshReport } from "@dossier/retrieval";
import assert from "node:assert/strict";
import { type RunIndex, SharedIndexRun, SharedRefresh } from "./shared_runs.ts";

const INDEX_REPORT: IndexReport = {
  ...{ added: 0, changed: 0, removed: 0, pending: 0, refreshed: true, notes: [] },
  ...{ documents: 0, chunks: 0 },
};

/** An index run that ends when it is told to. */
function openShared() {
  const runs: { readonly options: Parameters<RunIndex>[0]; end(error?: Error): void }[] = [];
  const shared = new SharedIndexRun((options) => {
    const { promise, resolve, reject } = Promise.withResolvers<IndexReport>();
    const documents = runs.length;
    const end = (error?: Error) => error ? reject(error) : resolve({ ...INDEX_REPORT, documents });
    runs.push({ options, end });
    return promise;
  });
  return { shared, runs };
}

/** Lets everything happen that waits for nothing else. */
function settle(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

Deno.test("SharedIndexRun ask() has one run for all who ask while another goes on", async () => {
  const { shared, runs } = openShared();
  const first = shared.ask({});
  await settle();
  const told: string[] = [];
  const others = ["a", "b", "c"].map((name) => shared.ask({ onProgress: () => told.push(name) }));
  await settle();
  assert.equal(runs.length, 1);
  runs[0]!.end(new Error("full"));
  await assert.rejects(first, /full/);
  await settle();
  runs[1]!.options.onProgress({ files: 1, totalFiles: 2, chunks: 3 });
  assert.deepEqual(told, ["a", "b", "c"]);
  runs[1]!.end();
  assert.deepEqual((await Promise.all(others)).map(({ documents }) => documents), [1, 1, 1]);
  assert.deepEqual([runs.length, shared.isRunning], [2, false]);
});

Deno.test("SharedIndexRun ask() stops a run when all who share it have been, and not before", async () => {
  const { shared, runs } = openShared();
  const aborts = [new AbortController(), new AbortController()];
  const calls = aborts.map(({ signal }) => shared.ask({ signal }));
  await settle();
  aborts[0]!.abort();
  assert.equal(runs[0]!.options.signal.aborted, false);
  aborts[1]!.abort();
  assert.equal(runs[0]!.options.signal.aborted, true);
  // Those who wait for the next one and go away do not stop it for those who come.
  const gone = new AbortController();
  const waiting = shared.ask({ signal: gone.signal });
  gone.abort();
  calls.push(waiting, shared.ask({}));
  runs[0]!.end();
  await settle();
  assert.equal(runs[1]!.options.signal.aborted, false);
  runs[1]!.end();
  assert.equal((await Promise.all(calls)).length, 4);
});

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
