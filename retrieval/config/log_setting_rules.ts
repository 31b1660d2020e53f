import { EXPECTED_AGE, parseAge } from "./parse_age.ts";

/** Which records stay; what is left out sets no limit. */
export interface Retention {
  /** How old a record may be, in milliseconds. */
  readonly maxAgeMs?: number | undefined;
  /** How many of the newest records stay: a whole number of at least 1. */
  readonly keep?: number | undefined;
}

/** How long the record of what was given is kept. */
export interface LogSettings {
  /** Records that are older go, unless their session is still in use: `30d`, or `never`. */
  readonly olderThan: string;
  /** How many of the newest records stay, or `all`. */
  readonly keep: number | "all";
}

/** Nothing goes unless it is said. */
export const DEFAULT_LOG_SETTINGS: LogSettings = { olderThan: "never", keep: "all" };

/** What one setting under `log` is called, and what it may be. */
export interface LogSettingRule<Value = unknown> {
  /** Its name under `log` in `.dossier/config.yaml`. */
  readonly key: string;
  /** What to write instead of a wrong value, for a message. */
  readonly expected: string;
  /** What it does, one line. */
  readonly summary: string;
  /** Returns a value in the form that code runs on; undefined when it can not be used. */
  readonly read: (value: unknown) => Value | undefined;
}

/** The rules of all settings under `log`, in the order in which they are listed. */
export const LOG_SETTING_RULES: {
  readonly [Name in keyof LogSettings]: LogSettingRule<LogSettings[Name]>;
} = {
  olderThan: {
    key: "older_than",
    expected: `${EXPECTED_AGE}, or never`,
    summary: 'Records that are older are pruned, after a first "log prune": 12h, 30d, 8w or never',
    read: (value) =>
      typeof value === "string" && (value === "never" || parseAge(value) !== undefined)
        ? value
        : undefined,
  },
  keep: {
    key: "keep",
    expected: "a whole number of at least 1, or all",
    summary: 'Records before the newest that many are pruned, after a first "log prune"',
    read: (value) =>
      value === "all" || (typeof value === "number" && Number.isSafeInteger(value) && value >= 1)
        ? value
        : undefined,
  },
};

/** The names of all settings under `log`, in the order in which they are listed. */
export const LOG_SETTING_NAMES: readonly (keyof LogSettings)[] = Object.keys(
  LOG_SETTING_RULES,
) as (keyof LogSettings)[];

/** Which records stay by some settings, and how these are written; absent when all stay. */
export interface SetRetention extends Retention {
  /** The settings, for those who look for a record that went. */
  readonly reason: string;
}

/** Returns which records stay by the settings that are given; undefined when all do. */
export function toRetention(given: Partial<LogSettings>): SetRetention | undefined {
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
