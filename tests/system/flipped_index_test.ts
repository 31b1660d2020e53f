import assert from "node:assert/strict";
import { runStateFlips } from "../runs/state_flip_runs.ts";
import { runFlips } from "../runs/flip_runs.ts";

/** Part of the campaign of 1,000 flips. */
const SLICE = { flips: 40, files: 40, seed: 5 };

Deno.test("a flipped bit of an index changes no answer, or is reported by it or by doctor --deep", async () => {
  const { flips, silent, reported } = await runFlips(SLICE);
  assert.equal(flips, SLICE.flips);
  assert.deepEqual(silent, []);
  assert.ok(reported > 0);
});

Deno.test("a flipped bit of a state changes no record without an error", async () => {
  const { silent, noticed } = await runStateFlips({ flips: 60, records: 20, seed: 5 });
  assert.deepEqual(silent, []);
  assert.ok(noticed > 0);
});
