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
    ...rule(FOLDER_NAMES, "Folders that are left out wherever they are, by name"),
    table: "exclude",
    entries: FOLDER_NAME,
  },
  extensions: rule(namesOf("file name endings"), "Ends of the names of files that are left out"),
  files: rule(namesOf("file names"), "Files that are left out wherever they are, by name"),
  include: rule(namesOf("globs"), "Globs of paths that stay in spite of the three lists above"),
  maxFileBytes: rule(
    wholeFrom(1, "a whole number of bytes above 0"),
    "Larger files are left out, in bytes",
  ),
});

const LOG_RULES = withKeys<LogSettings>({
  olderThan: {
    summary: 'Records that are older are pruned, after a first "log prune": 12h, 30d, 8w or never',
    expected: `${EXPECTED_AGE}, or never`,
    read: (value) =>
      typeof value === "string" && (value === "never" || parseAge(value) !== undefined)
        ? value
        : undefined,
  },
  keep: {
    summary: 'Records before the newest that many are pruned, after a first "log prune"',
    expected: "a whole number of at least 1, or all",
    read: (value) => value === "all" ? value : POSITIVE.read(value),
  },
});

const INDEX_RULES = withKeys<IndexSettings>({
  store: rule(
    oneOf(["local", "opensearch"]),
    "Where the index is kept: on this machine, or in a cluster",
  ),
  nodes: rule(namesOf("addresses"), "Nodes of the cluster: https://HOST:PORT"),
  prefix: rule(textOf("a name"), "What the names of our indexes in the cluster begin with"),
  commits: rule(
    BOOLEAN,
    "Whether commits are sent as well, so that machines without a clone answer",
  ),
});

const NAMES_RULES = withKeys<NamesSettings>({
  command: rule(COMMAND, "Program that guesses which names the code has; none when empty"),
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
    "Whether documents are looked for besides those that the issue links to",
  ),
  resolveWikilinks: monowiki(BOOLEAN, "Whether [[links]] of the issue are followed"),
  expandNeighbors: monowiki(
    BOOLEAN,
    "Whether documents that linked documents link to are candidates as well",
  ),
  neighborDepth: monowiki(POSITIVE, "How many links away such a neighbour may be"),
  maxContextDocs: monowiki(COUNT_RULE, "Most documents of a bundle"),
  maxFileSizeKb: monowiki(POSITIVE, "Larger files are not shown whole, in KiB"),
  promptTokenLimit: context(POSITIVE, "Tokens of the whole prompt"),
  docFractionMin: context(
    SHARE_RULE,
    "Share of the prompt that documents may take for the simplest task, from 0 to 1",
  ),
  docFractionMax: context(SHARE_RULE, "The same for the most complex task"),
  alpha: context(FROM_ZERO, "Weight of BM25 in the score of a document"),
  beta: context(FROM_ZERO, "Weight of the embedding in the score of a document"),
  linkBoost: context(FROM_ZERO, "What a link from the issue adds to the score of a document"),
  minScore: context(FROM_ZERO, "Documents that are not linked and score less are dropped"),
  staleDays: context(COUNT_RULE, "Days after which a document may be out of date"),
  needMaxRounds: context(COUNT_RULE, "Rounds of requests that are answered for a session"),
  needMaxItems: context(COUNT_RULE, "Requests that are answered in a round"),
  needMode: context(
    oneOf(REQUEST_MODES),
    "What is done about requests: fetch, delegate or observe",
  ),
  referencesOnly: context(
    BOOLEAN,
    "Whether code is named by path and lines only, for agents that open files",
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
    summary: "What is left out of the index, and of every answer",
    rules: EXCLUDE_RULES,
    defaults: { ...DEFAULT_EXCLUSIONS },
    otherwise: "its default is used",
    setBy: REPOSITORY,
  },
  index: {
    summary: "Where the index is kept",
    rules: INDEX_RULES,
    defaults: { ...DEFAULT_INDEX_SETTINGS },
    otherwise: "it is passed over",
    setBy: USER,
  },
  names: {
    summary: "How names are guessed for a question that has none of the code's",
    rules: NAMES_RULES,
    defaults: { command: "" },
    otherwise: "it is passed over",
    setBy: USER,
  },
  log: {
    summary:
      "How long the record of what was given is kept; a session goes as a whole or not at all",
    rules: LOG_RULES,
    defaults: { ...DEFAULT_LOG_SETTINGS },
    otherwise: "it is passed over",
    setBy: REPOSITORY,
  },
  task: {
    summary: "How bundles for issues are made, and requests answered",
    rules: TASK_RULES,
    defaults: { ...DEFAULT_TASK_SETTINGS },
    otherwise: "it is passed over",
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
