import type { Note, TaskSettings } from "@dossier/core";
import { DEFAULT_EXCLUSIONS, type ExclusionRules } from "@dossier/core/exclude";
import type { EmbedderSettings } from "./embedder_settings.ts";
import { DEFAULT_SYMBOL_SOURCE, type SymbolSource } from "./symbol_source.ts";
import type { ConfigIssue } from "./config_issue.ts";
import type { LogSettings } from "./log_setting_rules.ts";
import { CONFIG_PATH } from "./read_config_text.ts";
import { NOFACE_PATH } from "./read_noface_text.ts";

/** The texts that a project's settings are written in; null where there is no such file. */
export interface SettingsTexts {
  /** `.dossier/config.yaml`. */
  readonly config: string | null;
  /** `.noface.toml`. */
  readonly noface: string | null;
}

/** The settings that a project gives, with defaults for what an index can not be without. */
export interface GivenSettings {
  /** What is left out. */
  readonly rules: ExclusionRules;
  /** What definitions are found with. */
  readonly symbols: SymbolSource;
  /** What chunks and queries are embedded with; undefined stands for the default. */
  readonly embedder?: EmbedderSettings | undefined;
  /** The task settings that are given. */
  readonly task: Partial<TaskSettings>;
  /** The settings of the log that are given. */
  readonly log: Partial<LogSettings>;
  /** `file:line` of each setting that is given and used, by its dotted name: `task.stale_days`. */
  readonly origins: Readonly<Record<string, string>>;
  /** What is wrong with the texts, a note each. */
  readonly notes: readonly Note[];
}

/** The settings of a project that gives none. */
export const DEFAULT_SETTINGS: GivenSettings = {
  rules: DEFAULT_EXCLUSIONS,
  symbols: DEFAULT_SYMBOL_SOURCE,
  task: {},
  log: {},
  origins: {},
  notes: [],
};

/**
 * Returns the settings that the texts give. `.dossier/config.yaml` goes before `.noface.toml`, and a
 * list that is given replaces the default one. The parsers are loaded only for a text there is.
 *
 * @throws {RetrievalError} `invalid-config` when `.dossier/config.yaml` can not be parsed at all.
 */
export async function parseSettings({ config, noface }: SettingsTexts): Promise<GivenSettings> {
  let settings = DEFAULT_SETTINGS;
  if (noface !== null) {
    const { parseNoface } = await import("./parse_noface.ts");
    const { dirs, task, lines, issues } = parseNoface(noface);
    settings = {
      ...settings,
      rules: dirs === undefined ? settings.rules : { ...settings.rules, dirs },
      task,
      origins: toOrigins(lines, NOFACE_PATH),
      notes: toNotes(issues, NOFACE_PATH),
    };
  }
  if (config === null) return settings;
  const { parseConfig } = await import("./parse_config.ts");
  const { rules, symbols, embedder, task, log, lines, issues } = parseConfig(config);
  const hasDirs = Object.hasOwn(lines, "exclude.dirs");
  return {
    rules: hasDirs ? rules : { ...rules, dirs: settings.rules.dirs },
    symbols,
    embedder,
    task: { ...settings.task, ...task },
    log,
    origins: { ...settings.origins, ...toOrigins(lines, CONFIG_PATH) },
    notes: [...settings.notes, ...toNotes(issues, CONFIG_PATH)],
  };
}

function toOrigins(
  lines: Readonly<Record<string, number>>,
  path: string,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(lines).map(([name, line]) => [name, `${path}:${line}`]),
  );
}

function toNotes(issues: readonly ConfigIssue[], path: string): readonly Note[] {
  return issues.map(({ message, line, column }) => ({
    code: "config-issue",
    message: `${path}:${line}:${column}: ${message}`,
  }));
}
