import { DEFAULT_EXCLUSIONS } from "@dossier/core/exclude";
import { DEFAULT_TASK_SETTINGS } from "@dossier/core/plan";
import { EMBEDDER_KINDS } from "../embedder_settings.ts";
import { DEFAULT_SYMBOL_SOURCE, SYMBOL_SOURCES } from "../symbol_source.ts";
import { EXCLUDE_SETTING_RULES, EXCLUDE_SETTINGS } from "../exclude_setting_rules.ts";
import {
  DEFAULT_LOG_SETTINGS,
  LOG_SETTING_NAMES,
  LOG_SETTING_RULES,
} from "../log_setting_rules.ts";
import { listEmbedderSettings } from "../read_embedder.ts";
import { PROGRAM } from "../../machine/mod.ts";
import { TASK_SETTING_NAMES, TASK_SETTING_RULES } from "../task/task_setting_rules.ts";

/** Characters of a line at most. */
const COLUMNS = 100;

/** What the lines are about, for whoever opens the file without having read anything. */
const HEAD: readonly string[] = [
  "Settings of dossier for this project, with their defaults. None is given yet: to give one, take",
  'the "# " away in front of it, and in front of the name of its group. A list that is given takes',
  `the place of the default one. \`${PROGRAM} config\` prints what is in force.`,
];

/**
 * Returns the text of a configuration that names every setting with its default and gives none: a line
 * of explanation begins with two marks of comment, a setting with one. Without one mark on each line
 * it is a configuration that gives every setting, each as it is anyway.
 *
 * @example
 * ```ts
 * import { renderConfig } from "./render_config.ts";
 * import assert from "node:assert/strict";
 *
 * const lines = renderConfig().split("\n");
 * assert.ok(lines.includes("#   stale_days: 90"));
 * assert.ok(lines.every((line) => line === "" || line.startsWith("#")));
 * ```
 */
export function renderConfig(): string {
  const groups = [
    HEAD.map((line) => `## ${line}`),
    group("exclude", {
      summary: "What is left out of the index, and of every answer",
      settings: EXCLUDE_SETTINGS.map((key) => {
        const { name, summary } = EXCLUDE_SETTING_RULES[key];
        return { key, summary, value: DEFAULT_EXCLUSIONS[name] };
      }),
    }),
    [
      `## What definitions are found with: ${SYMBOL_SOURCES.join(" or ")}`,
      `# symbols: ${DEFAULT_SYMBOL_SOURCE}`,
    ],
    group("embedder", {
      summary: "What chunks and queries are embedded with",
      settings: [{
        key: "kind",
        summary: `One of ${EMBEDDER_KINDS.join(", ")}`,
        value: EMBEDDER_KINDS[0],
      }],
      remarks: EMBEDDER_KINDS.flatMap((kind) =>
        listEmbedderSettings(kind).map(([key, expected]) => `With ${kind}, ${key}: ${expected}`)
      ),
    }),
    group("log", {
      summary:
        "How long the record of what was given is kept; a session goes as a whole or not at all",
      settings: LOG_SETTING_NAMES.map((name) => {
        const { key, summary } = LOG_SETTING_RULES[name];
        return { key, summary, value: DEFAULT_LOG_SETTINGS[name] };
      }),
    }),
    group("task", {
      summary: "How bundles for issues are made, and requests answered",
      settings: TASK_SETTING_NAMES.map((name) => {
        const { key, summary } = TASK_SETTING_RULES[name];
        return { key, summary, value: DEFAULT_TASK_SETTINGS[name] };
      }),
    }),
  ];
  return `${groups.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

/** One setting of a group. */
interface RenderedSetting {
  readonly key: string;
  readonly summary: string;
  readonly value: unknown;
}

/** Returns the lines of a mapping of settings; remarks stand at its end. */
function group(
  name: string,
  { summary, settings, remarks = [] }: {
    readonly summary: string;
    readonly settings: readonly RenderedSetting[];
    readonly remarks?: readonly string[];
  },
): readonly string[] {
  return [
    `## ${summary}`,
    `# ${name}:`,
    ...settings.flatMap(({ key, summary, value }) => [
      `##   ${summary}`,
      ...renderValue(value, `#   ${key}: `),
    ]),
    ...remarks.map((remark) => `##   ${remark}`),
  ];
}

/** Returns the lines of a value in the form of JSON, which YAML takes; `head` stands before it. */
function renderValue(value: unknown, head: string): readonly string[] {
  if (!Array.isArray(value)) {
    return [head + (typeof value === "string" && value !== "" ? value : JSON.stringify(value))];
  }
  const items = value.map((item, at) =>
    JSON.stringify(item) + (at === value.length - 1 ? "" : ",")
  );
  const whole = `${head}[${items.join(" ")}]`;
  if (whole.length <= COLUMNS) return [whole];
  const margin = "#     ";
  const lines: string[] = [];
  for (const item of items) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + 1 + item.length <= COLUMNS) {
      lines[lines.length - 1] = `${line} ${item}`;
    } else lines.push(margin + item);
  }
  return [`${head}[`, ...lines, "#   ]"];
}
