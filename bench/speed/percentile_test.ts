import assert from "node:assert/strict";
import { percentile } from "./percentile.ts";

Deno.test("percentile() returns a number of the sample that enough others do not exceed", () => {
  const sample = [40, 10, 30, 20];
  assert.equal(percentile(sample, 0), 10);
  assert.equal(percentile(sample, 25), 10);
  assert.equal(percentile(sample, 50), 20);
  assert.equal(percentile(sample, 51), 30);
  assert.equal(percentile(sample, 95), 40);
  assert.deepEqual(sample, [40, 10, 30, 20]);
  assert.throws(() => percentile([], 50), RangeError);
});
