import type { LogSettings } from "./settings.ts";

/** Nothing goes unless it is said. */
export const DEFAULT_LOG_SETTINGS: LogSettings = { olderThan: "never", keep: "all" };

/** Milliseconds of the units that an age is written in. */
const UNIT_MS: Readonly<Record<string, number>> = { h: 3_600_000, d: 86_400_000, w: 604_800_000 };

const AGE_REGEXP = /^([1-9]\d{0,5})([hdw])$/;

/** What to write for an age, for a message. */
export const EXPECTED_AGE = "a number of hours, days or weeks, such as 12h, 30d or 8w";

/** Returns an age in milliseconds: a whole number of hours, days or weeks; undefined for what is none. */
export function parseAge(written: string): number | undefined {
  const [, count = "", unit = ""] = AGE_REGEXP.exec(written) ?? [];
  const unitMs = UNIT_MS[unit];
  return unitMs === undefined ? undefined : Number(count) * unitMs;
}

/** Which records stay; what is left out sets no limit. */
export interface Retention {
  /** How old a record may be, in milliseconds. */
  readonly maxAgeMs?: number | undefined;
  /** How many of the newest records stay: a whole number of at least 1. */
  readonly keep?: number | undefined;
}

/**
 * Returns which records stay by the settings that are given, with how these are written for those who look
 * for a record that went; undefined when all stay.
 */
export function toRetention(
  given: Partial<LogSettings>,
): Retention & { readonly reason: string } | undefined {
  const { olderThan, keep } = { ...DEFAULT_LOG_SETTINGS, ...given };
  const maxAgeMs = parseAge(olderThan);
  const limits = [
    ...(maxAgeMs === undefined ? [] : [`log.older_than: ${olderThan}`]),
    ...(keep === "all" ? [] : [`log.keep: ${keep}`]),
  ];
  return limits.length === 0
    ? undefined
    : { maxAgeMs, keep: keep === "all" ? undefined : keep, reason: limits.join(", ") };
}
