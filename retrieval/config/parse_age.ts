/** Milliseconds of the units that an age is written in. */
const UNIT_MS: Readonly<Record<string, number>> = {
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

const AGE_REGEXP = /^([1-9]\d{0,5})([hdw])$/;

/** What to write for an age, for a message. */
export const EXPECTED_AGE = "hours, days or weeks, such as 12h, 30d or 8w";

/** Returns an age in milliseconds: a whole number of hours, days or weeks; undefined for what is none. */
export function parseAge(written: string): number | undefined {
  const [, count = "", unit = ""] = AGE_REGEXP.exec(written) ?? [];
  const unitMs = UNIT_MS[unit];
  return unitMs === undefined ? undefined : Number(count) * unitMs;
}
