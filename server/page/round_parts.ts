/**
 * Returns whole numbers that stand for the parts of a sum and add up to the rounded sum: those are rounded
 * up whose fractions are the largest.
 *
 * @example
 * ```ts
 * import { roundParts } from "./round_parts.ts";
 * import assert from "node:assert/strict";
 *
 * assert.deepEqual(roundParts([1.4, 1.4, 1.2]), [2, 1, 1]);
 * ```
 */
export function roundParts(parts: readonly number[]): readonly number[] {
  const rounded = parts.map(Math.floor);
  const missing = Math.round(sumOf(parts)) - sumOf(rounded);
  const byFraction = parts.map((part, index) => ({ index, fraction: part - rounded[index]! }))
    .sort((a, b) => b.fraction - a.fraction);
  for (const { index } of byFraction.slice(0, missing)) rounded[index]!++;
  return rounded;
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}
