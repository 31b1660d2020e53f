import type { RequestMode, TaskSettings } from "@dossier/core";
import { DEFAULT_EXCLUSIONS, type ExclusionRules } from "@dossier/core/exclude";
import { DEFAULT_TASK_SETTINGS } from "@dossier/core/plan";
import { DEFAULT_LOG_SETTINGS, EXPECTED_AGE, parseAge } from "./retention.ts";
import {
  BOOLEAN_RULE,
  choiceRule,
  COMMAND_RULE,
  COUNT_RULE,
  FOLDER_NAME_RULE,
  FOLDER_NAMES_RULE,
  FOLDER_RULE,
  integerRule,
  namesRule,
  NON_NEGATIVE_RULE,
  POSITIVE_RULE,
  SHARE_RULE,
  textRule,
  type ValueRule,
} from "./value_rules.ts";
import {
  EMBEDDER_SETTING,
  REPOSITORY_SETTING,
  type SettingPermission,
  USER_SETTING,
} from "./setting_permission.ts";
import {
  DEFAULT_INDEX_SETTINGS,
  type EmbedderSettings,
  type IndexSettings,
  type LogSettings,
  type ModelPrecision,
  type NamesSettings,
  type WarmSetting,
} from "./settings.ts";

/** Name of a setting, and the rule for its values. */
export interface SettingRule<Value = unknown> extends ValueRule<Value> {
  /** Name in `.dossier/config.yaml`. */
  readonly key: string;
  readonly summary: string;
  /** Table of `.noface.toml` with the same setting. */
  readonly table?: string;
  /** Rule for the entries of a list; each invalid entry is skipped. */
  readonly entries?: ValueRule<string>;
}

/** Rules of settings by their names in code, in the order of lists. */
type Rules<Settings> = { readonly [Name in keyof Settings]-?: SettingRule<Settings[Name]> };

/** Rule without a key that is derived from the name in code. */
type Keyless<Rule extends { readonly key: string }> =
  & Omit<Rule, "key">
  & Partial<Pick<Rule, "key">>;

/** Returns rules with their keys: the name in code in snake case, unless another one is given. */
function withKeys<Settings>(
  rules: { readonly [Name in keyof Settings]-?: Keyless<SettingRule<Settings[Name]>> },
): Rules<Settings> {
  return addKeys(rules) as Rules<Settings>;
}

function addKeys(rules: object): Readonly<Record<string, { readonly key: string }>> {
  const toKey = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return Object.fromEntries(
    Object.entries(rules).map(([name, rule]) => [name, { key: toKey(name), ...rule }]),
  );
}

const REQUEST_MODES: readonly RequestMode[] = ["fetch", "delegate", "observe"];
const PRECISIONS: readonly ModelPrecision[] = ["fp32", "fp16", "q8", "int8", "uint8", "q4"];

const EXCLUDE_RULES = withKeys<Omit<ExclusionRules, "user">>({
  dirs: {
    ...plainRule(FOLDER_NAMES_RULE, "Names of folders to exclude, anywhere in the tree"),
    table: "exclude",
    entries: FOLDER_NAME_RULE,
  },
  extensions: plainRule(namesRule("file name endings"), "Endings of the names of files to exclude"),
  files: plainRule(namesRule("file names"), "Names of files to exclude, anywhere in the tree"),
  include: plainRule(
    namesRule("globs"),
    "Globs of paths to include in spite of the three lists above",
  ),
  maxFileBytes: plainRule(
    integerRule(1, "a whole number of bytes above 0"),
    "Maximum size of a file in bytes; larger files are excluded",
  ),
});

const LOG_RULES = withKeys<LogSettings>({
  olderThan: {
    summary: 'Age at which records are pruned, after a first "log prune": 12h, 30d, 8w or never',
    expected: `${EXPECTED_AGE}, or never`,
    read: (value) =>
      typeof value === "string" && (value === "never" || parseAge(value) !== undefined)
        ? value
        : undefined,
  },
  keep: {
    summary: 'Number of newest records to keep, after a first "log prune"',
    expected: "a whole number of at least 1, or all",
    read: (value) => value === "all" ? value : POSITIVE_RULE.read(value),
  },
});

