import type { TaskSettings } from "@dossier/core";
import { parse, TomlError } from "smol-toml";
import type { ConfigIssue } from "./config_issue.ts";
import { describeUnknownKey } from "./describe_unknown_key.ts";
import { toFolderName } from "./to_folder_name.ts";
import { locateTomlValues, type TextPlace, type TomlPlace } from "./locate_toml_values.ts";
import { TASK_SETTING_NAMES, TASK_SETTING_RULES } from "./task/task_setting_rules.ts";

/** What noface's settings say to us. */
export interface ParsedNoface {
  /** The folders to leave out in place of the default ones; undefined when none are given. */
  readonly dirs?: readonly string[];
  /** The task settings that are given and can be used. */
  readonly task: Partial<TaskSettings>;
  /** Line of each setting that is used, 1-based, by its dotted name: `exclude.dirs`, `task.alpha`. */
  readonly lines: Readonly<Record<string, number>>;
  /** What was not used, in the order of the text. */
  readonly issues: readonly ConfigIssue[];
}

type Table = Readonly<Record<string, unknown>>;
type Report = (path: readonly string[], message: string, part?: keyof TomlPlace) => void;

const DIRS_KEY = "dirs";

/** The keys of the tables that we read; other tables of the file are noface's own. */
const KNOWN_KEYS: Readonly<Record<string, readonly string[]>> = {
  monowiki: [...keysOf("monowiki"), "api_docs_slug", "sync_api_docs"],
  context: keysOf("context"),
  project: keysOf("project"),
  exclude: [DIRS_KEY],
};

/** Tables that have keys of noface's own besides. */
const SHARED_TABLES: ReadonlySet<string> = new Set(["project"]);

const BYTE_ORDER_MARK_REGEXP = /^\uFEFF/;

/** What the parser says before and after its sentence. */
const TOML_MESSAGE_REGEXP = /^Invalid TOML document: ([^\n]*)/;

/**
 * Returns what a `.noface.toml` says about tasks and folders to leave out. A value that can not be used
 * and a key that is not known are reported and passed over; tables that only noface reads, and its
 * keys that mean nothing here, are passed over silently. So is a whole text that is not TOML, with one
 * issue: the file is another program's.
 *
 * @example
 * ```ts
 * import { parseNoface } from "./parse_noface.ts";
 * import assert from "node:assert/strict";
 *
 * const { task, issues } = parseNoface('[monowiki]\nvault = "./wiki"\nmax_file_size_kb = 0\n');
 * assert.deepEqual(task, { vault: "wiki" });
 * assert.deepEqual(issues.map(({ line, column }) => [line, column]), [[3, 20]]);
 * ```
 */
export function parseNoface(text: string): ParsedNoface {
  const plain = text.replace(BYTE_ORDER_MARK_REGEXP, "");
  const document = parseToml(plain);
  if ("message" in document) return { task: {}, lines: {}, issues: [document] };
  const places = locateTomlValues(plain);
  const placeOf = (path: readonly string[]) => places.get(JSON.stringify(path));
  const issues: ConfigIssue[] = [];
  const report: Report = (path, message, part = "value") => {
    issues.push({ message, ...placeOf(path)?.[part] ?? START });
  };
  const lines: Record<string, number> = {};
  const noteLine = (name: string, path: readonly string[]) => {
    lines[name] = placeOf(path)?.key.line ?? START.line;
  };
  const tables = readTables(document.toml, report);
  const task = readTask(tables, { report, noteLine });
  const dirs = readDirs(tables["exclude"], report);
  if (dirs !== undefined) noteLine("exclude.dirs", ["exclude", DIRS_KEY]);
  issues.sort((a, b) => a.line - b.line || a.column - b.column);
  return { ...(dirs === undefined ? {} : { dirs }), task, lines, issues };
}

const START: TextPlace = { line: 1, column: 1 };

/** Returns the document, or what is wrong with it. */
function parseToml(text: string): { readonly toml: Table } | ConfigIssue {
  try {
    // Numbers beyond what is exact become what no setting takes, rather than an error of the whole.
    return { toml: parse(text, { integersAsBigInt: "asNeeded" }) };
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const reason = TOML_MESSAGE_REGEXP.exec(error.message)?.[1] ?? error.message;
    const message = `The file is passed over as it is not TOML: ${reason}`;
    return { message, line: error.line, column: error.column };
  }
}

/** Returns the tables that we read and that are tables, and reports what else is in them. */
function readTables(toml: Table, report: Report): Readonly<Record<string, Table>> {
  const tables: Record<string, Table> = {};
  for (const [name, known] of Object.entries(KNOWN_KEYS)) {
    const table = toml[name];
    if (table === undefined) continue;
    if (!isTable(table)) {
      report([name], `"${name}" takes a table of settings; the defaults are used`);
      continue;
    }
    tables[name] = table;
    for (const key of Object.keys(table)) {
      if (!known.includes(key) && !SHARED_TABLES.has(name)) {
        report([name, key], describeUnknownKey(`${name}.${key}`, known, key), "key");
      }
    }
  }
  return tables;
}

function readTask(
  tables: Readonly<Record<string, Table>>,
  { report, noteLine }: {
    readonly report: Report;
    readonly noteLine: (name: string, path: readonly string[]) => void;
  },
): Partial<TaskSettings> {
  const given: Record<string, unknown> = {};
  for (const name of TASK_SETTING_NAMES) {
    const { table, key, expected, read } = TASK_SETTING_RULES[name];
    const written = tables[table]?.[key];
    if (written === undefined) continue;
    const value = read(written);
    if (value === undefined) {
      report([table, key], `"${table}.${key}" takes ${expected}; its default is used`);
      continue;
    }
    given[name] = value;
    noteLine(`task.${key}`, [table, key]);
  }
  return given;
}

function readDirs(exclude: Table | undefined, report: Report): readonly string[] | undefined {
  const written = exclude?.[DIRS_KEY];
  if (written === undefined) return undefined;
  if (!Array.isArray(written) || !written.every((entry) => typeof entry === "string")) {
    report(
      ["exclude", DIRS_KEY],
      '"exclude.dirs" takes a list of folder names; its default is used',
    );
    return undefined;
  }
  return written.flatMap((entry, index) => {
    const name = toFolderName(entry);
    if (name !== undefined) return [name];
    report(
      ["exclude", DIRS_KEY, String(index)],
      `"${entry}" is passed over as "exclude.dirs" takes names of folders: ` +
        'write paths to ".dossierignore"',
    );
    return [];
  });
}

function keysOf(table: string): readonly string[] {
  return Object.values(TASK_SETTING_RULES).filter((rule) => rule.table === table)
    .map(({ key }) => key);
}

function isTable(value: unknown): value is Table {
  return typeof value === "object" && value !== null && !Array.isArray(value) &&
    !(value instanceof Date);
}
