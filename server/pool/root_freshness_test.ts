import assert from "node:assert/strict";
import { refreshWait } from "./root_freshness.ts";

Deno.test("refreshWait() is short behind an index run, unless it is the first or somebody insists", () => {
  const behind = { isReady: true, isRefreshing: false, isIndexing: true };
  assert.deepEqual(refreshWait(behind), { boundMs: 2000, waitMs: 50 });
  assert.equal(refreshWait({ ...behind, isRefreshing: true }).waitMs, 50);
  assert.equal(refreshWait({ ...behind, isIndexing: false }).waitMs, 2250);
  assert.equal(refreshWait({ ...behind, isReady: false }).waitMs, undefined);
  assert.equal(refreshWait({ ...behind, refresh: true }).waitMs, 2250);
  assert.equal(refreshWait({ ...behind, maxRefreshMs: 0 }).waitMs, 250);
  assert.equal(refreshWait({ ...behind, maxRefreshMs: 9, isRefreshing: true }).waitMs, 9);
});
