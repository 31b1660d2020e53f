import { findHtmlEnd } from "../chunk/html_block.ts";
import { type IssueRecord, type ParsedIssue, parseIssueRecord } from "./parse_issue_record.ts";

const LINE_REGEXP = /([^\r\n]*)(\r\n|\r|\n|$)/y;
const FENCE_REGEXP = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})[ \t]*(.*)$/;
const HEADING_REGEXP = /^ {0,3}#{1,6}[ \t](.*)$/;
const UNDERLINE_REGEXP = /^ {0,3}(?:={2,}|-{2,})[ \t]*$/;
/** Start of a line that cannot be an underlined heading. */
const NO_TITLE_REGEXP = /^(?: {4}|\t|[ \t]*(?:[>|]|[-*+][ \t]|\d{1,9}[.)][ \t]|$))/;
const BLANK_LINES_REGEXP = /^(?:[ \t]*(?:\r\n|\r|\n))+/;

/** Heading of a Markdown text. */
interface FoundHeading {
  readonly title: string;
  /** Offsets of its lines. */
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the issue of a Markdown text. Without a title in the front matter the first heading is
 * the title; it is removed from the description when no text is above it. Without a heading the
 * title is empty.
 *
 * @param body Text after the front matter.
 * @param frontMatter Fields for {@link parseIssueRecord}.
 */
export function parseMarkdownIssue(body: string, frontMatter: IssueRecord = {}): ParsedIssue {
  const { issue, problems } = parseIssueRecord(withBody(body, frontMatter));
  if (issue.title !== "") return { issue, problems };
  const heading = findFirstHeading(body);
  if (heading === undefined) return { issue, problems };
  const isFirst = body.slice(0, heading.start).trim() === "";
  const rest = body.slice(heading.end).replace(BLANK_LINES_REGEXP, "");
  const described = isFirst ? parseIssueRecord(withBody(rest, frontMatter)).issue : issue;
  return { issue: { ...described, title: heading.title }, problems };
}

/** Returns the fields with the body as description, which replaces one in the front matter. */
function withBody(body: string, frontMatter: IssueRecord): IssueRecord {
  return body.trim() === "" ? frontMatter : { ...frontMatter, description: body };
}

function findFirstHeading(text: string): FoundHeading | undefined {
  let fence: string | undefined;
  let htmlEnd: RegExp | undefined;
  let previous: FoundHeading | undefined;
  let isAfterBlank = true;
  LINE_REGEXP.lastIndex = 0;
  while (LINE_REGEXP.lastIndex < text.length) {
    const start = LINE_REGEXP.lastIndex;
    const [, line = ""] = LINE_REGEXP.exec(text) ?? [];
    const end = LINE_REGEXP.lastIndex;
    if (fence === undefined) htmlEnd ??= findHtmlEnd(line.trim());
    if (htmlEnd !== undefined) {
      if (htmlEnd.test(line)) htmlEnd = undefined;
      continue;
    }
    const [, marks = "", info = ""] = FENCE_REGEXP.exec(line) ?? [];
    if (fence !== undefined) {
      if (info === "" && marks.startsWith(fence)) fence = undefined;
      continue;
    }
    const title = withoutClosing(HEADING_REGEXP.exec(line)?.[1]?.trim() ?? "");
    if (title !== "") return { title, start, end };
    if (previous !== undefined && UNDERLINE_REGEXP.test(line)) return { ...previous, end };
    if (marks !== "") fence = marks;
    // Below a paragraph of several lines a row of dashes is usually a rule.
    previous = isAfterBlank && marks === "" && !NO_TITLE_REGEXP.test(line)
      ? { title: line.trim(), start, end }
      : undefined;
    isAfterBlank = line.trim() === "";
  }
  return undefined;
}

/** Returns the text of a heading without its closing marks, which follow a space. */
function withoutClosing(text: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === "#") end--;
  if (end === 0) return "";
  const isClosed = end < text.length && (text[end - 1] === " " || text[end - 1] === "\t");
  return isClosed ? text.slice(0, end).trimEnd() : text;
}
