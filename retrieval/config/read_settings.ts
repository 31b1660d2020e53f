import { type GivenSettings, parseSettings } from "./parse_settings.ts";
import { readConfigText } from "./read_config_text.ts";
import { readNofaceText } from "./read_noface_text.ts";

/**
 * Returns the settings that the project at `root` gives, read and parsed anew.
 *
 * @throws {RetrievalError} `invalid-config` when `.dossier/config.yaml` can not be parsed at all.
 */
export async function readSettings(root: string): Promise<GivenSettings> {
  const noface = await readNofaceText(root);
  const settings = await parseSettings({
    config: await readConfigText(root) ?? null,
    noface: noface.text ?? null,
  });
  return { ...settings, notes: [...noface.notes, ...settings.notes] };
}
