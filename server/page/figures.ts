const GROUPED = new Intl.NumberFormat("en-US");

/** Number of digits after the point of a score. */
const SCORE_DIGITS = 3;

/**
 * Number of units of a shown score in 1. Parts in whole units can be rounded so that they add up.
 */
export const SCORE_UNITS: number = Number(`1e${SCORE_DIGITS}`);

/** Returns a count with its noun, such as `1 passage` or `12,000 passages`. */
export function formatCount(count: number, noun: string): string {
  return `${GROUPED.format(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/** Returns a score with three digits after the point, and with a true minus sign. */
export function formatScore(score: number): string {
  return score.toFixed(SCORE_DIGITS).replace("-", "−");
}

/** Returns a part of a whole as a percentage, for an attribute of SVG. Of a whole of 0 it is 0%. */
export function toPercentage(part: number, whole: number): string {
  return `${whole === 0 ? 0 : Number((100 * part / whole).toFixed(3))}%`;
}

/**
 * Returns whole numbers in place of the parts of a sum, which add up to the rounded sum. The parts
 * with the largest fractions are rounded up.
 *
 * @example
 * ```ts
 * import { roundParts } from "./figures.ts";
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
