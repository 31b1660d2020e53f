import type { ExclusionRule } from "@dossier/core";
import { mayBeIncluded } from "@dossier/core/exclude";
import { parseSettings, readSettingsTexts } from "../../config/mod.ts";

/**
 * Returns `file:line` of what makes a rule, `default` for one of a project that sets none; undefined for
 * those that no project can set.
 */
export type FindOrigin = (rule: ExclusionRule) => string | undefined;

/** The settings that make rules, by their kind. */
const SETTINGS: Readonly<Partial<Record<ExclusionRule["kind"], string>>> = {
  folder: "exclude.dirs",
  extension: "exclude.extensions",
  file: "exclude.files",
  size: "exclude.max_file_bytes",
};

/** What is known of a rule that no file of the project makes. */
const DEFAULT_ORIGIN = "default";

/**
 * Returns what finds where the rules of the tree at `root` are from: the line of the very name in a list
 * that is given, or else that of the setting.
 *
 * @throws {RetrievalError} `invalid-config` when `.dossier/config.yaml` can not be parsed at all.
 */
export async function openOrigins(root: string): Promise<FindOrigin> {
  const { texts } = await readSettingsTexts(root);
  const { origins } = await parseSettings(texts);
  const lines = [texts.config, texts.noface].map((text) => text?.split("\n") ?? []);
  return (rule) => {
    const { kind, pattern } = rule;
    const setting = SETTINGS[kind];
    if (setting === undefined) return undefined;
    // The folders of tools are left out whatever the lists say.
    if (kind === "folder" && !mayBeIncluded(rule)) return undefined;
    const origin = origins[setting];
    if (origin === undefined) return DEFAULT_ORIGIN;
    const colon = origin.lastIndexOf(":");
    const [file, first] = [origin.slice(0, colon), Number(origin.slice(colon + 1))];
    const names = lines[file.endsWith(".toml") ? 1 : 0]!;
    // A file may write "map" for ".map".
    const bare = pattern.replace(/^\./, "");
    const at = names.findIndex((line, index) => index >= first - 1 && line.includes(bare));
    return at === -1 ? origin : `${file}:${at + 1}`;
  };
}
