import type { TaskSettings } from "@dossier/core";
import { DEFAULT_EXCLUSIONS, type ExclusionRules } from "@dossier/core/exclude";
import { isMap, isScalar, isSeq, LineCounter, type Node, type Pair, parseDocument } from "yaml";
import type { EmbedderSettings } from "./embedder_settings.ts";
import { RetrievalError } from "../machine/mod.ts";
import { DEFAULT_SYMBOL_SOURCE, SYMBOL_SOURCES, type SymbolSource } from "./symbol_source.ts";
import type { ConfigIssue } from "./config_issue.ts";
import { describeUnknownKey } from "./describe_unknown_key.ts";
import {
  EXCLUDE_SETTING_RULES,
  EXCLUDE_SETTINGS,
  type ExcludeSetting,
} from "./exclude_setting_rules.ts";
import { LOG_SETTING_RULES, type LogSettings } from "./log_setting_rules.ts";
import { readEmbedder } from "./read_embedder.ts";
import { CONFIG_PATH } from "./read_config_text.ts";
import { readGroup } from "./read_group.ts";
import { TASK_SETTING_RULES } from "./task/task_setting_rules.ts";
import { toFolderName } from "./to_folder_name.ts";

/** What a configuration says, with defaults for what it does not say or says wrongly. */
export interface ParsedConfig {
  /** What is left out. */
  readonly rules: ExclusionRules;
  /** What definitions are found with. */
  readonly symbols: SymbolSource;
  /** What chunks and queries are embedded with; undefined stands for the default. */
  readonly embedder?: EmbedderSettings;
  /** The task settings that it gives. */
  readonly task: Partial<TaskSettings>;
  /** The settings of the log that it gives. */
  readonly log: Partial<LogSettings>;
  /** Line of each setting that is used, 1-based, by its dotted name, such as `exclude.dirs`. */
  readonly lines: Readonly<Record<string, number>>;
  /** What was not used, in the order of the text. */
  readonly issues: readonly ConfigIssue[];
}

/** All settings there are. */
const KNOWN_KEYS: readonly string[] = ["embedder", "exclude", "log", "symbols", "task"];

/**
 * Returns what a configuration says. A key that is not known is reported and passed over; a value of
 * the wrong type is reported and its default used, and a path among the names of folders is left out.
 *
 * @param text YAML.
 * @throws {RetrievalError} `invalid-config`, with line and column, when the text is not YAML or not a
 * mapping.
 */
export function parseConfig(text: string): ParsedConfig {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const [broken] = document.errors;
  if (broken !== undefined) throw invalid(lines.linePos(broken.pos[0]), broken.message);
  const { contents } = document;
  if (contents === null || (isScalar(contents) && contents.value === null)) {
    return {
      rules: DEFAULT_EXCLUSIONS,
      symbols: DEFAULT_SYMBOL_SOURCE,
      task: {},
      log: {},
      lines: {},
      issues: [],
    };
  }
  if (!isMap(contents)) {
    throw invalid(lines.linePos(contents.range?.[0] ?? 0), "it must be a mapping of settings");
  }
  const issues: ConfigIssue[] = [];
  const report = (node: Node | undefined, message: string) => {
    const { line, col } = lines.linePos(node?.range?.[0] ?? 0);
    issues.push({ message, line, column: col });
  };
  const used: Record<string, number> = {};
  const noteLine = (name: string, node: unknown) => {
    used[name] = lines.linePos((node as Node).range?.[0] ?? 0).line;
  };
  let rules = DEFAULT_EXCLUSIONS;
  let symbols = DEFAULT_SYMBOL_SOURCE;
  let task: Partial<TaskSettings> = {};
  let log: Partial<LogSettings> = {};
  let embedder: EmbedderSettings | undefined;
  for (const pair of contents.items) {
    const key = keyOf(pair);
    if (key === "symbols") {
      const found = readSymbols(pair, report);
      symbols = found ?? DEFAULT_SYMBOL_SOURCE;
      if (found !== undefined) noteLine(key, pair.key);
    } else if (key === "embedder") {
      embedder = readEmbedder(pair, report);
      if (embedder !== undefined) noteLine(key, pair.key);
    } else if (key === "task") task = readGroup(pair, TASK_SETTING_RULES, { report, noteLine });
    else if (key === "log") log = readGroup(pair, LOG_SETTING_RULES, { report, noteLine });
    else if (key !== "exclude") report(pair.key as Node, describeUnknownKey(key, KNOWN_KEYS));
    else if (isMap(pair.value)) {
      rules = readExclude(pair.value.items as Pair[], { report, noteLine });
    } else if (!isScalar(pair.value) || pair.value.value !== null) {
      report(pair.value as Node, `"exclude" takes a mapping of settings; the defaults are used`);
    }
  }
  return {
    rules,
    symbols,
    ...(embedder === undefined ? {} : { embedder }),
    task,
    log,
    lines: used,
    issues,
  };
}

