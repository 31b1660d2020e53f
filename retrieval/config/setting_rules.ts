import type { RequestMode, TaskSettings } from "@dossier/core";
import { DEFAULT_EXCLUSIONS, type ExclusionRules } from "@dossier/core/exclude";
import { DEFAULT_TASK_SETTINGS } from "@dossier/core/plan";
import { DEFAULT_LOG_SETTINGS, EXPECTED_AGE, parseAge } from "./retention.ts";
import {
  ADDRESS,
  BOOLEAN,
  COMMAND,
  COUNT_RULE,
  FOLDER,
  FOLDER_NAME,
  FOLDER_NAMES,
  FROM_ZERO,
  namesOf,
  oneOf,
  POSITIVE,
  SHARE_RULE,
  textOf,
  type ValueRule,
  wholeFrom,
} from "./value_rules.ts";
import type { EmbedderSettings, LogSettings, ModelPrecision, SymbolSource } from "./settings.ts";

/** What one setting is called, and what it may be. */
export interface SettingRule<Value = unknown> extends ValueRule<Value> {
  /** Its name in its group in `.dossier/config.yaml`. */
  readonly key: string;
  /** What it does, one line. */
  readonly summary: string;
  /** Table of `.noface.toml` that has it under the same name. */
  readonly table?: string;
  /** What an entry of a list may be; others are passed over one by one. */
  readonly entries?: ValueRule<string>;
}

/** The rules of some settings by their names in code, in the order in which they are listed. */
type Rules<Settings> = { readonly [Name in keyof Settings]-?: SettingRule<Settings[Name]> };

const REQUEST_MODES: readonly RequestMode[] = ["fetch", "delegate", "observe"];
const PRECISIONS: readonly ModelPrecision[] = ["fp32", "fp16", "q8", "int8", "uint8", "q4"];

/** What definitions may be found with. */
export const SYMBOL_SOURCES: readonly SymbolSource[] = ["outline", "tree"];

const EXCLUDE_RULES: Rules<ExclusionRules> = {
  dirs: {
    key: "dirs",
    summary: "Folders that are left out wherever they are, by name",
    ...FOLDER_NAMES,
    table: "exclude",
    entries: FOLDER_NAME,
  },
  extensions: {
    key: "extensions",
    summary: "Ends of the names of files that are left out",
    ...namesOf("file name endings"),
  },
  files: {
    key: "files",
    summary: "Files that are left out wherever they are, by name",
    ...namesOf("file names"),
  },
  include: {
    key: "include",
    summary: "Globs of paths that stay in spite of the three lists above",
    ...namesOf("globs"),
  },
  maxFileBytes: {
    key: "max_file_bytes",
    summary: "Larger files are left out, in bytes",
    ...wholeFrom(1),
    expected: "a whole number of bytes above 0",
  },
};

const LOG_RULES: Rules<LogSettings> = {
  olderThan: {
    key: "older_than",
    summary: 'Records that are older are pruned, after a first "log prune": 12h, 30d, 8w or never',
    expected: `${EXPECTED_AGE}, or never`,
    read: (value) =>
      typeof value === "string" && (value === "never" || parseAge(value) !== undefined)
        ? value
        : undefined,
  },
  keep: {
    key: "keep",
    summary: 'Records before the newest that many are pruned, after a first "log prune"',
    expected: "a whole number of at least 1, or all",
    read: (value) => value === "all" ? value : POSITIVE.read(value),
  },
};

const monowiki = inTable("monowiki");
const context = inTable("context");
const project = inTable("project");

