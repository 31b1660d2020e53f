import type { Note } from "@dossier/core";
import { resolveRoot } from "../../tree/mod.ts";
import { readSettings } from "../read_settings.ts";
import { EMBEDDER_KINDS, EMBEDDER_RULES, SETTING_GROUPS, SETTING_ROWS } from "../setting_rules.ts";
import { DEFAULT_ORIGIN, DEFAULT_WARM, type EmbedderSettings } from "../settings.ts";
import { mergeTaskSettings } from "../task/task_settings.ts";

/** Effective value of a setting. */
export interface EffectiveSetting {
  /** Value, as it would be written. */
  readonly value: unknown;
  /** `default`, or the `file:line` that sets it. */
  readonly origin: string;
}

/** All settings of a tree. */
export interface SettingsReport {
  /** Absolute path of the tree. */
  readonly root: string;
  /** Settings by dotted name, as nested in `.dossier/config.yaml`; always in the same order. */
  readonly settings: Readonly<Record<string, EffectiveSetting>>;
  /**
   * For each setting, the values that only the user may set; empty when a repository may set all
   * values.
   */
  readonly userOnly: Readonly<Record<string, string>>;
  /** Notes about errors in the files. */
  readonly notes: readonly Note[];
}

/**
 * Returns the effective settings of the tree at `root`, with their origins. It reads the files of
 * the project and opens no index.
 *
 * @throws {RetrievalError} `root-not-found` when there is no such folder, `invalid-config` when
 * `.dossier/config.yaml` cannot be parsed.
 *
 * @example
 * ```ts
 * import { reportSettings } from "./report_settings.ts";
 * import assert from "node:assert/strict";
 *
 * const root = Deno.makeTempDirSync();
 * Deno.writeTextFileSync(`${root}/.noface.toml`, '[monowiki]\nvault = "wiki"\n');
 * const { settings } = await reportSettings(root);
 * assert.deepEqual(settings["task.vault"], { value: "wiki", origin: ".noface.toml:2" });
 * assert.deepEqual(settings["task.alpha"], { value: 0.5, origin: "default" });
 * ```
 */
export async function reportSettings(root: string): Promise<SettingsReport> {
  const path = resolveRoot(root);
  const effective = await readSettings(path);
  const { rules: { user, ...rules }, embedder, warm, index, names, log, origins, userOrigins } =
    effective;
  const task = mergeTaskSettings(effective);
  const settings: Record<string, EffectiveSetting> = {};
  const add = (name: string, value: unknown, origin = origins[name] ?? DEFAULT_ORIGIN) => {
    settings[name] = { value, origin };
  };
  const addGroup = (
    name: keyof typeof SETTING_GROUPS,
    values: object,
    places: Readonly<Record<string, string>> = {},
  ) => {
    const { rules, defaults } = SETTING_GROUPS[name];
    const effective: Readonly<Record<string, unknown>> = { ...defaults, ...values };
    for (const [code, { key }] of Object.entries(rules)) {
      add(`${name}.${key}`, effective[code], places[code]);
    }
  };
  addGroup("exclude", rules);
  for (const list of ["dirs", "extensions", "files"] as const) {
    const [name, added] = [`exclude.${list}`, userOrigins[`exclude.${list}`]];
    if (added === undefined) continue;
    const origin = `${origins[name] ?? DEFAULT_ORIGIN} + ${added}`;
    add(name, [...new Set([...rules[list], ...user?.[list] ?? []])], origin);
  }
  add("embedder", toWritten(embedder));
  add("warm", warm ?? DEFAULT_WARM);
  addGroup("index", index);
  addGroup("names", names);
  addGroup("log", log);
  addGroup("task", task.settings, task.origins);
  const userOnly = SETTING_ROWS.map(({ name, permission }) => [name, permission.userOnly]);
  return {
    root: path,
    settings,
    userOnly: Object.fromEntries(userOnly),
    notes: [...effective.notes, ...task.notes],
  };
}

/** Returns the settings of an embedder with the keys of the configuration file. */
function toWritten(
  { kind, ...given }: EmbedderSettings = { kind: EMBEDDER_KINDS[0] } as EmbedderSettings,
): Readonly<Record<string, unknown>> {
  const written = Object.entries(given)
    .map(([name, value]) => [EMBEDDER_RULES[kind][name]?.key ?? name, value]);
  return { kind, ...Object.fromEntries(written) };
}
