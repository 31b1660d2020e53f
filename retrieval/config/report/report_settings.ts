import type { Note } from "@dossier/core";
import type { EmbedderSettings } from "../embedder_settings.ts";
import { resolveRoot } from "../../tree/mod.ts";
import { DEFAULT_ORIGIN, mergeTaskSettings } from "../task/task_settings.ts";
import { EXCLUDE_SETTING_RULES, EXCLUDE_SETTINGS } from "../exclude_setting_rules.ts";
import {
  DEFAULT_LOG_SETTINGS,
  LOG_SETTING_NAMES,
  LOG_SETTING_RULES,
} from "../log_setting_rules.ts";
import { readSettings } from "../read_settings.ts";
import { TASK_SETTING_NAMES, TASK_SETTING_RULES } from "../task/task_setting_rules.ts";

/** One setting as it is in force. */
export interface SettingInForce {
  /** The value, as it would be written. */
  readonly value: unknown;
  /** `default`, or `file:line` of what gives it. */
  readonly origin: string;
}

/** All settings of a tree. */
export interface SettingsReport {
  /** Absolute path of the tree. */
  readonly root: string;
  /** By dotted name, as `.dossier/config.yaml` nests them; always in the same order. */
  readonly settings: Readonly<Record<string, SettingInForce>>;
  /** What is wrong with the files, a note each. */
  readonly notes: readonly Note[];
}

/** What chunks are embedded with where no embedder is named: see `openEmbedder`. */
const DEFAULT_EMBEDDER: EmbedderSettings = { kind: "static" };

const CAPITAL_REGEXP = /[A-Z]/g;

/**
 * Returns the settings that are in force for the tree at `root`, and where each comes from. Reads the
 * project's files and opens no index.
 *
 * @throws {RetrievalError} `root-not-found` when there is no such folder, `invalid-config` when
 * `.dossier/config.yaml` can not be parsed at all.
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
 * assert.deepEqual(settings["symbols"], { value: "outline", origin: "default" });
 * ```
 */
export async function reportSettings(root: string): Promise<SettingsReport> {
  const path = resolveRoot(root);
  const given = await readSettings(path);
  const { rules, symbols, embedder = DEFAULT_EMBEDDER } = given;
  const task = mergeTaskSettings(given);
  const log = { ...DEFAULT_LOG_SETTINGS, ...given.log };
  const values: readonly (readonly [name: string, value: unknown])[] = [
    ...EXCLUDE_SETTINGS.map((key) =>
      [`exclude.${key}`, rules[EXCLUDE_SETTING_RULES[key].name]] as const
    ),
    ["symbols", symbols],
    ["embedder", toWritten(embedder)],
  ];
  const origin = (name: string) => given.origins[name] ?? DEFAULT_ORIGIN;
  return {
    root: path,
    settings: Object.fromEntries([
      ...values.map(([name, value]) => [name, { value, origin: origin(name) }]),
      ...LOG_SETTING_NAMES.map((name) => {
        const key = `log.${LOG_SETTING_RULES[name].key}`;
        return [key, { value: log[name], origin: origin(key) }];
      }),
      ...TASK_SETTING_NAMES.map((name) => [
        `task.${TASK_SETTING_RULES[name].key}`,
        { value: task.settings[name], origin: task.origins[name] },
      ]),
    ]),
    notes: [...given.notes, ...task.notes],
  };
}

/** Returns a mapping with its keys in snake case, as they are written. */
function toWritten(mapping: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(mapping).map(([key, value]) => [key.replaceAll(CAPITAL_REGEXP, toSnake), value]),
  );
}

function toSnake(capital: string): string {
  return `_${capital.toLowerCase()}`;
}
