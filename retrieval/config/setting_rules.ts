import type { RequestMode, TaskSettings } from "@dossier/core";
import { DEFAULT_EXCLUSIONS, type ExclusionRules } from "@dossier/core/exclude";
import { DEFAULT_TASK_SETTINGS } from "@dossier/core/plan";
import { DEFAULT_LOG_SETTINGS, EXPECTED_AGE, parseAge } from "./retention.ts";
import {
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
import { EMBEDDER_SET_BY, REPOSITORY, type SetBy, USER } from "./set_by.ts";
import {
  DEFAULT_INDEX_SETTINGS,
  type EmbedderSettings,
  type IndexSettings,
  type LogSettings,
  type ModelPrecision,
  type NamesSettings,
  type WarmSetting,
} from "./settings.ts";

/** What one setting is called, and what it may be. */
export interface SettingRule<Value = unknown> extends ValueRule<Value> {
  /** Its name in `.dossier/config.yaml`. */
  readonly key: string;
  readonly summary: string;
  /** Table of `.noface.toml` that has it under the same name. */
  readonly table?: string;
  /** What an entry of a list may be; others are passed over one by one. */
  readonly entries?: ValueRule<string>;
}

/** The rules of some settings by their names in code, in the order in which they are listed. */
type Rules<Settings> = { readonly [Name in keyof Settings]-?: SettingRule<Settings[Name]> };

/** A rule without the key that follows from the name in code. */
type Keyless<Rule extends { readonly key: string }> =
  & Omit<Rule, "key">
  & Partial<Pick<Rule, "key">>;

/** Returns rules with their keys: the name in code in snake case, unless there is another one. */
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
    ...rule(FOLDER_NAMES, "Names of folders to exclude, anywhere in the tree"),
    table: "exclude",
    entries: FOLDER_NAME,
  },
  extensions: rule(namesOf("file name endings"), "Endings of the names of files to exclude"),
  files: rule(namesOf("file names"), "Names of files to exclude, anywhere in the tree"),
  include: rule(namesOf("globs"), "Globs of paths to include in spite of the three lists above"),
  maxFileBytes: rule(
    wholeFrom(1, "a whole number of bytes above 0"),
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
    read: (value) => value === "all" ? value : POSITIVE.read(value),
  },
});

const INDEX_RULES = withKeys<IndexSettings>({
  store: rule(
    oneOf(["local", "opensearch"]),
    "Where the index is stored: on this machine, or in a cluster",
  ),
  nodes: rule(namesOf("addresses"), "Nodes of the cluster: https://HOST:PORT"),
  prefix: rule(textOf("a name"), "Prefix of the names of dossier's indexes in the cluster"),
});

const NAMES_RULES = withKeys<NamesSettings>({
  command: rule(COMMAND, "Program that guesses names in the code; empty for none"),
});

const monowiki = inTable("monowiki");
const context = inTable("context");
const project = inTable("project");

/** The rules of all task settings. */
export const TASK_RULES = withKeys<TaskSettings>({
  vault: monowiki(
    FOLDER,
    "Folder of the design documents, relative to the root; empty for all documents",
  ),
  proactiveSearch: monowiki(
    BOOLEAN,
    "True to search for documents besides those that the issue links to",
  ),
  resolveWikilinks: monowiki(BOOLEAN, "True to follow [[links]] of the issue"),
  expandNeighbors: monowiki(
    BOOLEAN,
    "True to consider documents that linked documents link to",
  ),
  neighborDepth: monowiki(POSITIVE, "Maximum number of links to such a document"),
  maxContextDocs: monowiki(COUNT_RULE, "Maximum number of documents in a bundle"),
  maxFileSizeKb: monowiki(POSITIVE, "Maximum size of a file that is shown whole, in KiB"),
  promptTokenLimit: context(POSITIVE, "Maximum number of tokens of the whole prompt"),
  docFractionMin: context(
    SHARE_RULE,
    "Maximum share of documents in the prompt for the simplest task, from 0 to 1",
  ),
  docFractionMax: context(SHARE_RULE, "Maximum share for the most complex task"),
  alpha: context(FROM_ZERO, "Weight of BM25 in the score of a document"),
  beta: context(FROM_ZERO, "Weight of the embedding in the score of a document"),
  linkBoost: context(FROM_ZERO, "Score that a link from the issue adds to a document"),
  minScore: context(FROM_ZERO, "Minimum score of a document that is not linked"),
  staleDays: context(COUNT_RULE, "Number of days after which a document may be outdated"),
  needMaxRounds: context(COUNT_RULE, "Maximum number of rounds of requests answered per session"),
  needMaxItems: context(COUNT_RULE, "Maximum number of requests answered per round"),
  needMode: context(
    oneOf(REQUEST_MODES),
    "Handling of requests: fetch, delegate or observe",
  ),
  referencesOnly: context(
    BOOLEAN,
    "True to name code by path and lines only, for agents that open files",
  ),
  buildCommand: {
    key: "build",
    ...project(COMMAND, "Command that builds the project, for prompts"),
  },
  testCommand: { key: "test", ...project(COMMAND, "Command that runs its tests, for prompts") },
});

