/** Returns the smallest of the numbers that at least `percent` of them do not exceed. */
export function percentile(numbers: readonly number[], percent: number): number {
  if (numbers.length === 0) throw new RangeError("Cannot take a percentile of no numbers");
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)]!;
}
