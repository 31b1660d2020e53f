import type { Visibility } from "@dossier/core/exclude";
import { openVisibility } from "../tree/mod.ts";
import { parseSettings, readSettingsTexts, type SettingsTexts } from "./read_settings.ts";
import { DEFAULT_SETTINGS, type GivenSettings } from "./settings.ts";

/** The settings in force: their rules are made ready for deciding what may be indexed and shown. */
export interface ResolvedSettings extends Omit<GivenSettings, "rules"> {
  readonly visibility: Visibility;
}

/** Keeps one text, the last that was written, from process to process. */
export interface SettingsMemory {
  find(): string | undefined;
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
 * The parsers take longer to load than an answer takes; what they made of the texts is kept beside those
 * texts.
 *
 * @throws {RetrievalError} `invalid-config` when the configuration can not be parsed at all.
 */
export async function resolveSettings(
  memory: SettingsMemory,
  root: string,
): Promise<ResolvedSettings> {
  const { texts, notes } = await readSettingsTexts(root);
  const isDefault = texts.config === null && texts.noface === null;
  let settings = isDefault ? DEFAULT_SETTINGS : findKept(memory, texts);
  if (settings === undefined) {
    settings = await parseSettings(texts);
    memory.write(JSON.stringify({ ...settings, texts } satisfies KeptSettings));
  }
  return {
    ...settings,
    visibility: await openVisibility(settings.rules),
    notes: [...notes, ...settings.notes],
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
