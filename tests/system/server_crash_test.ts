import assert from "node:assert/strict";
import { runServerCrashes } from "../runs/server_runs.ts";

/** Part of the campaign of 200 kills of both kinds. */
const SLICE = { kills: 4, seed: 7 };

Deno.test("a server that is stopped or killed under load loses no acknowledged record, and leaves none incomplete", async () => {
  const figures = await runServerCrashes(SLICE);
  assert.deepEqual(figures.failures, []);
  assert.ok(figures.killed > 0 && figures.ended > 0 && figures.acknowledged > 0);
});
