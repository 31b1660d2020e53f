import type { LogSettings } from "./settings.ts";

/** Default settings of the log: nothing is deleted. */
export const DEFAULT_LOG_SETTINGS: LogSettings = { olderThan: "never", keep: "all" };

/** Milliseconds of each unit of an age. */
const UNIT_MS: Readonly<Record<string, number>> = { h: 3_600_000, d: 86_400_000, w: 604_800_000 };

const AGE_REGEXP = /^([1-9]\d{0,5})([hdw])$/;

/** Expected form of an age, for messages. */
export const EXPECTED_AGE = "a number of hours, days or weeks, such as 12h, 30d or 8w";

/**
 * Returns an age in milliseconds, for a whole number of hours, days or weeks, or `undefined` for
 * another text.
 */
export function parseAge(written: string): number | undefined {
  const [, count = "", unit = ""] = AGE_REGEXP.exec(written) ?? [];
  const unitMs = UNIT_MS[unit];
  return unitMs === undefined ? undefined : Number(count) * unitMs;
}

/** Limits of the records that are kept; an absent field sets no limit. */
export interface Retention {
  /** Maximum age of a record, in milliseconds. */
  readonly maxAgeMs?: number | undefined;
  /** Number of the newest records that are kept: a whole number of at least 1. */
  readonly keep?: number | undefined;
}

/**
 * Returns the retention limits of settings, with their written form for users who look for a
 * deleted record, or `undefined` when all records are kept.
 */
export function toRetention(
  settings: Partial<LogSettings>,
): Retention & { readonly reason: string } | undefined {
  const { olderThan, keep } = { ...DEFAULT_LOG_SETTINGS, ...settings };
  const maxAgeMs = parseAge(olderThan);
  const limits = [
    ...(maxAgeMs === undefined ? [] : [`log.older_than: ${olderThan}`]),
    ...(keep === "all" ? [] : [`log.keep: ${keep}`]),
  ];
  return limits.length === 0
    ? undefined
    : { maxAgeMs, keep: keep === "all" ? undefined : keep, reason: limits.join(", ") };
}
