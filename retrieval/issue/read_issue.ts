import type { Issue, Note } from "@dossier/core";
import {
  type IssueRecord,
  type ParsedIssue,
  parseIssueId,
  parseIssueRecord,
  parseMarkdownIssue,
} from "@dossier/core/tracker";
import { parsePlainYaml, splitFrontMatter, toPlainValue } from "@dossier/core/yaml";
import type { Visibility } from "@dossier/core/exclude";
import { readPlainFileAsync } from "../machine/mod.ts";
import { maskSecrets } from "../secrets/mod.ts";
import { locateFile, type LocateOptions, readDocument } from "../tree/mod.ts";
import { decodeIssueText, issueError, issueNotFoundError } from "./decode_issue_text.ts";
import {
  parseJson,
  parseJsonRecords,
  parseLineRecords,
  type PickOptions,
  pickRecord,
} from "./issue_records.ts";
import { listTrackerPaths, parseIssueSpec, resolvePath } from "./issue_spec.ts";

/** Options of {@link readIssue}. */
export interface ReadIssueOptions {
  /** Absolute path of the tree of the issue. */
  readonly root: string;
  /** Absolute path of the base folder of a relative file. @default the root */
  readonly folder?: string | undefined;
  /**
   * Returns the visibility for a file of the tree. If given, only a visible file is read, and its
   * secrets are masked: for callers that may name files without owning the machine.
   */
  readonly readVisibility?: ((written: string) => Promise<Visibility>) | undefined;
  /** Standard input for `-`, which is read to its end. */
  readonly stdin?: ReadableStream<Uint8Array<ArrayBuffer>> | undefined;
  /** Name of `-` in errors. @default "standard input" */
  readonly stdinName?: string | undefined;
}

/** Options of an engine for the location of an issue. */
export interface IssueOptions extends Pick<ReadIssueOptions, "folder" | "stdin" | "stdinName"> {
  /**
   * True when only visible files of the tree are read, with secrets masked, as for callers that may
   * name files without owning the machine. @default false
   */
  readonly isConfined?: boolean | undefined;
}

/** Issue, with its tracker files and notes. */
export interface ReadIssue {
  /** Issue with a title, a description, or both. */
  readonly issue: Issue;
  /** Files with issues; see {@link listTrackerPaths}. */
  readonly trackerPaths: readonly string[];
  /** Notes about unusable fields. */
  readonly notes: readonly Note[];
}

/** Form of a text. */
type Form = "json" | "lines" | "markdown" | "any";

const FORMS: ReadonlyMap<string, Form> = new Map([
  ["json", "json"],
  ["jsonl", "lines"],
  ["ndjson", "lines"],
  ["md", "markdown"],
  ["markdown", "markdown"],
]);

