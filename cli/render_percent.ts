/** Digits behind the point of a printed percentage. */
const PERCENT_DIGITS = 1;

/** Returns a share from 0 to 1 as a percentage for people. */
export function renderPercent(share: number): string {
  return `${(100 * share).toFixed(PERCENT_DIGITS)} %`;
}
