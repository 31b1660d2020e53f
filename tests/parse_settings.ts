import { DEFAULT_EXCLUSIONS, type ExclusionRules } from "@dossier/core/exclude";
import { readConfig, readNoface } from "../retrieval/config/apply_rules.ts";
import { parseToml } from "../retrieval/machine/notation/parse_toml.ts";
import { parseYaml } from "../retrieval/machine/notation/parse_yaml.ts";
import { CONFIG_PATH, type FileSettings } from "../retrieval/config/settings.ts";

/** Returns the settings of a `.dossier/config.yaml` for tests, with defaults for missing ones. */
export function parseConfig(
  text: string,
): Omit<FileSettings, "exclude"> & { readonly rules: ExclusionRules } {
  const { exclude, ...given } = readConfig(parseYaml(text, CONFIG_PATH));
  return { ...given, rules: { ...DEFAULT_EXCLUSIONS, ...exclude } };
}

/** Returns the settings of a `.noface.toml` for tests. */
export function parseNoface(
  text: string,
): Pick<FileSettings, "task" | "lines" | "issues"> & {
  readonly dirs?: readonly string[] | undefined;
} {
  const { exclude, task, lines, issues } = readNoface(parseToml(text));
  return { dirs: exclude.dirs, task, lines, issues };
}