const EXTENSION_REGEXP = /\.([^./]+)$/;
const OBJECT_START_REGEXP = /^\s*\{/;
const LIST_START_REGEXP = /^\s*\[/;
/**
 * End and start of objects, which only occur in a text of several JSON objects, one in each line.
 */
const OBJECTS_REGEXP = /\}[ \t]*\r?\n\s*\{/;

const STANDARD_INPUT_NAME = "standard input";

/**
 * Returns the issue that `spec` names.
 *
 * - `FILE.json`: an object, or a list of one; `FILE.json#ID` for a list of several
 * - `FILE.jsonl#ID`: the line of that issue, as in `.beads/issues.jsonl#web-7`
 * - `FILE.md`: Markdown, its fields in front matter
 * - `-` or `-#ID`: the same from standard input, and any other file: JSON when it begins with `{` or is
 *   a JSON list, Markdown otherwise
 *
 * For the fields and their names, see `parseIssueRecord` of core.
 *
 * @throws {RetrievalError} `issue-not-found` when there is no such file or no such issue in it,
 * with similar ones; `invalid-issue`, with the location, when it cannot be read or has neither a
 * title nor a description.
 *
 * @example
 * ```ts
 * import { readIssue } from "./read_issue.ts";
 * import assert from "node:assert/strict";
 *
 * const root = Deno.makeTempDirSync();
 * Deno.writeTextFileSync(`${root}/7.md`, "---\ntype: bug\n---\n# Retry uploads\n\nThey fail.\n");
 * const { issue, trackerPaths } = await readIssue("7.md", { root });
 * assert.equal(issue.title, "Retry uploads");
 * assert.deepEqual(trackerPaths, [".beads/", "7.md"]);
 * ```
 */
export async function readIssue(spec: string, options: ReadIssueOptions): Promise<ReadIssue> {
  const { root, folder = root, stdinName = STANDARD_INPUT_NAME } = options;
  const { path, id } = parseIssueSpec(spec, folder);
  const source = path ?? "-";
  const name = path === undefined ? stdinName : `"${path}"`;
  if (id === "") throw issueError(name, `no issue is named after "#": write "${source}#ID"`);
  const bytes = path === undefined
    ? await readInput(options.stdin)
    : options.readVisibility === undefined
    ? await readFile(resolvePath(path, folder), name)
    : readTreeFile(path, name, { root, visibility: await options.readVisibility(path) });
  const text = decodeIssueText(bytes, name);
  if (text.trim() === "") throw issueError(name, "it is empty: write a title or a description");
  const extension = EXTENSION_REGEXP.exec(source)?.[1]?.toLowerCase() ?? "";
  const form = FORMS.get(extension) ?? "any";
  const { issue, problems } = await readText(text, { form, id, name, source });
  if (issue.title.trim() === "" && issue.description.trim() === "") {
    throw issueError(name, "it has neither title nor description: write one of them");
  }
  const read = {
    issue,
    trackerPaths: listTrackerPaths(spec, { root, folder }),
    notes: problems.map((message) => ({ code: "issue-field", message })),
  };
  return options.readVisibility === undefined ? read : await mask(read);
}

async function mask({ issue, notes, ...rest }: ReadIssue): Promise<ReadIssue> {
  const path = issue.id || "the issue";
  const parts = [issue.title, issue.description].map((text) => ({ path, startLine: 1, text }));
  const { texts, notes: masked } = await maskSecrets(parts);
  const [title, description] = texts.map(({ text }) => text);
  return {
    ...rest,
    issue: { ...issue, title: title!, description: description! },
    notes: [...notes, ...masked],
  };
}

async function readText(
  text: string,
  { form, ...options }: PickOptions & { readonly form: Form },
): Promise<ParsedIssue> {
  const found = form === "any" ? detectForm(text, options.id) : form;
  switch (found) {
    case "json":
      return parseIssueRecord(pickRecord(parseJsonRecords(text, options.name), options));
    case "lines":
      return readLine(text, options);
    case "markdown":
      return await readMarkdown(text, options);
  }
}

/** Returns the form of a text that its file name does not show. */
function detectForm(text: string, id: string | undefined): Exclude<Form, "any"> {
  if (OBJECT_START_REGEXP.test(text)) {
    if (OBJECTS_REGEXP.test(text)) return parseJson(text) === undefined ? "lines" : "json";
    // A single line with an id may be a whole tracker.
    return "json";
  }
  // Prose often begins with a bracket, so only valid JSON counts as a list.
  const isList = LIST_START_REGEXP.test(text) &&
    (id !== undefined || parseJson(text) !== undefined);
  return isList ? "json" : "markdown";
}

function readLine(text: string, options: PickOptions): ParsedIssue {
  const { id, name } = options;
  const near = id === undefined ? [] : parseLineRecords(text, id).records;
  // The error needs all records, too, for their ids.
  const { records, brokenLines } = near.some((record) => parseIssueId(record) === id)
    ? { records: near, brokenLines: [] }
    : parseLineRecords(text, undefined);
  try {
    return parseIssueRecord(pickRecord(records, options));
  } catch (error) {
    const [broken] = brokenLines;
    if (broken === undefined) throw error;
    throw issueError(name, `line ${broken} is not a JSON object: correct that line`, error);
  }
}

async function readMarkdown(text: string, { id, name }: PickOptions): Promise<ParsedIssue> {
  if (id !== undefined) {
    throw issueError(name, `it is Markdown, which contains one issue: remove "#${id}"`);
  }
  const { frontMatter, body } = splitFrontMatter(text);
  if (frontMatter === undefined) return parseMarkdownIssue(body);
  const fields = await readFrontMatter(frontMatter, name);
  return fields === undefined ? parseMarkdownIssue(text) : parseMarkdownIssue(body, fields);
}

/**
 * Returns the fields of a front matter, or `undefined` when it is YAML but not a mapping: it is
 * then text between two rules.
 *
 * @param name Name of the source of the text, for messages.
 * @throws {RetrievalError} `invalid-issue`, with line and column, when it is not YAML.
 */
export async function readFrontMatter(
  text: string,
  name: string,
): Promise<IssueRecord | undefined> {
  const plain = parsePlainYaml(text);
  if (plain !== undefined) return (toPlainValue(plain) ?? {}) as IssueRecord;
  // Imported only here: most front matter is plain.
  const { parseFrontMatter } = await import("./parse_front_matter.ts");
  return parseFrontMatter(text, name);
}

async function readInput(
  stdin: ReadableStream<Uint8Array<ArrayBuffer>> | undefined,
): Promise<Uint8Array<ArrayBuffer>> {
  if (stdin === undefined) {
    throw issueError(STANDARD_INPUT_NAME, "no standard input can be read here: name a file");
  }
  return new Uint8Array(await new Response(stdin).arrayBuffer());
}

/**
 * Returns the bytes of a visible file of the tree.
 *
 * @throws {RetrievalError} `issue-not-found`.
 */
function readTreeFile(
  path: string,
  name: string,
  { root, visibility }: LocateOptions,
): Uint8Array<ArrayBuffer> {
  const located = locateFile(path, { root, visibility });
  if (located.kind !== "file") throw issueNotFoundError(name, located.reason);
  const read = readDocument(root, located.path, visibility, { explicit: true });
  if (read.kind === "skipped") throw issueNotFoundError(name, read.message);
  return read.bytes;
}

/** Messages for files that cannot be an issue. */
const REFUSALS: Readonly<Record<string, string>> = {
  missing: "there is no such file: name one, or - for standard input",
  folder: 'it is a folder: name a file in it, or "FILE.jsonl#ID"',
  special: "it is not a regular file: pass it on standard input, with -",
  unreadable: "its permissions do not allow it: change them",
};

async function readFile(path: string, name: string): Promise<Uint8Array<ArrayBuffer>> {
  const read = await readPlainFileAsync(path);
  if (read.kind === "bytes") return read.bytes;
  const { reason, message, cause } = read;
  const refuse = reason === "missing" ? issueNotFoundError : issueError;
  throw refuse(name, REFUSALS[reason] ?? message, cause);
}