/** The names of all task settings, in the order in which they are listed. */
export const TASK_NAMES = Object.keys(TASK_RULES) as readonly (keyof TaskSettings)[];

/** A group of settings in `.dossier/config.yaml`. */
export interface SettingGroup {
  readonly summary: string;
  /** By their names in code, as the defaults. */
  readonly rules: Readonly<Record<string, SettingRule>>;
  readonly defaults: Readonly<Record<string, unknown>>;
  /** What is done about a wrong value, for a message. */
  readonly otherwise: string;
  /** Who may give them. */
  readonly setBy: SetBy<unknown>;
}

/** All settings that are in groups, by the name of the group. */
export const SETTING_GROUPS = {
  exclude: {
    summary: "Files to exclude from the index and all answers",
    rules: EXCLUDE_RULES,
    defaults: { ...DEFAULT_EXCLUSIONS },
    otherwise: "its default is used",
    setBy: REPOSITORY,
  },
  index: {
    summary: "Where the index is stored",
    rules: INDEX_RULES,
    defaults: { ...DEFAULT_INDEX_SETTINGS },
    otherwise: "it is ignored",
    setBy: USER,
  },
  names: {
    summary: "Guessing of names for a question without names of the code",
    rules: NAMES_RULES,
    defaults: { command: "" },
    otherwise: "it is ignored",
    setBy: USER,
  },
  log: {
    summary: "Retention of records of deliveries; a session is pruned as a whole",
    rules: LOG_RULES,
    defaults: { ...DEFAULT_LOG_SETTINGS },
    otherwise: "it is ignored",
    setBy: REPOSITORY,
  },
  task: {
    summary: "Bundles for issues, and answers to requests",
    rules: TASK_RULES,
    defaults: { ...DEFAULT_TASK_SETTINGS },
    otherwise: "it is ignored",
    setBy: REPOSITORY,
  },
} as const satisfies Readonly<Record<string, SettingGroup>>;

/** Who may give the settings that are in no group. */
const OWN_SETTINGS = { embedder: EMBEDDER_SET_BY, warm: USER } as const;

/** A setting, and who may give it. */
export interface SettingRow {
  /** As configurations nest it: `task.vault`. */
  readonly name: string;
  /** Its group and its name in code, or the latter alone. */
  readonly path: readonly [string, string] | readonly [string];
  readonly setBy: SetBy<unknown>;
}

/** All settings with who may give them: what is added to a group is here by itself. */
export const SETTING_ROWS: readonly SettingRow[] = [
  ...Object.entries(OWN_SETTINGS).map(([name, setBy]): SettingRow => ({
    name,
    path: [name],
    // A value of a setting has passed the rule of that very setting.
    setBy: setBy as SetBy<unknown>,
  })),
  ...Object.entries<SettingGroup>(SETTING_GROUPS).flatMap(([group, { rules, setBy }]) =>
    Object.entries(rules).map(([code, { key }]): SettingRow => ({
      name: `${group}.${key}`,
      path: [group, code],
      setBy,
    }))
  ),
];

/** Those of which only the user may give some values, or all. */
export const USERS_ROWS: readonly SettingRow[] = SETTING_ROWS
  .filter(({ setBy }) => setBy.userOnly !== "");

/** What is left behind for the commands that come next. */
export const WARM_RULE: ValueRule<WarmSetting> = oneOf<WarmSetting>(["auto", "off"]);

/** A setting of an embedder, which it may need. */
type EmbedderRule = ValueRule & { readonly key: string; readonly isNeeded?: boolean };

const MODEL = { ...textOf("the path or name of a model"), isNeeded: true };

const EMBEDDERS: Readonly<
  Record<EmbedderSettings["kind"], Readonly<Record<string, Keyless<EmbedderRule>>>>
> = {
  static: { table: textOf("the path of a table") },
  transformers: { model: MODEL, remote: BOOLEAN, precision: oneOf(PRECISIONS) },
  none: {},
};

/** The kinds of embedders, the default first. */
export const EMBEDDER_KINDS = Object.keys(EMBEDDERS) as readonly EmbedderSettings["kind"][];

/** The settings of each kind of embedder besides `kind`, by their names in code. */
export const EMBEDDER_RULES = Object.fromEntries(
  Object.entries(EMBEDDERS).map(([kind, rules]) => [kind, addKeys(rules)]),
) as Readonly<Record<EmbedderSettings["kind"], Readonly<Record<string, EmbedderRule>>>>;

function rule<Value>(value: ValueRule<Value>, summary: string): Keyless<SettingRule<Value>> {
  return { summary, ...value };
}

/** Returns what makes the rules of settings that a table of `.noface.toml` has as well. */
function inTable(table: string): typeof rule {
  return (value, summary) => ({ ...rule(value, summary), table });
}
