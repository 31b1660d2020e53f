import fc from "fast-check";
import assert from "node:assert/strict";
import { roundParts } from "./round_parts.ts";

Deno.test("roundParts() gives parts that add up to the sum, each within one of what it stands for", () => {
  const parts = fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { maxLength: 30 });
  fc.assert(fc.property(parts, (given) => {
    const sum = given.reduce((total, part) => total + part, 0);
    const rounded = roundParts(given);
    assert.equal(rounded.reduce((total, part) => total + part, 0), Math.round(sum) + 0);
    rounded.forEach((part, index) => assert.ok(Math.abs(part - given[index]!) <= 1));
  }));
});

Deno.test("roundParts() adds the three that plain rounding loses", () => {
  assert.deepEqual(roundParts([0.4, 0.4, 0.4, 0.4, 0.4]), [1, 1, 0, 0, 0]);
  assert.deepEqual(roundParts([253.2, 178.5, 143.3]), [253, 179, 143]);
});
