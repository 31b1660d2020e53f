const GROUPED = new Intl.NumberFormat("en-US");

/** Digits behind the point of a score. */
const SCORE_DIGITS = 3;

/** Units of a shown score in 1: parts in whole units can be made to add up. */
export const SCORE_UNITS: number = Number(`1e${SCORE_DIGITS}`);

/** Returns a count with its noun, such as `1 passage` or `12,000 passages`. */
export function formatCount(count: number, noun: string): string {
  return `${GROUPED.format(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/** Returns a score with three digits behind the point, the minus as a sign of its own. */
export function formatScore(score: number): string {
  return score.toFixed(SCORE_DIGITS).replace("-", "−");
}

/** Returns a length as an attribute of SVG, as a percentage of the whole; 0 of nothing. */
export function toPercentage(part: number, whole: number): string {
  return `${whole === 0 ? 0 : Number((100 * part / whole).toFixed(3))}%`;
}

/**
 * Returns whole numbers that stand for the parts of a sum and add up to the rounded sum: those are rounded
 * up whose fractions are the largest.
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