const INDEX_RULES = withKeys<IndexSettings>({
  store: plainRule(
    choiceRule(["local", "opensearch"]),
    "Where the index is stored: on this machine, or in a cluster",
  ),
  nodes: plainRule(namesRule("addresses"), "Nodes of the cluster: https://HOST:PORT"),
  prefix: plainRule(textRule("a name"), "Prefix of the names of dossier's indexes in the cluster"),
  commits: plainRule(
    BOOLEAN_RULE,
    "Whether commits are sent as well, so that machines without a clone answer",
  ),
});

const NAMES_RULES = withKeys<NamesSettings>({
  command: plainRule(COMMAND_RULE, "Program that guesses names in the code; empty for none"),
});

const monowiki = rulesInTable("monowiki");
const context = rulesInTable("context");
const project = rulesInTable("project");

/** Rules of all task settings. */
export const TASK_RULES = withKeys<TaskSettings>({
  vault: monowiki(
    FOLDER_RULE,
    "Folder of the design documents, relative to the root; empty for all documents",
  ),
  proactiveSearch: monowiki(
    BOOLEAN_RULE,
    "True to search for documents besides those that the issue links to",
  ),
  resolveWikilinks: monowiki(BOOLEAN_RULE, "True to follow [[links]] of the issue"),
  expandNeighbors: monowiki(
    BOOLEAN_RULE,
    "True to consider documents that linked documents link to",
  ),
  neighborDepth: monowiki(POSITIVE_RULE, "Maximum link distance of such a document"),
  maxContextDocs: monowiki(COUNT_RULE, "Maximum number of documents in a bundle"),
  maxFileSizeKb: monowiki(POSITIVE_RULE, "Maximum size of a file that is shown whole, in KiB"),
  promptTokenLimit: context(POSITIVE_RULE, "Maximum number of tokens of the whole prompt"),
  docFractionMin: context(
    SHARE_RULE,
    "Share of the prompt that documents may fill in the simplest task, 0 to 1",
  ),
  docFractionMax: context(SHARE_RULE, "The same share in the most complex task"),
  alpha: context(NON_NEGATIVE_RULE, "Weight of BM25 in the score of a document"),
  beta: context(NON_NEGATIVE_RULE, "Weight of the embedding in the score of a document"),
  linkBoost: context(
    NON_NEGATIVE_RULE,
    "Score that a link from the issue adds to a document",
  ),
  minScore: context(NON_NEGATIVE_RULE, "Minimum score of a document that is not linked"),
  staleDays: context(COUNT_RULE, "Number of days after which a document may be outdated"),
  needMaxRounds: context(COUNT_RULE, "Maximum number of rounds of requests answered per session"),
  needMaxItems: context(COUNT_RULE, "Maximum number of requests answered per round"),
  needMode: context(
    choiceRule(REQUEST_MODES),
    "Handling of requests: fetch, delegate or observe",
  ),
  referencesOnly: context(
    BOOLEAN_RULE,
    "True to name code by path and lines only, for agents that open files",
  ),
  buildCommand: {
    key: "build",
    ...project(COMMAND_RULE, "Command that builds the project, for prompts"),
  },
  testCommand: {
    key: "test",
    ...project(COMMAND_RULE, "Command that runs its tests, for prompts"),
  },
});

/** Names of all task settings, in the order of lists. */
export const TASK_NAMES = Object.keys(TASK_RULES) as readonly (keyof TaskSettings)[];

/** Group of settings in `.dossier/config.yaml`. */
export interface SettingGroup {
  readonly summary: string;
  /** Rules by their names in code, as the defaults. */
  readonly rules: Readonly<Record<string, SettingRule>>;
  readonly defaults: Readonly<Record<string, unknown>>;
  /** Consequence of an invalid value, for messages. */
  readonly wrongValueAction: string;
  /** Permission to set them. */
  readonly permission: SettingPermission<unknown>;
}

