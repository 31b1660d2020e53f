import type { RequestMode, TaskSettings } from "@dossier/core";

/** What one task setting is called where, and what it may be. */
export interface TaskSettingRule<Value = unknown> {
  /** Its table in `.noface.toml`. */
  readonly table: "context" | "monowiki" | "project";
  /** Its name there, and under `task` in `.dossier/config.yaml`. */
  readonly key: string;
  /** What to write instead of a wrong value, for a message. */
  readonly expected: string;
  /** Returns a value in the form that code runs on; undefined when it can not be used. */
  readonly read: (value: unknown) => Value | undefined;
}

const REQUEST_MODES: readonly RequestMode[] = ["fetch", "delegate", "observe"];

/** Parts of a path that say nothing: the folder itself, and slashes at the end or in a row. */
const EMPTY_PART_REGEXP = /^\.?$/;

const LINE_BREAK_REGEXP = /[\r\n\0]/;

const BOOLEAN = { expected: '"true" or "false"', read: readBoolean };
const FROM_ZERO = { expected: "a number of at least 0", read: readNumberFrom(0) };
const SHARE = { expected: "a number from 0 to 1", read: readNumberFrom(0, 1) };
const COUNT = { expected: "a whole number of at least 0", read: readWholeFrom(0) };
const COMMAND = { expected: "a command on one line", read: readLine };
const POSITIVE = { expected: "a whole number of at least 1", read: readWholeFrom(1) };

/** The rules of all task settings, in the order in which they are listed. */
export const TASK_SETTING_RULES: {
  readonly [Name in keyof TaskSettings]: TaskSettingRule<TaskSettings[Name]>;
} = {
  vault: {
    table: "monowiki",
    key: "vault",
    expected: "the path of a folder inside the root, relative to it",
    read: readFolder,
  },
  proactiveSearch: { table: "monowiki", key: "proactive_search", ...BOOLEAN },
  resolveWikilinks: { table: "monowiki", key: "resolve_wikilinks", ...BOOLEAN },
  expandNeighbors: { table: "monowiki", key: "expand_neighbors", ...BOOLEAN },
  neighborDepth: { table: "monowiki", key: "neighbor_depth", ...POSITIVE },
  maxContextDocs: { table: "monowiki", key: "max_context_docs", ...COUNT },
  maxFileSizeKb: { table: "monowiki", key: "max_file_size_kb", ...POSITIVE },
  promptTokenLimit: { table: "context", key: "prompt_token_limit", ...POSITIVE },
  docFractionMin: { table: "context", key: "doc_fraction_min", ...SHARE },
  docFractionMax: { table: "context", key: "doc_fraction_max", ...SHARE },
  alpha: { table: "context", key: "alpha", ...FROM_ZERO },
  beta: { table: "context", key: "beta", ...FROM_ZERO },
  linkBoost: { table: "context", key: "link_boost", ...FROM_ZERO },
  minScore: { table: "context", key: "min_score", ...FROM_ZERO },
  staleDays: { table: "context", key: "stale_days", ...COUNT },
  needMaxRounds: { table: "context", key: "need_max_rounds", ...COUNT },
  needMaxItems: { table: "context", key: "need_max_items", ...COUNT },
  needMode: {
    table: "context",
    key: "need_mode",
    expected: `one of ${REQUEST_MODES.map((mode) => `"${mode}"`).join(", ")}`,
    read: (value) => REQUEST_MODES.find((mode) => mode === value),
  },
  referencesOnly: { table: "context", key: "references_only", ...BOOLEAN },
  buildCommand: { table: "project", key: "build", ...COMMAND },
  testCommand: { table: "project", key: "test", ...COMMAND },
};

/** The names of all task settings, in the order in which they are listed. */
export const TASK_SETTING_NAMES: readonly (keyof TaskSettings)[] = Object.keys(
  TASK_SETTING_RULES,
) as (keyof TaskSettings)[];

function readBoolean(value: unknown): boolean | undefined {
  return typeof value === "boolean" ? value : undefined;
}

function readNumberFrom(
  minimum: number,
  maximum: number = Number.MAX_VALUE,
): (value: unknown) => number | undefined {
  return (value) =>
    typeof value === "number" && value >= minimum && value <= maximum ? value : undefined;
}

function readWholeFrom(minimum: number): (value: unknown) => number | undefined {
  return (value) =>
    typeof value === "number" && Number.isSafeInteger(value) && value >= minimum
      ? value
      : undefined;
}

function readLine(value: unknown): string | undefined {
  return typeof value === "string" && !LINE_BREAK_REGEXP.test(value) ? value.trim() : undefined;
}

/** Returns a path with nothing in it but names; an empty one stands for the root. */
function readFolder(value: unknown): string | undefined {
  if (typeof value !== "string" || value.startsWith("/") || value.includes("\0")) return undefined;
  const parts = value.split("/").filter((part) => !EMPTY_PART_REGEXP.test(part));
  return parts.includes("..") ? undefined : parts.join("/");
}
