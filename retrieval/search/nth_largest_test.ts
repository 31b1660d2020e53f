import assert from "node:assert/strict";
import fc from "fast-check";
import { nthLargest } from "./nth_largest.ts";

Deno.test("nthLargest() is what stands there when all are sorted, whatever equals what", () => {
  const few = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1 });
  const any = fc.array(fc.double({ noNaN: true }), { minLength: 1 });
  fc.assert(fc.property(fc.oneof(few, any), fc.nat(), (numbers, at) => {
    const place = at % numbers.length;
    const expected = Float64Array.from(numbers).sort().at(-1 - place)!;
    // Which of 0 and -0 comes first is nobody's concern.
    assert.equal(nthLargest(Float64Array.from(numbers), place + 1) + 0, expected + 0);
  }));
});
