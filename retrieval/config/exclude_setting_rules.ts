import type { ExclusionRules } from "@dossier/core/exclude";
import * as z from "zod";

/** What one setting under `exclude` is called in code, and what it may be. */
export interface ExcludeSettingRule {
  /** Its name in code. */
  readonly name: keyof ExclusionRules;
  /** What it may be. */
  readonly schema: z.ZodType<ExclusionRules[keyof ExclusionRules]>;
  /** What to write instead of a wrong value, for a message. */
  readonly expected: string;
  /** What it does, one line. */
  readonly summary: string;
}

const NAMES = z.array(z.string().min(1));

/** The rules of all settings under `exclude` by their written names, in the order of their listing. */
export const EXCLUDE_SETTING_RULES = {
  dirs: {
    name: "dirs",
    schema: NAMES,
    expected: "a list of folder names",
    summary: "Folders that are left out wherever they are, by name",
  },
  extensions: {
    name: "extensions",
    schema: NAMES,
    expected: "a list of file name endings",
    summary: "Ends of the names of files that are left out",
  },
  files: {
    name: "files",
    schema: NAMES,
    expected: "a list of file names",
    summary: "Files that are left out wherever they are, by name",
  },
  include: {
    name: "include",
    schema: NAMES,
    expected: "a list of globs",
    summary: "Globs of paths that stay in spite of the three lists above",
  },
  max_file_bytes: {
    name: "maxFileBytes",
    schema: z.int().positive(),
    expected: "a whole number of bytes above 0",
    summary: "Larger files are left out, in bytes",
  },
} as const satisfies Readonly<Record<string, ExcludeSettingRule>>;

/** The written name of a setting under `exclude`. */
export type ExcludeSetting = keyof typeof EXCLUDE_SETTING_RULES;

/** All of them, in the order of their listing. */
export const EXCLUDE_SETTINGS: readonly ExcludeSetting[] = Object.keys(
  EXCLUDE_SETTING_RULES,
) as ExcludeSetting[];
