const GROUPED = new Intl.NumberFormat("en-US");

/** Digits behind the point of a score. */
const SCORE_DIGITS = 3;

/** Units of a shown score in 1: parts in whole units can be made to add up. */
export const SCORE_UNITS: number = 10 ** SCORE_DIGITS;

/** Characters of an instant to the second. */
const TIME_LENGTH = "2026-01-02T03:04:05".length;

const SECOND_MS = 1000;

/** Units of an age, the largest first, in milliseconds. */
const AGE_UNITS: readonly (readonly [unit: string, milliseconds: number])[] = [
  ["day", 86_400 * SECOND_MS],
  ["hour", 3600 * SECOND_MS],
  ["minute", 60 * SECOND_MS],
  ["second", SECOND_MS],
];

/** Returns a whole number as people read it, such as `12,345`. */
export function formatCount(count: number): string {
  return GROUPED.format(count);
}

/** Returns a count with its noun, such as `1 passage` or `12 passages`. */
export function formatCounted(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/** Returns a share from 0 to 1 as a whole percentage; one that is not 0 is never written as 0. */
export function formatShare(share: number): string {
  if (share > 0 && share < 0.01) return "<1 %";
  return `${Math.round(100 * share)} %`;
}

/** Returns a score with three digits behind the point, the minus as a sign of its own. */
export function formatScore(score: number): string {
  return score.toFixed(SCORE_DIGITS).replace("-", "−");
}

/** Returns an ISO 8601 instant as people read it, to the second, in UTC. */
export function formatTime(instant: string): string {
  return `${instant.slice(0, TIME_LENGTH).replace("T", " ")} UTC`;
}

/**
 * Returns how long ago an ISO 8601 instant was, in its largest unit, such as `3 minutes ago`.
 *
 * @param now Milliseconds since 1970.
 */
export function formatAge(instant: string, now: number): string {
  const age = Math.max(now - Date.parse(instant), 0);
  const [unit, milliseconds] = AGE_UNITS.find(([, least]) => age >= least) ?? ["", 0];
  if (milliseconds === 0) return "just now";
  return `${formatCounted(Math.floor(age / milliseconds), unit)} ago`;
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

/** Units of a span, the largest first, in milliseconds. */
const UNITS = [["d", 86_400_000], ["h", 3_600_000], ["min", 60_000], ["s", 1000]] as const;

/** Returns how long after one ISO 8601 instant another is, such as `2 h 5 min`; empty within a second. */
export function formatSpan(from: string, to: string): string {
  let left = Math.max(Date.parse(to) - Date.parse(from), 0);
  const parts: string[] = [];
  for (const [unit, length] of UNITS) {
    const count = Math.floor(left / length);
    left -= count * length;
    if (count > 0) parts.push(`${count} ${unit}`);
  }
  // Nobody asks for the seconds of a day.
  return parts.slice(0, 2).join(" ");
}
