import assert from "node:assert/strict";
import { runCrashes } from "../runs/crash_runs.ts";

/** Part of the campaign of 200 runs, with enough files for a worker to index. */
const SLICE = { kills: 6, files: 250, seed: 7 };

Deno.test("an index whose process is killed at any moment answers like one that was built at once", async () => {
  const figures = await runCrashes(SLICE);
  assert.deepEqual(figures.failures, []);
  assert.equal(figures.killed, SLICE.kills);
  assert.equal(figures.damaged, 0);
});