/** All settings in groups, by the name of the group. */
export const SETTING_GROUPS = {
  exclude: {
    summary: "Files to exclude from the index and all answers",
    rules: EXCLUDE_RULES,
    defaults: { ...DEFAULT_EXCLUSIONS },
    wrongValueAction: "its default is used",
    permission: REPOSITORY_SETTING,
  },
  index: {
    summary: "Where the index is stored",
    rules: INDEX_RULES,
    defaults: { ...DEFAULT_INDEX_SETTINGS },
    wrongValueAction: "it is ignored",
    permission: USER_SETTING,
  },
  names: {
    summary: "Guessing of names for a question without names of the code",
    rules: NAMES_RULES,
    defaults: { command: "" },
    wrongValueAction: "it is ignored",
    permission: USER_SETTING,
  },
  log: {
    summary: "Retention of records of deliveries; a session is pruned as a whole",
    rules: LOG_RULES,
    defaults: { ...DEFAULT_LOG_SETTINGS },
    wrongValueAction: "it is ignored",
    permission: REPOSITORY_SETTING,
  },
  task: {
    summary: "Bundles for issues, and answers to requests",
    rules: TASK_RULES,
    defaults: { ...DEFAULT_TASK_SETTINGS },
    wrongValueAction: "it is ignored",
    permission: REPOSITORY_SETTING,
  },
} as const satisfies Readonly<Record<string, SettingGroup>>;

/** Permissions of settings outside of groups. */
const UNGROUPED_SETTINGS = { embedder: EMBEDDER_SETTING, warm: USER_SETTING } as const;

/** Setting with its permission. */
export interface SettingRow {
  /** Dotted name, as nested in configurations: `task.vault`. */
  readonly name: string;
  /** Group and name in code, or only the latter. */
  readonly path: readonly [string, string] | readonly [string];
  readonly permission: SettingPermission<unknown>;
}

/**
 * All settings with their permissions. Settings that are added to a group are included
 * automatically.
 */
export const SETTING_ROWS: readonly SettingRow[] = [
  ...Object.entries(UNGROUPED_SETTINGS).map(([name, setBy]): SettingRow => ({
    name,
    path: [name],
    // A value of a setting has passed the rule of that setting.
    permission: setBy as SettingPermission<unknown>,
  })),
  ...Object.entries<SettingGroup>(SETTING_GROUPS).flatMap(([group, { rules, permission }]) =>
    Object.entries(rules).map(([code, { key }]): SettingRow => ({
      name: `${group}.${key}`,
      path: [group, code],
      permission,
    }))
  ),
];

/** Settings with values that only the user may set. */
export const USER_ONLY_ROWS: readonly SettingRow[] = SETTING_ROWS
  .filter(({ permission }) => permission.userOnly !== "");

/** Rule of `warm`: whether commands leave a process running for the next ones. */
export const WARM_RULE: ValueRule<WarmSetting> = choiceRule<WarmSetting>(["auto", "off"]);

/** Setting of an embedder, which may be required. */
type EmbedderRule = ValueRule & { readonly key: string; readonly isNeeded?: boolean };

const MODEL = { ...textRule("the path or name of a model"), isNeeded: true };

const EMBEDDERS: Readonly<
  Record<EmbedderSettings["kind"], Readonly<Record<string, Keyless<EmbedderRule>>>>
> = {
  static: { table: textRule("the path of a table") },
  transformers: { model: MODEL, remote: BOOLEAN_RULE, precision: choiceRule(PRECISIONS) },
  none: {},
};

/** Kinds of embedders, the default first. */
export const EMBEDDER_KINDS = Object.keys(EMBEDDERS) as readonly EmbedderSettings["kind"][];

/** Settings of each kind of embedder besides `kind`, by their names in code. */
export const EMBEDDER_RULES = Object.fromEntries(
  Object.entries(EMBEDDERS).map(([kind, rules]) => [kind, addKeys(rules)]),
) as Readonly<Record<EmbedderSettings["kind"], Readonly<Record<string, EmbedderRule>>>>;

function plainRule<Value>(value: ValueRule<Value>, summary: string): Keyless<SettingRule<Value>> {
  return { summary, ...value };
}

/** Returns a function that creates rules of settings that are also in a table of `.noface.toml`. */
function rulesInTable(table: string): typeof plainRule {
  return (value, summary) => ({ ...plainRule(value, summary), table });
}
