import type { SignalKind } from "./signal.ts";

/** The parts of a request line. */
export interface SplitRequest {
  /** The kind of request. */
  readonly kind: SignalKind;
  /** The target with its lines, without Markdown marks and without a comment. */
  readonly target: string;
}

/** Markers of nested list items, with a check box. */
const MARKER_REGEXP = /^(?:(?:[-*+•]|\d{1,9}[.)])[ \t]+)+(?:\[[ xX]\][ \t]+)?/;

/** The keyword in its bold or code marks, which may end before or behind the colon. */
const WORD_REGEXP = /^([*_`]{0,6})NEED_(CODE|DOC|FILE)([*_`]{0,6}):([*_`]{0,6})\s*(\S.*)$/;

/** Marks of a bold target; underscores belong to names such as `__init__`. */
const BOLD_REGEXP = /^\*{1,3}/;

/** A target in quotes or a link, with the lines behind it; otherwise all up to white space. */
const TARGET_REGEXP = /^(?:(?:(["'`]).*?\1|\[\[[^[\]]*\]\])[^\s"'`]*|\S+)/;

/** The start of a comment behind a target. */
const COMMENT_REGEXP =
  /^(?:[([#;—–→←-]|\/\/|\/\*|<!--|(?:because|as|since|so|to|for|in order|which|where|and why)\b)/;

/** The end of a sentence, which is no part of a path. */
const STOP_REGEXP = /(?<=[\w)\]`"'])[.,;]+$/;

/**
 * Returns the request of a line, or undefined. A request may be a list item, bold, or in backticks, and
 * may have a full stop or a comment behind it. Any other text makes the line no request.
 *
 * @param line The trimmed line.
 *
 * @example
 * ```ts
 * import { splitRequest } from "./split_request.ts";
 * import assert from "node:assert/strict";
 *
 * const expected = { kind: "code", target: "src/a.ts:1-20" };
 * assert.deepEqual(splitRequest("- **NEED_CODE:** src/a.ts:1-20 (the caller)"), expected);
 * assert.equal(splitRequest("Please NEED_CODE: src/a.ts"), undefined);
 * ```
 */
export function splitRequest(line: string): SplitRequest | undefined {
  const match = WORD_REGEXP.exec(line.replace(MARKER_REGEXP, ""));
  if (match === null) return undefined;
  const [, opened = "", kind = "", before = "", behind = "", rest = ""] = match;
  const closed = before + behind;
  if (closed !== "" && closed !== reverse(opened)) return undefined;
  const target = cutTarget(rest, closed === "" ? opened : "");
  // The expression lets only the three names through.
  return target === undefined ? undefined : { kind: kind.toLowerCase() as SignalKind, target };
}

/** Separators of several targets. */
const BETWEEN_REGEXP = /,\s+(?:and\s+)?|\s+and\s+/;

/** Marks of a path, a link or a definition, which plain words do not have. */
const NAME_REGEXP = /[./#:_[]|[a-z][A-Z]/;

/** Returns the requests of a line: several targets in a row, or that of {@link splitRequest}. */
export function splitRequests(line: string): readonly SplitRequest[] {
  const rest = WORD_REGEXP.exec(line.replace(MARKER_REGEXP, ""))?.[5] ?? "";
  const parts = rest.split(BETWEEN_REGEXP);
  // Only the last target may have a comment behind it.
  if (parts.slice(0, -1).every((part) => !/\s/.test(part))) {
    const start = line.slice(0, line.length - rest.length);
    const found = parts.map((part) => splitRequest(start + part))
      .filter((part) =>
        part !== undefined && (parts.length === 1 || NAME_REGEXP.test(part.target))
      );
    if (found.length === parts.length) return found as SplitRequest[];
  }
  const request = splitRequest(line);
  return request === undefined ? [] : [request];
}

/** Returns the target at the start of a text, when only closing marks and a comment follow it. */
function cutTarget(text: string, opened: string): string | undefined {
  if (opened !== "") {
    const mark = reverse(opened);
    // A name may contain marks of emphasis; text in backticks contains no backtick.
    const end = mark.startsWith("`") ? text.indexOf(mark) : text.lastIndexOf(mark);
    if (end < 0 || !isComment(text.slice(end + mark.length))) return undefined;
    return cutTarget(text.slice(0, end).trim(), "");
  }
  const [bold = ""] = BOLD_REGEXP.exec(text) ?? [];
  const inner = bold === "" ? undefined : cutTarget(text.slice(bold.length), bold);
  if (inner !== undefined) return inner;
  const [target = ""] = TARGET_REGEXP.exec(text) ?? [];
  return isComment(text.slice(target.length)) ? target.replace(STOP_REGEXP, "") : undefined;
}

/** Returns whether the text behind a target is empty, the end of a sentence, or a comment. */
function isComment(text: string): boolean {
  const rest = text.replace(/^[.,;:]+/, "");
  return rest.trim() === "" || (rest !== rest.trimStart() && COMMENT_REGEXP.test(rest.trimStart()));
}

function reverse(marks: string): string {
  return [...marks].reverse().join("");
}
