import { isJsonObject, isNestedDeeply } from "@dossier/core/text";
import { findJsonFault, type IssueRecord, parseIssueId } from "@dossier/core/tracker";
import { issueError, issueNotFoundError } from "./decode_issue_text.ts";
import { nearestNames } from "@dossier/core/query";

const BLANK_REGEXP = /^\s*$/;
const LINE_END_REGEXP = /\r\n|\n/;

/**
 * Returns the records of a JSON text: a single object, or the objects of a list.
 *
 * @param name Name of the source of the text, for messages.
 * @throws {RetrievalError} `invalid-issue` when the text is not JSON, with line and column, or
 * neither an object nor a list of objects.
 */
export function parseJsonRecords(text: string, name: string): readonly IssueRecord[] {
  if (isNestedDeeply(text)) {
    throw issueError(name, "its lists and objects are nested too deeply: use fewer levels");
  }
  const value = parseJson(text);
  if (value === undefined) {
    const { line, column } = findJsonFault(text) ?? { line: 1, column: 1 };
    throw issueError(name, `line ${line}, column ${column} is not valid JSON: correct it`);
  }
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (values.every(isJsonObject)) return values;
  throw issueError(name, 'it is not an object: write an object with "title" and "description"');
}

/**
 * Returns the records of a text with one in each line, and the numbers of invalid lines. With an
 * id, only lines that contain it are parsed: a tracker may be long.
 */
export function parseLineRecords(
  text: string,
  id: string | undefined,
): { readonly records: readonly IssueRecord[]; readonly brokenLines: readonly number[] } {
  const lines = text.split(LINE_END_REGEXP);
  const records: IssueRecord[] = [];
  const brokenLines: number[] = [];
  for (const [index, line] of lines.entries()) {
    if (BLANK_REGEXP.test(line) || (id !== undefined && !line.includes(id))) continue;
    const value = parseJson(line);
    if (isJsonObject(value)) records.push(value);
    else brokenLines.push(index + 1);
  }
  return { records, brokenLines };
}

/**
 * Returns the JSON value of a text, or `undefined` when it is invalid, or has more levels than any
 * record.
 */
export function parseJson(text: string): unknown {
  if (isNestedDeeply(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Number of ids in an error message: enough to show their form. */
const MAX_EXAMPLE_IDS = 3;

/** Options of {@link pickRecord}. */
export interface PickOptions {
  /** Id of the requested issue; `undefined` for the only one. */
  readonly id: string | undefined;
  /** Name of the source of the records, for messages. */
  readonly name: string;
  /** Text that the user wrote before the `#`, for messages. */
  readonly source: string;
}

/**
 * Returns the record of the requested issue, the last one with its id.
 *
 * @throws {RetrievalError} `issue-not-found`, with the most similar ids, when there is none;
 * `invalid-issue` when none is named and there are several.
 */
export function pickRecord(
  records: readonly IssueRecord[],
  { id, name, source }: PickOptions,
): IssueRecord {
  if (id === undefined) {
    const [only, ...others] = records;
    if (only === undefined) throw issueError(name, "it contains no issue: write one");
    if (others.length === 0) return only;
    const ids = listIds(records);
    const example = ids[0] === undefined
      ? ""
      : `, such as ${quoteAll(ids.slice(0, MAX_EXAMPLE_IDS))}`;
    throw issueError(
      name,
      `it contains ${records.length} issues${example}: name one of them, as in "${source}#${
        ids[0] ?? "ID"
      }"`,
    );
  }
  const found = records.findLast((record) => parseIssueId(record) === id);
  if (found !== undefined) return found;
  const ids = listIds(records);
  const near = findNear(id, ids);
  const hint = near.length > 0
    ? `did you mean ${quoteAll(near)}?`
    : ids.length > 0
    ? `it has ${ids.length} issues, such as ${quoteAll(ids.slice(0, MAX_EXAMPLE_IDS))}`
    : "it contains no issue with an ID";
  throw issueNotFoundError(name, `it has no issue "${id}": ${hint}`);
}

function listIds(records: readonly IssueRecord[]): readonly string[] {
  return [...new Set(records.map(parseIssueId))].filter((id) => id !== "");
}

/** Returns similar ids: people omit the common prefix of all ids. */
function findNear(id: string, ids: readonly string[]): readonly string[] {
  const wanted = id.toLowerCase();
  const longer = wanted === "" ? [] : ids.filter((other) => other.toLowerCase().endsWith(wanted));
  const near = [...longer, ...nearestNames(id, ids, { limit: MAX_EXAMPLE_IDS })];
  return [...new Set(near)].slice(0, MAX_EXAMPLE_IDS);
}

function quoteAll(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(", ");
}
