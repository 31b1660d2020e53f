import type { Issue, Note } from "@dossier/core";
import {
  type IssueReading,
  type IssueRecord,
  readIssueId,
  readIssueRecord,
  readMarkdownIssue,
} from "@dossier/core/tracker";
import { readPlainYaml, splitFrontMatter, toPlainValue } from "@dossier/core/yaml";
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
  /** Absolute path of the tree that the issue is about. */
  readonly root: string;
  /** Absolute path of the folder that a relative file is seen from. @default the root */
  readonly folder?: string | undefined;
  /**
   * Returns whether the file that is written may be seen. When given, only one that may is read, and secrets in
   * it are masked: for whoever may name files without owning the machine.
   */
  readonly readVisibility?: ((written: string) => Promise<Visibility>) | undefined;
  /** What `-` is read from; it is read to its end. */
  readonly stdin?: ReadableStream<Uint8Array<ArrayBuffer>> | undefined;
  /** What errors call `-`. @default "standard input" */
  readonly stdinName?: string | undefined;
}

/** What an engine is told of where an issue is. */
export interface IssueOptions extends Pick<ReadIssueOptions, "folder" | "stdin" | "stdinName"> {
  /**
   * Whether only a file of the tree is read that no rule leaves out, and secrets in it are masked, as for
   * whoever may name files without owning the machine. @default false
   */
  readonly isConfined?: boolean | undefined;
}

/** An issue, and what there is to know about where it comes from. */
export interface ReadIssue {
  /** The issue; at least one of title and description holds something. */
  readonly issue: Issue;
  /** Files that hold issues: see {@link listTrackerPaths}. */
  readonly trackerPaths: readonly string[];
  /** What of it could not be used, a note each. */
  readonly notes: readonly Note[];
}

/** How a text is read. */
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
/** What only a text of several JSON objects, a line each, has: an end and a start. */
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
 * What fields there are and what they are called: `readIssueRecord` of core.
 *
 * @throws {RetrievalError} `issue-not-found` when there is no such file or no such issue in it, with
 * the nearest; `invalid-issue`, with the place, when it can not be read or has neither title nor
 * description.
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
): Promise<IssueReading> {
  const found = form === "any" ? detectForm(text, options.id) : form;
  switch (found) {
    case "json":
      return readIssueRecord(pickRecord(parseJsonRecords(text, options.name), options));
    case "lines":
      return readLine(text, options);
    case "markdown":
      return await readMarkdown(text, options);
  }
}

/** Returns how to read a text whose file name does not say it. */
function detectForm(text: string, id: string | undefined): Exclude<Form, "any"> {
  if (OBJECT_START_REGEXP.test(text)) {
    if (OBJECTS_REGEXP.test(text)) return parseJson(text) === undefined ? "lines" : "json";
    // A single line with an id may be all that a tracker holds.
    return "json";
  }
  // Prose often begins with a bracket, so only a list that is JSON is taken for one.
  const isList = LIST_START_REGEXP.test(text) &&
    (id !== undefined || parseJson(text) !== undefined);
  return isList ? "json" : "markdown";
}

function readLine(text: string, options: PickOptions): IssueReading {
  const { id, name } = options;
  const near = id === undefined ? [] : parseLineRecords(text, id).records;
  // Also the error needs all of them, for the ids there are.
  const { records, brokenLines } = near.some((record) => readIssueId(record) === id)
    ? { records: near, brokenLines: [] }
    : parseLineRecords(text, undefined);
  try {
    return readIssueRecord(pickRecord(records, options));
  } catch (error) {
    const [broken] = brokenLines;
    if (broken === undefined) throw error;
    throw issueError(name, `line ${broken} is not a JSON object: correct that line`, error);
  }
}

async function readMarkdown(text: string, { id, name }: PickOptions): Promise<IssueReading> {
  if (id !== undefined) {
    throw issueError(name, `it is Markdown, which contains one issue: remove "#${id}"`);
  }
  const { frontMatter, body } = splitFrontMatter(text);
  if (frontMatter === undefined) return readMarkdownIssue(body);
  const fields = await readFrontMatter(frontMatter, name);
  return fields === undefined ? readMarkdownIssue(text) : readMarkdownIssue(body, fields);
}

/**
 * Returns the fields of a front matter; undefined when it is YAML but no mapping, as what stands
 * between two rules is text then.
 *
 * @param name What holds the text, for a message.
 * @throws {RetrievalError} `invalid-issue`, with line and column, when it is not YAML.
 */
export async function readFrontMatter(
  text: string,
  name: string,
): Promise<IssueRecord | undefined> {
  const plain = readPlainYaml(text);
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
 * Returns the bytes of a file of the tree that no rule leaves out.
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

/** What is wrong with a file that is no issue, where there is more to say of it than of any file. */
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