/** The rules of all task settings. */
export const TASK_RULES: Rules<TaskSettings> = {
  vault: monowiki(
    "vault",
    "Folder of the design documents, relative to the root; empty for all documents",
    FOLDER,
  ),
  proactiveSearch: monowiki(
    "proactive_search",
    "Whether documents are looked for besides those that the issue links to",
    BOOLEAN,
  ),
  resolveWikilinks: monowiki(
    "resolve_wikilinks",
    "Whether [[links]] of the issue are followed",
    BOOLEAN,
  ),
  expandNeighbors: monowiki(
    "expand_neighbors",
    "Whether documents that linked documents link to are candidates as well",
    BOOLEAN,
  ),
  neighborDepth: monowiki(
    "neighbor_depth",
    "How many links away such a neighbour may be",
    POSITIVE,
  ),
  maxContextDocs: monowiki("max_context_docs", "Most documents of a bundle", COUNT_RULE),
  maxFileSizeKb: monowiki("max_file_size_kb", "Larger files are not shown whole, in KiB", POSITIVE),
  promptTokenLimit: context("prompt_token_limit", "Tokens of the whole prompt", POSITIVE),
  docFractionMin: context(
    "doc_fraction_min",
    "Share of the prompt that documents may take for the simplest task, from 0 to 1",
    SHARE_RULE,
  ),
  docFractionMax: context("doc_fraction_max", "The same for the most complex task", SHARE_RULE),
  alpha: context("alpha", "Weight of BM25 in the score of a document", FROM_ZERO),
  beta: context("beta", "Weight of the embedding in the score of a document", FROM_ZERO),
  linkBoost: context(
    "link_boost",
    "What a link from the issue adds to the score of a document",
    FROM_ZERO,
  ),
  minScore: context(
    "min_score",
    "Documents that are not linked and score less are dropped",
    FROM_ZERO,
  ),
  staleDays: context("stale_days", "Days after which a document may be out of date", COUNT_RULE),
  needMaxRounds: context(
    "need_max_rounds",
    "Rounds of requests that are answered for a session",
    COUNT_RULE,
  ),
  needMaxItems: context("need_max_items", "Requests that are answered in a round", COUNT_RULE),
  needMode: context(
    "need_mode",
    "What is done about requests: fetch, delegate or observe",
    oneOf(REQUEST_MODES),
  ),
  referencesOnly: context(
    "references_only",
    "Whether code is named by path and lines only, for agents that open files",
    BOOLEAN,
  ),
  buildCommand: project("build", "Command that builds the project, for prompts", COMMAND),
  testCommand: project("test", "Command that runs its tests, for prompts", COMMAND),
};

/** The names of all task settings, in the order in which they are listed. */
export const TASK_NAMES = Object.keys(TASK_RULES) as readonly (keyof TaskSettings)[];

/** A group of settings in `.dossier/config.yaml`. */
export interface SettingGroup {
  /** What it is about, one line. */
  readonly summary: string;
  /** By their names in code. */
  readonly rules: Readonly<Record<string, SettingRule>>;
  /** The values of a project that gives none, by the same names. */
  readonly defaults: Readonly<Record<string, unknown>>;
  /** What is done about a wrong value, for a message. */
  readonly otherwise: string;
}

/** All settings that are in groups, by the name of the group. */
export const SETTING_GROUPS = {
  exclude: {
    summary: "What is left out of the index, and of every answer",
    rules: EXCLUDE_RULES,
    defaults: { ...DEFAULT_EXCLUSIONS },
    otherwise: "its default is used",
  },
  log: {
    summary:
      "How long the record of what was given is kept; a session goes as a whole or not at all",
    rules: LOG_RULES,
    defaults: { ...DEFAULT_LOG_SETTINGS },
    otherwise: "it is passed over",
  },
  task: {
    summary: "How bundles for issues are made, and requests answered",
    rules: TASK_RULES,
    defaults: { ...DEFAULT_TASK_SETTINGS },
    otherwise: "it is passed over",
  },
} as const satisfies Readonly<Record<string, SettingGroup>>;

/** A setting of an embedder, which it may need. */
type EmbedderRule = ValueRule & { readonly key: string; readonly isNeeded?: boolean };

const MODEL = { key: "model", ...textOf("the path or name of a model"), isNeeded: true };

/** The settings of each kind of embedder besides `kind` by their names in code; the default kind is first. */
export const EMBEDDER_RULES: Readonly<
  Record<EmbedderSettings["kind"], Readonly<Record<string, EmbedderRule>>>
> = {
  static: { table: { key: "table", ...textOf("the path of a table") } },
  transformers: {
    model: MODEL,
    remote: { key: "remote", ...BOOLEAN },
    precision: { key: "precision", ...oneOf(PRECISIONS) },
  },
  http: {
    url: { key: "url", ...ADDRESS, isNeeded: true },
    model: MODEL,
    dimensions: {
      key: "dimensions",
      ...wholeFrom(1, 4096),
      expected: "a whole number from 1 to 4096",
      isNeeded: true,
    },
    keyVariable: { key: "key_variable", ...textOf("the name of an environment variable") },
    timeoutMs: {
      key: "timeout_ms",
      ...wholeFrom(1),
      expected: "a whole number of milliseconds above 0",
    },
  },
  none: {},
};

/** The kinds of embedders, the default first. */
export const EMBEDDER_KINDS = Object.keys(EMBEDDER_RULES) as readonly EmbedderSettings["kind"][];

/** Returns the rule of a setting that a table of `.noface.toml` has as well. */
function inTable(table: string) {
  return <Value>(key: string, summary: string, rule: ValueRule<Value>): SettingRule<Value> => ({
    key,
    summary,
    table,
    ...rule,
  });
}
