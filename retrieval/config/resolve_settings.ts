import type { Note, TaskSettings } from "@dossier/core";
import { DEFAULT_EXCLUSIONS, type Visibility } from "@dossier/core/exclude";
import type { GivenSettings, SettingsTexts } from "./parse_settings.ts";
import { readConfigText } from "./read_config_text.ts";
import { readNofaceText } from "./read_noface_text.ts";
import type { LogSettings } from "./log_setting_rules.ts";
import type { EmbedderSettings } from "./embedder_settings.ts";
import { DEFAULT_SYMBOL_SOURCE, type SymbolSource } from "./symbol_source.ts";
import { openVisibility } from "../tree/mod.ts";

/** The settings in force, and what there is to say about where they come from. */
export interface ResolvedSettings {
  /** What is left out, ready for deciding. */
  readonly exclusions: Visibility;
  /** What definitions are found with. */
  readonly symbols: SymbolSource;
  /** What chunks and queries are embedded with; undefined stands for the default. */
  readonly embedder: EmbedderSettings | undefined;
  /** What the project says about tasks, to be merged with what a caller says. */
  readonly given: GivenTaskSettings;
  /** The settings of the log that are given. */
  readonly log: Partial<LogSettings>;
  /** What is wrong with the configuration, a note each. */
  readonly notes: readonly Note[];
}

/** The task settings that a project gives, and where. */
export interface GivenTaskSettings {
  /** The values. */
  readonly task: Partial<TaskSettings>;
  /** `file:line` of each, by its dotted name: `task.stale_days`. */
  readonly origins: Readonly<Record<string, string>>;
}

/** Keeps one text from process to process. */
export interface SettingsMemory {
  /** Returns the text that was kept last, if any. */
  find(): string | undefined;
  /** Keeps a text in place of the one before. */
  write(text: string): void;
}

/** Settings as parsed from `texts`, kept so that a later process need not parse them again. */
interface KeptSettings extends GivenSettings {
  readonly texts: SettingsTexts;
}

/**
 * Returns the settings of the project's `.dossier/config.yaml` and `.noface.toml`, or the default ones
 * where it has neither.
 *
 * The parsers and the schema take 40 ms to load, longer than an answer; what they made of the texts is
 * kept beside those texts.
 *
 * @throws {RetrievalError} `invalid-config` when the configuration can not be parsed at all.
 */
export async function resolveSettings(
  memory: SettingsMemory,
  root: string,
): Promise<ResolvedSettings> {
  const noface = await readNofaceText(root);
  const texts = { config: await readConfigText(root) ?? null, noface: noface.text ?? null };
  if (texts.config === null && texts.noface === null) {
    return {
      exclusions: await openVisibility(DEFAULT_EXCLUSIONS),
      symbols: DEFAULT_SYMBOL_SOURCE,
      embedder: undefined,
      given: { task: {}, origins: {} },
      log: {},
      notes: noface.notes,
    };
  }
  const { rules, symbols, embedder, task, log, origins, notes } = findKept(memory, texts) ??
    await parseAndKeep(memory, texts);
  return {
    exclusions: await openVisibility(rules),
    symbols,
    embedder,
    given: { task, origins },
    log,
    notes: [...noface.notes, ...notes],
  };
}

/** Returns what an earlier process made of the same texts. */
function findKept(
  memory: SettingsMemory,
  { config, noface }: SettingsTexts,
): GivenSettings | undefined {
  const kept = memory.find();
  if (kept === undefined) return undefined;
  // Earlier versions kept something else under this name, without the texts or the log.
  const { texts, ...settings } = JSON.parse(kept) as Partial<KeptSettings> & GivenSettings;
  const isSame = texts?.config === config && texts.noface === noface;
  return isSame && settings.log !== undefined ? settings : undefined;
}

async function parseAndKeep(memory: SettingsMemory, texts: SettingsTexts): Promise<GivenSettings> {
  const { parseSettings } = await import("./parse_settings.ts");
  const settings = await parseSettings(texts);
  memory.write(JSON.stringify({ ...settings, texts } satisfies KeptSettings));
  return settings;
}
