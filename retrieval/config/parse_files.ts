import { readConfig, readNoface } from "./apply_rules.ts";
import { CONFIG_PATH, type FileSettings, NOFACE_PATH, type SettingsTexts } from "./settings.ts";
import type { UserFile } from "./user_file.ts";

/** Settings of a file, with its path relative to the root and its text. */
export interface ParsedSettings {
  readonly path: string;
  readonly text: string;
  readonly file: FileSettings;
}

/**
 * Returns the settings of the files of a repository, the one with higher priority last. The parsers
 * are imported only for existing texts.
 */
export async function parseRepositoryFiles(
  { config, noface }: SettingsTexts,
): Promise<readonly ParsedSettings[]> {
  const files: ParsedSettings[] = [];
  if (noface !== null) {
    const { parseLocatedToml } = await import("../machine/notation/mod.ts");
    files.push({
      path: NOFACE_PATH,
      text: noface,
      file: readNoface(await parseLocatedToml(noface)),
    });
  }
  if (config !== null) {
    const { parseLocatedYaml } = await import("../machine/notation/mod.ts");
    const file = readConfig(await parseLocatedYaml(config, CONFIG_PATH));
    files.push({ path: CONFIG_PATH, text: config, file });
  }
  return files;
}

/** Returns the settings of the configuration of the user. */
export async function parseUserFile({ text, path, home }: UserFile): Promise<FileSettings> {
  const { parseLocatedYaml } = await import("../machine/notation/mod.ts");
  return readConfig(await parseLocatedYaml(text, path), { home });
}
