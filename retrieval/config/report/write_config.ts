import {
  draftPath,
  fileCondition,
  lstatOrUndefined,
  PROGRAM,
  RetrievalError,
} from "../../machine/mod.ts";
import { checkSecretRoot, resolveRoot } from "../../tree/mod.ts";
import { EMBEDDER_SET_BY } from "../set_by.ts";
import {
  EMBEDDER_KINDS,
  EMBEDDER_RULES,
  SETTING_GROUPS,
  type SettingGroup,
} from "../setting_rules.ts";
import { CONFIG_PATH } from "../settings.ts";

/** Characters of a line at most. */
const COLUMNS = 100;

const HEAD: readonly string[] = [
  "Settings of dossier for this project, with their defaults. None is set yet: to set one, remove",
  'the "# " before it and before the name of its group. A list replaces the default list.',
  `\`${PROGRAM} config\` prints the settings in use.`,
];

/**
 * Returns the text of a configuration that names every setting that a repository may give with its default and gives
 * none: a line of explanation begins with two marks of comment, a setting with one. Without one mark on each line
 * it is a configuration that gives every setting, each as it is anyway.
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
      `##   Only your own configuration may set ${EMBEDDER_SET_BY.userOnly}`,
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

/**
 * Writes a configuration that names every setting and gives none, and returns its absolute path. The
 * file and the folder that it is in are all that is made.
 *
 * @param root The tree: an existing folder.
 * @param options.force Whether a configuration that is there already is replaced.
 * @throws {RetrievalError} `root-not-found` without such a folder; `invalid-config` when there is a
 * configuration already, or its folder is none; `index-unwritable` or `disk-full` when it can not be
 * written.
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
    if (known !== undefined && !force) throw refusal(THERE_IS_ONE);
    placeFile(path, force);
    return path;
  } catch (error) {
    if (error instanceof Deno.errors.AlreadyExists) throw refusal(THERE_IS_ONE, error);
    const [code, reason] = FAILURES[fileCondition(error) ?? ""] ?? [];
    if (code === undefined) throw error;
    throw new RetrievalError(code, `Cannot write "${path}"${reason}`, { cause: error });
  }
}

const THERE_IS_ONE = "it exists already: edit it, or replace it with --force";

const NO_FOLDER = '".dossier" is a file or a link: make it a folder';

/** How a disk fails, with the code and the end of the sentence. */
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
  // A link may lead out of the root, where nothing is ours to write.
  if (Deno.realPathSync(folder) !== folder) throw refusal(NO_FOLDER);
}

/** Puts a whole file at a path, and in the place of another only when that is wanted. */
function placeFile(path: string, force: boolean): void {
  const draft = draftPath(path);
  try {
    Deno.writeTextFileSync(draft, renderConfig(), { createNew: true });
    if (force || !tryLink(draft, path)) Deno.renameSync(draft, path);
  } finally {
    if (lstatOrUndefined(draft) !== undefined) Deno.removeSync(draft);
  }
}

/** Gives a file another name that nobody has taken meanwhile; false where the disk knows no such names. */
function tryLink(file: string, path: string): boolean {
  try {
    Deno.linkSync(file, path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.AlreadyExists) throw error;
    return false;
  }
}
