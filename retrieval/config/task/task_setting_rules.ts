import type { RequestMode, TaskSettings } from "@dossier/core";

/** What one task setting is called where, and what it may be. */
export interface TaskSettingRule<Value = unknown> {
  /** Its table in `.noface.toml`. */
  readonly table: "context" | "monowiki" | "project";
  /** Its name there, and under `task` in `.dossier/config.yaml`. */
  readonly key: string;
  /** What to write instead of a wrong value, for a message. */
  readonly expected: string;
  /** What it does, one line. */
  readonly summary: string;
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
    summary: "Folder of the design documents, relative to the root; empty for all documents",
    table: "monowiki",
    key: "vault",
    expected: "the path of a folder inside the root, relative to it",
    read: readFolder,
  },
  proactiveSearch: {
    summary: "Whether documents are looked for besides those that the issue links to",
    table: "monowiki",
    key: "proactive_search",
    ...BOOLEAN,
  },
  resolveWikilinks: {
    summary: "Whether [[links]] of the issue are followed",
    table: "monowiki",
    key: "resolve_wikilinks",
    ...BOOLEAN,
  },
  expandNeighbors: {
    summary: "Whether documents that linked documents link to are candidates as well",
    table: "monowiki",
    key: "expand_neighbors",
    ...BOOLEAN,
  },
  neighborDepth: {
    summary: "How many links away such a neighbour may be",
    table: "monowiki",
    key: "neighbor_depth",
    ...POSITIVE,
  },
  maxContextDocs: {
    summary: "Most documents of a bundle",
    table: "monowiki",
    key: "max_context_docs",
    ...COUNT,
  },
  maxFileSizeKb: {
    summary: "Larger files are not shown whole, in KiB",
    table: "monowiki",
    key: "max_file_size_kb",
    ...POSITIVE,
  },
  promptTokenLimit: {
    summary: "Tokens of the whole prompt",
    table: "context",
    key: "prompt_token_limit",
    ...POSITIVE,
  },
  docFractionMin: {
    summary: "Share of the prompt that documents may take for the simplest task, from 0 to 1",
    table: "context",
    key: "doc_fraction_min",
    ...SHARE,
  },
  docFractionMax: {
    summary: "The same for the most complex task",
    table: "context",
    key: "doc_fraction_max",
    ...SHARE,
  },
  alpha: {
    summary: "Weight of BM25 in the score of a document",
    table: "context",
    key: "alpha",
    ...FROM_ZERO,
  },
  beta: {
    summary: "Weight of the embedding in the score of a document",
    table: "context",
    key: "beta",
    ...FROM_ZERO,
  },
  linkBoost: {
    summary: "What a link from the issue adds to the score of a document",
    table: "context",
    key: "link_boost",
    ...FROM_ZERO,
  },
  minScore: {
    summary: "Documents that are not linked and score less are dropped",
    table: "context",
    key: "min_score",
    ...FROM_ZERO,
  },
  staleDays: {
    summary: "Days after which a document may be out of date",
    table: "context",
    key: "stale_days",
    ...COUNT,
  },
  needMaxRounds: {
    summary: "Rounds of requests that are answered for a session",
    table: "context",
    key: "need_max_rounds",
    ...COUNT,
  },
  needMaxItems: {
    summary: "Requests that are answered in a round",
    table: "context",
    key: "need_max_items",
    ...COUNT,
  },
  needMode: {
    summary: "What is done about requests: fetch, delegate or observe",

    table: "context",
    key: "need_mode",
    expected: `one of ${REQUEST_MODES.map((mode) => `"${mode}"`).join(", ")}`,
    read: (value) => REQUEST_MODES.find((mode) => mode === value),
  },
  referencesOnly: {
    summary: "Whether code is named by path and lines only, for agents that open files",
    table: "context",
    key: "references_only",
    ...BOOLEAN,
  },
  buildCommand: {
    summary: "Command that builds the project, for prompts",
    table: "project",
    key: "build",
    ...COMMAND,
  },
  testCommand: {
    summary: "Command that runs its tests, for prompts",
    table: "project",
    key: "test",
    ...COMMAND,
  },
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
