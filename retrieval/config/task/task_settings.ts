import type { Note, TaskSettings } from "@dossier/core";
import { DEFAULT_TASK_SETTINGS } from "@dossier/core/plan";
import { TASK_NAMES, TASK_RULES } from "../setting_rules.ts";
import type { GivenTaskSettings } from "../resolve_settings.ts";
import { DEFAULT_ORIGIN } from "../settings.ts";

/** The task settings in force, and where each comes from. */
export interface ResolvedTaskSettings {
  /** The values. */
  readonly settings: TaskSettings;
  /** For each setting `default`, `call`, or `file:line` of what gives it. */
  readonly origins: Readonly<Record<keyof TaskSettings, string>>;
  /** What is wrong with them, a note each. */
  readonly notes: readonly Note[];
}

/** What {@link resolveTaskSettings} says of a setting that the caller gives. */
export const CALL_ORIGIN = "call";

/**
 * Returns the task settings of the tree at `root`: those that the caller gives, then those of
 * `.dossier/config.yaml`, then those of `.noface.toml`, then the default ones. Opens no index.
 *
 * @throws {RangeError} When the caller gives a value that a setting does not take.
 * @throws {RetrievalError} `invalid-config` when `.dossier/config.yaml` can not be parsed at all.
 *
 * @example
 * ```ts
 * import { resolveTaskSettings } from "./task_settings.ts";
 * import assert from "node:assert/strict";
 *
 * const root = Deno.makeTempDirSync();
 * Deno.writeTextFileSync(`${root}/.noface.toml`, "[context]\nstale_days = 30\n");
 * const { settings, origins } = await resolveTaskSettings(root, { alpha: 0.7 });
 * assert.deepEqual([settings.staleDays, settings.alpha, settings.beta], [30, 0.7, 0.4]);
 * assert.deepEqual([origins.staleDays, origins.alpha], [".noface.toml:2", "call"]);
 * ```
 */
export async function resolveTaskSettings(
  root: string,
  overrides: Partial<TaskSettings> = {},
): Promise<ResolvedTaskSettings> {
  const { readSettings } = await import("../read_settings.ts");
  const given = await readSettings(root);
  const merged = mergeTaskSettings(given, overrides);
  return { ...merged, notes: [...given.notes, ...merged.notes] };
}

/**
 * Returns the task settings of {@link resolveTaskSettings} from what has been read before; its notes
 * are about settings that do not go together, not about the files.
 *
 * @throws {RangeError} When the caller gives a value that a setting does not take.
 */
export function mergeTaskSettings(
  given: GivenTaskSettings,
  overrides: Partial<TaskSettings> = {},
): ResolvedTaskSettings {
  const settings: Record<string, unknown> = { ...DEFAULT_TASK_SETTINGS, ...given.task };
  const origins: Record<string, string> = {};
  for (const name of TASK_NAMES) {
    const { key } = TASK_RULES[name];
    origins[name] = given.origins[`task.${key}`] ?? DEFAULT_ORIGIN;
    const override = overrides[name];
    if (override === undefined) continue;
    settings[name] = readOverride(name, override);
    origins[name] = CALL_ORIGIN;
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
    `Cannot use the setting "${name}" as it takes ${expected}: current value is ${written}`,
  );
}

/** Puts the default ones in the place of a least share of documents that is above the greatest. */
function orderFractions(resolved: ResolvedTaskSettings): ResolvedTaskSettings {
  const { settings, origins } = resolved;
  const { docFractionMin, docFractionMax } = settings;
  if (docFractionMin <= docFractionMax) return resolved;
  const origin = [origins.docFractionMax, origins.docFractionMin]
    .find((place) => place !== DEFAULT_ORIGIN) ?? DEFAULT_ORIGIN;
  return {
    settings: {
      ...settings,
      docFractionMin: DEFAULT_TASK_SETTINGS.docFractionMin,
      docFractionMax: DEFAULT_TASK_SETTINGS.docFractionMax,
    },
    origins: { ...origins, docFractionMin: DEFAULT_ORIGIN, docFractionMax: DEFAULT_ORIGIN },
    notes: [{
      code: "config-issue",
      message:
        `${origin}: "doc_fraction_min" of ${docFractionMin} is above "doc_fraction_max" of ` +
        `${docFractionMax}; the defaults of both are used`,
    }],
  };
}
