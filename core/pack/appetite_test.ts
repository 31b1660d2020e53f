import assert from "node:assert/strict";
import { needThreshold, savedLookThreshold } from "./appetite.ts";

Deno.test("needThreshold() is highest at the usual limit, falls in proportion above it, and to a half below", () => {
  assert.equal(needThreshold("normal", 4000), 0.06);
  assert.equal(needThreshold("normal", 8000), 0.03);
  assert.equal(needThreshold("lean", 3000), 0.2 * 0.75);
  assert.equal(needThreshold("normal", 1000), 0.03);
  assert.equal(needThreshold("lean", 4000), 0.2);
  assert.equal(needThreshold("generous", 16_000), 0.0025);
  assert.equal(needThreshold("normal", 0), 0.03);
});

Deno.test("savedLookThreshold() is the probability at which showing costs as much as the saved look", () => {
  assert.equal(savedLookThreshold(0), 0);
  assert.equal(savedLookThreshold(50).toFixed(3), "0.048");
  assert.equal(savedLookThreshold(150).toFixed(2), "0.13");
  assert.equal(savedLookThreshold(1000), 0.5);
});
