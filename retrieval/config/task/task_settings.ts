import type { Note, TaskSettings } from "@dossier/core";
import { DEFAULT_TASK_SETTINGS } from "@dossier/core/plan";
import { TASK_NAMES, TASK_RULES } from "../setting_rules.ts";
import { DEFAULT_ORIGIN, type MergedSettings } from "../settings.ts";

/** Effective task settings. */
interface MergedTaskSettings {
  readonly settings: TaskSettings;
  /** Origin of each setting: `default`, `call`, or the `file:line` that sets it. */
  readonly origins: Readonly<Record<keyof TaskSettings, string>>;
  /** Notes about settings that contradict each other, not about the files. */
  readonly notes: readonly Note[];
}

/**
 * Returns the task settings: those of the caller, then those of the files of the project, then the
 * defaults.
 *
 * @param given Settings of the files of the project.
 * @throws {RangeError} When the caller passes an invalid value.
 *
 * @example
 * ```ts
 * import { mergeTaskSettings } from "./task_settings.ts";
 * import assert from "node:assert/strict";
 *
 * const given = { task: { staleDays: 30 }, origins: { "task.stale_days": ".noface.toml:2" } };
 * const { settings, origins } = mergeTaskSettings(given, { alpha: 0.7 });
 * assert.deepEqual([settings.staleDays, settings.alpha, settings.beta], [30, 0.7, 0.4]);
 * assert.deepEqual([origins.staleDays, origins.alpha], [".noface.toml:2", "call"]);
 * ```
 */
export function mergeTaskSettings(
  given: Pick<MergedSettings, "task" | "origins">,
  overrides: Partial<TaskSettings> = {},
): MergedTaskSettings {
  const settings: Record<string, unknown> = { ...DEFAULT_TASK_SETTINGS, ...given.task };
  const origins: Record<string, string> = {};
  for (const name of TASK_NAMES) {
    const { key } = TASK_RULES[name];
    const override = overrides[name];
    if (override !== undefined) settings[name] = readOverride(name, override);
    const origin = given.origins[`task.${key}`] ?? DEFAULT_ORIGIN;
    origins[name] = override === undefined ? origin : "call";
  }
  return orderFractions({
    settings: settings as unknown as TaskSettings,
    origins: origins as Record<keyof TaskSettings, string>,
    notes: [],
  });
}

function readOverride(name: keyof TaskSettings, override: unknown): unknown {
  const { expected, read } = TASK_RULES[name];
  const value = read(override);
  if (value !== undefined) return value;
  const written = typeof override === "string" ? `"${override}"` : String(override);
  throw new RangeError(
    `Cannot use the setting "${name}" as it must be ${expected}: current value is ${written}`,
  );
}

/**
 * Replaces the minimum and the maximum share of documents by their defaults when the minimum is
 * larger.
 */
function orderFractions(merged: MergedTaskSettings): MergedTaskSettings {
  const { settings, origins } = merged;
  const { docFractionMin: min, docFractionMax: max } = settings;
  if (min <= max) return merged;
  const origin = [origins.docFractionMax, origins.docFractionMin]
    .find((place) => place !== DEFAULT_ORIGIN) ?? DEFAULT_ORIGIN;
  const { docFractionMin, docFractionMax } = DEFAULT_TASK_SETTINGS;
  return {
    settings: { ...settings, docFractionMin, docFractionMax },
    origins: { ...origins, docFractionMin: DEFAULT_ORIGIN, docFractionMax: DEFAULT_ORIGIN },
    notes: [{
      code: "config-issue",
      message: `${origin}: "doc_fraction_min" of ${min} is above "doc_fraction_max" of ${max}; ` +
        "the defaults of both are used",
    }],
  };
}
