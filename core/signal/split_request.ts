import type { SignalKind } from "./signal.ts";

/** A line that asks for something, taken apart. */
export interface SplitRequest {
  /** What it asks for. */
  readonly kind: SignalKind;
  /** The target with its lines, without what Markdown puts around it and without a comment. */
  readonly target: string;
}

/** Markers of list items, as deep as they are nested, with a box to tick. */
const MARKER_REGEXP = /^(?:(?:[-*+•]|\d{1,9}[.)])[ \t]+)+(?:\[[ xX]\][ \t]+)?/;

/** The word inside of what makes it bold or code, which may end before or behind its colon. */
const WORD_REGEXP = /^([*_`]{0,6})NEED_(CODE|DOC|FILE)([*_`]{0,6}):([*_`]{0,6})\s*(\S.*)$/;

/** What makes a target bold; names such as `__init__` begin and end with underscores. */
const BOLD_REGEXP = /^\*{1,3}/;

/** A target in quotes, or a link, and the lines behind it; or all up to white space. */
const TARGET_REGEXP = /^(?:(?:(["'`]).*?\1|\[\[[^[\]]*\]\])[^\s"'`]*|\S+)/;

/** What a comment behind a target begins with. */
const COMMENT_REGEXP =
  /^(?:[([#;—–→←-]|\/\/|\/\*|<!--|(?:because|as|since|so|to|for|in order|which|where|and why)\b)/;

/** The end of a sentence, which is no part of a path. */
const STOP_REGEXP = /(?<=[\w)\]`"'])[.,;]+$/;

/**
 * Returns what a line asks for, however agents write it: behind the marker of a list item, bold, in
 * backticks, with a full stop or a comment behind. Undefined for a line that asks for nothing, and for one
 * with anything else before or behind.
 *
 * @param line Without white space at its ends.
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

/** What stands between several targets. */
const BETWEEN_REGEXP = /,\s+(?:and\s+)?|\s+and\s+/;

/** What a path, a link or the name of a definition has and a word of a sentence does not. */
const NAME_REGEXP = /[./#:_[]|[a-z][A-Z]/;

/** Returns all that a line asks for: several names in a row, or what {@link splitRequest} does. */
export function splitRequests(line: string): readonly SplitRequest[] {
  const rest = WORD_REGEXP.exec(line.replace(MARKER_REGEXP, ""))?.[5] ?? "";
  const parts = rest.split(BETWEEN_REGEXP);
  // A comment, which may stand behind the last one, has words between its names.
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

/** Returns the target that a text begins with, when nothing follows the marks around it but a comment. */
function cutTarget(text: string, opened: string): string | undefined {
  if (opened !== "") {
    const mark = reverse(opened);
    // A name may hold marks of emphasis, and text in backticks holds none of these.
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

/** Returns whether what stands behind a target is nothing, the end of a sentence or a comment. */
function isComment(text: string): boolean {
  const rest = text.replace(/^[.,;:]+/, "");
  return rest.trim() === "" || (rest !== rest.trimStart() && COMMENT_REGEXP.test(rest.trimStart()));
}

function reverse(marks: string): string {
  return [...marks].reverse().join("");
}
