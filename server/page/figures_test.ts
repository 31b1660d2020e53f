import fc from "fast-check";
import assert from "node:assert/strict";
import { formatCount, formatScore, roundParts, toPercentage } from "./figures.ts";

Deno.test("formatCount() and formatScore() format figures for people", () => {
  assert.equal(formatCount(1, "passage"), "1 passage");
  assert.equal(formatCount(12_345, "token"), "12,345 tokens");
  assert.equal(formatScore(-1.25), "−1.250");
});

Deno.test("toPercentage() returns a length for SVG, and 0% of a whole of 0", () => {
  assert.equal(toPercentage(1, 3), "33.333%");
  assert.equal(toPercentage(1, 0), "0%");
});

Deno.test("roundParts() returns parts that add up to the sum, each within one of the original", () => {
  const parts = fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { maxLength: 30 });
  fc.assert(fc.property(parts, (given) => {
    const sum = given.reduce((total, part) => total + part, 0);
    const rounded = roundParts(given);
    assert.equal(rounded.reduce((total, part) => total + part, 0), Math.round(sum) + 0);
    rounded.forEach((part, index) => assert.ok(Math.abs(part - given[index]!) <= 1));
  }));
});

Deno.test("roundParts() adds the three that plain rounding would lose", () => {
  assert.deepEqual(roundParts([0.4, 0.4, 0.4, 0.4, 0.4]), [1, 1, 0, 0, 0]);
  assert.deepEqual(roundParts([253.2, 178.5, 143.3]), [253, 179, 143]);
});
