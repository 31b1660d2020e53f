import { findJsonFault, type IssueRecord } from "@dossier/core/tracker";
import { issueError } from "./issue_error.ts";

const BLANK_REGEXP = /^\s*$/;
const LINE_END_REGEXP = /\r\n|\n/;

/** Records of a text, and what of it is none. */
export interface ParsedRecords {
  /** In the order of the text. */
  readonly records: readonly IssueRecord[];
  /** Lines that are no record, 1-based. */
  readonly brokenLines: readonly number[];
}

/**
 * Returns the records of a JSON text: the object that it is, or the objects of the list that it is.
 *
 * @param name What holds the text, for a message.
 * @throws {RetrievalError} `invalid-issue`, with line and column, when it is not JSON, or neither.
 */
export function parseJsonRecords(text: string, name: string): readonly IssueRecord[] {
  const value = parseJson(text);
  if (value === undefined) {
    const { line, column } = findJsonFault(text) ?? { line: 1, column: 1 };
    throw issueError(name, `line ${line}, column ${column} is not JSON: mend it there`);
  }
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (values.every(isRecord)) return values;
  throw issueError(name, 'it is no object: write one with "title" and "description"');
}

/**
 * Returns the records of a text with one in each line. With an id only lines that hold it are parsed,
 * unless none of them is its record: a tracker may be long.
 *
 * @param id The issue that is wanted.
 */
export function parseLineRecords(text: string, id: string | undefined): ParsedRecords {
  const lines = text.split(LINE_END_REGEXP);
  const records: IssueRecord[] = [];
  const brokenLines: number[] = [];
  for (const [index, line] of lines.entries()) {
    if (BLANK_REGEXP.test(line) || (id !== undefined && !line.includes(id))) continue;
    const value = parseJson(line);
    if (isRecord(value)) records.push(value);
    else brokenLines.push(index + 1);
  }
  return { records, brokenLines };
}

/** Returns what a text is in JSON; undefined when it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is IssueRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
