import {
  draftPath,
  fileCondition,
  lstatOrUndefined,
  PROGRAM,
  RetrievalError,
} from "../../machine/mod.ts";
import { checkSecretRoot, resolveRoot } from "../../tree/mod.ts";
import { EMBEDDER_SETTING } from "../setting_permission.ts";
import {
  EMBEDDER_KINDS,
  EMBEDDER_RULES,
  SETTING_GROUPS,
  type SettingGroup,
} from "../setting_rules.ts";
import { CONFIG_PATH } from "../settings.ts";

/** Maximum number of characters of a line. */
const COLUMNS = 100;

const HEAD: readonly string[] = [
  "Settings of dossier for this project, with their defaults. None is set yet: to set one, remove",
  'the "# " before it and before the name of its group. A list replaces the default list.',
  `\`${PROGRAM} config\` prints the settings in use.`,
];

/**
 * Returns the text of a configuration that lists every setting that a repository may set, with its
 * default and commented out. A line of description begins with two comment marks, a setting with
 * one. With one mark removed from each line, it is a configuration that sets every setting to its
 * default.
 *
 * @example
 * ```ts
 * import { renderConfig } from "./write_config.ts";
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
    renderGroup("exclude"),
    [
      "## Embedder of chunks and queries",
      "# embedder:",
      `##   One of ${EMBEDDER_KINDS.join(", ")}`,
      `#   kind: ${EMBEDDER_KINDS[0]}`,
      ...EMBEDDER_KINDS.flatMap((kind) =>
        Object.values(EMBEDDER_RULES[kind])
          .map(({ key, expected }) => `##   With ${kind}, ${key}: ${expected}`)
      ),
      `##   Only your own configuration may set ${EMBEDDER_SETTING.userOnly}`,
    ],
    renderGroup("log"),
    renderGroup("task"),
  ];
  return `${groups.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

/** Returns the lines of a group of settings, each with its default. */
function renderGroup(name: keyof typeof SETTING_GROUPS): readonly string[] {
  const { summary, rules, defaults }: SettingGroup = SETTING_GROUPS[name];
  return [
    `## ${summary}`,
    `# ${name}:`,
    ...Object.entries(rules).flatMap(([code, { key, summary }]) => [
      `##   ${summary}`,
      ...renderValue(defaults[code], `#   ${key}: `),
    ]),
  ];
}

/** Returns the lines of a value as JSON, which is valid YAML, after `head`. */
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

/**
 * Writes a configuration that lists every setting and sets none, and returns its absolute path.
 * Only the file and its folder are created.
 *
 * @param root Root of the tree: an existing folder.
 * @param options.force True to replace an existing configuration.
 * @throws {RetrievalError} `root-not-found` without such a folder; `invalid-config` when there is a
 * configuration already, or its folder is not a folder; `index-unwritable` or `disk-full` when it
 * cannot be written.
 */
export function writeConfig(
  root: string,
  { force = false }: { readonly force?: boolean } = {},
): string {
  const real = resolveRoot(root);
  checkSecretRoot(real);
  const path = `${real}/${CONFIG_PATH}`;
  try {
    makeFolder(path.slice(0, path.lastIndexOf("/")));
    const known = lstatOrUndefined(path);
    if (known?.isDirectory) throw refusal("it is a folder: move it away");
    if (known !== undefined && !force) throw refusal(CONFIG_EXISTS);
    writeAtomically(path, force);
    return path;
  } catch (error) {
    if (error instanceof Deno.errors.AlreadyExists) throw refusal(CONFIG_EXISTS, error);
    const [code, reason] = FAILURES[fileCondition(error) ?? ""] ?? [];
    if (code === undefined) throw error;
    throw new RetrievalError(code, `Cannot write "${path}"${reason}`, { cause: error });
  }
}

const CONFIG_EXISTS = "it exists already: edit it, or replace it with --force";

const NO_FOLDER = '".dossier" is a file or a link: make it a folder';

/** Error codes of the system, each with our code and the end of the message. */
const FAILURES: Readonly<Record<string, readonly ["disk-full" | "index-unwritable", string]>> = {
  full: ["disk-full", " as the disk is full or failing: free some space and run this again"],
  unwritable: [
    "index-unwritable",
    ": make the folder writable, or name another repository with --root",
  ],
};

function refusal(reason: string, cause?: unknown): RetrievalError {
  const message = `Cannot write "${CONFIG_PATH}" as ${reason}`;
  return new RetrievalError("invalid-config", message, { cause });
}

function makeFolder(folder: string): void {
  try {
    Deno.mkdirSync(folder, { recursive: true });
  } catch (error) {
    if (error instanceof Deno.errors.AlreadyExists) throw refusal(NO_FOLDER, error);
    throw error;
  }
  // A link may lead out of the root, where nothing may be written.
  if (Deno.realPathSync(folder) !== folder) throw refusal(NO_FOLDER);
}

/** Creates a file atomically, and replaces an existing one only if `force` is true. */
function writeAtomically(path: string, force: boolean): void {
  const draft = draftPath(path);
  try {
    Deno.writeTextFileSync(draft, renderConfig(), { createNew: true });
    if (force || !tryLink(draft, path)) Deno.renameSync(draft, path);
  } finally {
    if (lstatOrUndefined(draft) !== undefined) Deno.removeSync(draft);
  }
}

/**
 * Links a file to another name that does not exist yet; false when the file system has no hard
 * links.
 */
function tryLink(file: string, path: string): boolean {
  try {
    Deno.linkSync(file, path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.AlreadyExists) throw error;
    return false;
  }
}
