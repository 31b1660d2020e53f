import assert from "node:assert/strict";
import {
  formatAge,
  formatCounted,
  formatScore,
  formatShare,
  formatTime,
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
