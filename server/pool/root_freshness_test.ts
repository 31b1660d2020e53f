import assert from "node:assert/strict";
import { abortWhenAllAbort, computeRefreshWait, RootFreshness } from "./root_freshness.ts";
import type { Thread } from "@dossier/retrieval/threads";

Deno.test("computeRefreshWait() is short during an index run, unless it is the first or the request asks for a refresh", () => {
  const behind = { isReady: true, isRefreshing: false, isIndexing: true };
  assert.deepEqual(computeRefreshWait(behind), { boundMs: 2000, waitMs: 50 });
  assert.equal(computeRefreshWait({ ...behind, isRefreshing: true }).waitMs, 50);
  assert.equal(computeRefreshWait({ ...behind, isIndexing: false }).waitMs, 2250);
  assert.equal(computeRefreshWait({ ...behind, isReady: false }).waitMs, undefined);
  assert.equal(computeRefreshWait({ ...behind, refresh: true }).waitMs, 2250);
  assert.equal(computeRefreshWait({ ...behind, maxRefreshMs: 0 }).waitMs, 250);
  assert.equal(computeRefreshWait({ ...behind, maxRefreshMs: 9, isRefreshing: true }).waitMs, 9);
});

Deno.test("computeRefreshWait() is limited by the caller's wait, and the report then has the pending files", async () => {
  const first = { isReady: false, isRefreshing: false, isIndexing: false };
  assert.equal(computeRefreshWait({ ...first, maxRefreshMs: 100, maxWaitMs: 120 }).waitMs, 120);
  const thread = { call: () => new Promise(() => {}) };
  const freshness = new RootFreshness("tree", () => thread as unknown as Thread);
  const late = freshness.refresh({ maxRefreshMs: 10, maxWaitMs: 10 }, undefined);
  freshness.recordProgress({ files: 1, totalFiles: 8, chunks: 0 });
  const { pending, refreshed } = await late;
  assert.deepEqual([pending, refreshed], [7, false]);
});

Deno.test("abortWhenAllAbort() aborts when all of several signals are aborted, and not before", () => {
  const aborts = [new AbortController(), new AbortController()];
  const signals = aborts.map(({ signal }) => signal);
  const all = abortWhenAllAbort(signals);
  const kept = abortWhenAllAbort([...signals, undefined]);
  aborts[0]!.abort();
  assert.equal(all.aborted, false);
  aborts[1]!.abort();
  assert.equal(all.aborted, true);
  assert.equal(kept.aborted, false);
  assert.equal(abortWhenAllAbort(signals).aborted, true);
});

Deno.test("RootFreshness refresh() requests nothing when its signal is aborted", async () => {
  const calls: string[] = [];
  const thread = {
    call: (method: string) => {
      calls.push(method);
      return Promise.reject(new Error("full"));
    },
  };
  const freshness = new RootFreshness("tree", () => thread as unknown as Thread);
  const reason = new Error("gone");
  await assert.rejects(freshness.refresh({}, AbortSignal.abort(reason)), reason);
  await new Promise((resolve) => setTimeout(resolve));
  assert.deepEqual(calls, []);
  await assert.rejects(freshness.refresh({}, undefined), /full/);
});
