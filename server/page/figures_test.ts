import fc from "fast-check";
import assert from "node:assert/strict";
import {
  formatAge,
  formatCounted,
  formatScore,
  formatShare,
  formatSpan,
  formatTime,
  roundParts,
  toPercentage,
} from "./figures.ts";

Deno.test("formatAge() says how long ago something was in the largest unit that fits", () => {
  const now = Date.parse("2026-01-02T03:04:05Z");
  const ages = [0, 999, 1000, 59_999, 60_000, 7_200_000, 86_400_000, -5000]
    .map((age) => formatAge(new Date(now - age).toISOString(), now));
  assert.deepEqual(ages, [
    "just now",
    "just now",
    "1 second ago",
    "59 seconds ago",
    "1 minute ago",
    "2 hours ago",
    "1 day ago",
    "just now",
  ]);
});

Deno.test("formatShare() never says that something is nothing", () => {
  assert.deepEqual([0, 0.004, 0.01, 0.495, 1].map(formatShare), [
    "0 %",
    "<1 %",
    "1 %",
    "50 %",
    "100 %",
  ]);
});

Deno.test("formatCounted(), formatScore() and formatTime() write figures for people", () => {
  assert.equal(formatCounted(1, "passage"), "1 passage");
  assert.equal(formatCounted(12_345, "token"), "12,345 tokens");
  assert.equal(formatScore(-1.25), "−1.250");
  assert.equal(formatTime("2026-01-02T03:04:05.678Z"), "2026-01-02 03:04:05 UTC");
});

Deno.test("toPercentage() is a length of SVG, and 0 of nothing", () => {
  assert.equal(toPercentage(1, 3), "33.333%");
  assert.equal(toPercentage(1, 0), "0%");
});

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

Deno.test("formatSpan() tells the two largest units of a span, and nothing within a second", () => {
  const at = (seconds: number) => new Date(1e12 + 1000 * seconds).toISOString();
  const spans = [0, 0.4, 7, 65, 3600, 3661, 90_061];
  assert.deepEqual(spans.map((seconds) => formatSpan(at(0), at(seconds))), [
    ...["", "", "7 s", "1 min 5 s", "1 h", "1 h 1 min", "1 d 1 h"],
  ]);
  assert.equal(formatSpan(at(9), at(0)), "");
});