function readSymbols(
  pair: Pair,
  report: (node: Node | undefined, message: string) => void,
): SymbolSource | undefined {
  const found = SYMBOL_SOURCES.find((source) =>
    isScalar(pair.value) && pair.value.value === source
  );
  if (found === undefined) {
    const choices = SYMBOL_SOURCES.map((source) => `"${source}"`).join(" or ");
    report((pair.value ?? pair.key) as Node, `"symbols" takes ${choices}; its default is used`);
  }
  return found;
}

function readExclude(
  pairs: readonly Pair[],
  { report, noteLine }: {
    readonly report: (node: Node | undefined, message: string) => void;
    readonly noteLine: (name: string, node: unknown) => void;
  },
): ExclusionRules {
  const values: Partial<Record<keyof ExclusionRules, unknown>> = {};
  for (const pair of pairs) {
    const key = keyOf(pair);
    if (!isExcludeKey(key)) {
      report(pair.key as Node, describeUnknownKey(`exclude.${key}`, EXCLUDE_SETTINGS, key));
      continue;
    }
    const node = (pair.value ?? pair.key) as Node;
    const { name, schema, expected } = EXCLUDE_SETTING_RULES[key];
    const parsed = schema.safeParse(toPlain(pair.value));
    if (parsed.success) {
      values[name] = key === "dirs"
        ? readDirs(parsed.data as string[], { node, report })
        : parsed.data;
      noteLine(`exclude.${key}`, pair.key);
    } else report(node, `"exclude.${key}" takes ${expected}; its default is used`);
  }
  // Each value has passed the rule of its own setting.
  return { ...DEFAULT_EXCLUSIONS, ...values as Partial<ExclusionRules> };
}

/** Returns the names without the slash that may end them; reports paths, as no name is one. */
function readDirs(
  entries: readonly string[],
  { node, report }: {
    readonly node: Node;
    readonly report: (node: Node | undefined, message: string) => void;
  },
): readonly string[] {
  const names: string[] = [];
  for (const [index, entry] of entries.entries()) {
    const name = toFolderName(entry);
    if (name !== undefined) names.push(name);
    else {
      const message = `"${entry}" is passed over as "exclude.dirs" takes names of folders: ` +
        'write paths to ".dossierignore"';
      report(isSeq(node) ? node.items[index] as Node : node, message);
    }
  }
  return names;
}

function isExcludeKey(key: string): key is ExcludeSetting {
  return Object.hasOwn(EXCLUDE_SETTING_RULES, key);
}

function keyOf(pair: Pair): string {
  return isScalar(pair.key) ? String(pair.key.value) : String(pair.key);
}

function toPlain(value: unknown): unknown {
  return value !== null && typeof value === "object" && "toJSON" in value &&
      typeof value.toJSON === "function"
    ? value.toJSON()
    : value;
}

function invalid(
  { line, col }: { readonly line: number; readonly col: number },
  reason: string,
): RetrievalError {
  return new RetrievalError(
    "invalid-config",
    `Cannot use "${CONFIG_PATH}" as line ${line}, column ${col} is wrong: ${reason}`,
  );
}
