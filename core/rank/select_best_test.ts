import assert from "node:assert/strict";
import fc from "fast-check";
import { selectBest } from "./select_best.ts";

Deno.test("selectBest() takes what a full sort takes, with all equals of the last one", () => {
  fc.assert(fc.property(
    fc.array(fc.nat(9), { maxLength: 80 }),
    fc.integer({ min: 1, max: 20 }),
    (values, limit) => {
      const sorted = values.filter((value) => value > 0).sort((a, b) => b - a);
      const lowest = sorted[Math.min(limit, sorted.length) - 1] ?? Infinity;
      const expected = values.flatMap((value, i) => value >= lowest ? [i] : []);
      assert.deepEqual(selectBest(Float64Array.from(values), limit), expected);
    },
  ));
});

Deno.test("selectBest() counts only allowed indexes towards the limit", () => {
  const allowed = Uint8Array.of(0, 1, 1);
  assert.deepEqual(selectBest(Float64Array.of(9, 1, 2), 1, allowed), [2]);
  assert.deepEqual(selectBest(Float64Array.of(9, 1, 2), 9, new Uint8Array(3)), []);
});
