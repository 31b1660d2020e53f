import { toPlainText } from "../text/plain_text.ts";
import { openForeignBlock } from "./foreign_block.ts";
import { parseTarget, renderSignal, type Signal, type SignalKind } from "./signal.ts";

/**
 * Maximum length of a line that can be a request, in UTF-16 code units: that of a path on Linux.
 */
const MAX_SIGNAL_LENGTH = 4096;

/** Start of a list item, in which text may be indented. */
const ITEM_REGEXP = /^[ \t]*(?:[-*+•]|\d{1,9}[.)])[ \t]/;

/**
 * Indentation of code in Markdown, unless it is part of a list item (CommonMark 0.31, section 4.4).
 */
const INDENTED_REGEXP = /^(?: {4}| {0,3}\t)/;

/** Mark that some programs put at the start of a text. */
const BYTE_ORDER_MARK_REGEXP = /^\uFEFF/;

/**
 * Returns the requests for context in an agent's own text, in order and each once.
 *
 * A request is a line of its own: `NEED_CODE:` with a path, a symbol or `path#symbol`, `NEED_DOC:`
 * with a path, a slug or `[[slug]]`, or `NEED_FILE:` with a path. A path may have lines:
 * `src/a.ts:10-20`, `:10-`, `:10` (from line 10 on), `#L10-L20`, `(lines 10-20)`. A target with
 * spaces is in quotes; commas or "and" separate several targets. List markers, bold and code marks,
 * and a comment after the target are removed. A line with other words is no request. Neither is a
 * line of a quotation or of a block of `openForeignBlock`, nor are indented lines that include
 * lines other than requests. Never throws; the time is linear in the length of the text.
 */
export function parseSignals(text: string): Signal[] {
  const found = new Map<string, Signal>();
  let block: ReturnType<typeof openForeignBlock>;
  let isInItem = false;
  let indented: IndentedBlock = { end: 0, hasOnlyRequests: false };
  const plain = text.includes("\x1b") ? toPlainText(text) : text;
  const lines = plain.replace(BYTE_ORDER_MARK_REGEXP, "").split("\n");
  for (const [row, line] of lines.entries()) {
    if (block !== undefined) {
      if (!block.closes(line)) continue;
      const { endsBefore = false } = block;
      block = undefined;
      if (!endsBefore) continue;
    }
    const isIndented = INDENTED_REGEXP.test(line);
    if (ITEM_REGEXP.test(line)) isInItem ||= !isIndented;
    else if (line.trim() !== "" && !/^\s/.test(line)) isInItem = false;
    const isCode = isIndented && !isInItem;
    if (isCode && row >= indented.end) indented = readIndented(lines, row);
    const signals = isCode && !indented.hasOnlyRequests ? [] : parseLine(line, row + 1);
    if (signals.length === 0) block = openForeignBlock(line);
    for (const signal of signals) {
      const key = renderSignal(signal);
      if (!found.has(key)) found.set(key, signal);
    }
  }
  return [...found.values()];
}

/** Consecutive indented lines, with blank lines between them. */
interface IndentedBlock {
  /** Row after the last line, 0-based. */
  readonly end: number;
  /**
   * True when each line is a request below a paragraph. An agent indents requests when a prompt
   * shows them indented. Lines below a line with less indentation are part of that line's list or
   * output.
   */
  readonly hasOnlyRequests: boolean;
}

function readIndented(lines: readonly string[], first: number): IndentedBlock {
  let end = first;
  let hasOnlyRequests = !/^\s+\S/.test(lines[first - 1] ?? "");
  for (; end < lines.length; end++) {
    const line = lines[end]!;
    if (line.trim() === "") continue;
    if (!INDENTED_REGEXP.test(line)) break;
    hasOnlyRequests &&= parseLine(line, end + 1).length > 0;
  }
  return { end, hasOnlyRequests };
}

/** Returns the requests of a line. */
function parseLine(written: string, line: number): readonly Signal[] {
  if (written.length > MAX_SIGNAL_LENGTH || !written.includes("NEED_")) return [];
  const raw = written.trimEnd();
  const requests = splitRequests(joinLines(raw.trimStart())).map(({ kind, target }) =>
    parseTarget(target, kind)
  );
  // A line is a sentence when one of its targets is not valid.
  return requests.every((request) => request !== undefined)
    ? requests.map((request) => ({ ...request, line, raw }))
    : [];
}

/** Parts of a request line. */
interface SplitRequest {
  readonly kind: SignalKind;
  /** Target with its lines, without Markdown marks and without a comment. */
  readonly target: string;
}

/** Markers of nested list items, with a check box. */
const MARKER_REGEXP = /^(?:(?:[-*+•]|\d{1,9}[.)])[ \t]+)+(?:\[[ xX]\][ \t]+)?/;

/** Keyword in its bold or code marks, which may end before or after the colon. */
const WORD_REGEXP = /^([*_`]{0,6})NEED_(CODE|DOC|FILE)([*_`]{0,6})[:：]([*_`]{0,6})\s*(\S.*)$/;

/** Marks of a bold target; underscores belong to names such as `__init__`. */
const BOLD_REGEXP = /^\*{1,3}/;

/** Target in quotes or a link, with the lines after it; otherwise the text up to white space. */
const TARGET_REGEXP = /^(?:(?:(["'`]).*?\1|\[\[[^[\]]*\]\])[^\s"'`]*|\S+)/;

/**
 * Name with spaces before brackets, followed by an extension or a folder: `docs/Plan (draft).md`.
 */
const BRACKETED_REGEXP =
  /^\S+(?:\s[([{][^()[\]{}"`]{1,60}[)\]}][^\s()[\]{}"`:#]*)+(?<=[)\]}][^)\]}]*\.\w{1,8})/;

/**
 * Text that is no path with spaces: a file is named before the first space, as in `src/a.ts: all of
 * it`.
 */
const NAMED_BEFORE = String.raw`\S*(?:\.\w{1,8}|:\d[\d-]*)[,;:]?\s`;

/** Words that continue a sentence: `docs/a and the rest`. */
const CONTINUING_WORDS = "and|or|then|from|in|with|because|as|since|so|to|for|which|where|lines?";

/** Word of a name after a space: ` Plan.md`. */
const NEXT_WORD = String.raw`\s(?!(?:${CONTINUING_WORDS})\s)[\w.-]+`;

/** End of a path: after an extension, before a mark or a space. */
const PATH_END = String.raw`(?<=\s\S*\.\w{1,8})(?=[:#,;]|\s|$)`;

/**
 * Path with spaces in its names; the first name has a folder and the last an extension: `docs/My
 * Plan.md`.
 */
const SPACED_REGEXP = new RegExp(
  String.raw`^(?=[^\s/]+\/)(?!${NAMED_BEFORE})` + /[^\s"'`<>|]+/.source +
    String.raw`(?:${NEXT_WORD}){1,6}?${PATH_END}`,
);

/** Markdown link to a file, which is the target; typographic quotes. */
const LINK_REGEXP = /^\[[^[\]]{1,200}\]\(<?([^()\s<>]{1,400})>?\)/;
const TYPOGRAPHIC_REGEXP = /^[“„«]([^“”„«»"]{1,400})[”“»]/;

/** Start of a comment after a target. */
const COMMENT_REGEXP =
  /^(?:[([#;—–→←-]|\/\/|\/\*|<!--|(?:because|as|since|so|to|for|in order|which|where|and why)\b)/;

const QUOTE_REGEXP = /^["'`]/;

/** End of the sentence, which is not part of a path. */
const STOP_REGEXP = /(?<=[\w)\]`"'])[.,;]+$/;

/**
 * Returns the request of a line, or undefined. A request may be a list item, bold, or in backticks,
 * and may have a full stop or a comment after it. A line with any other text is no request.
 *
 * @param line Trimmed line.
 */
function splitRequest(line: string): SplitRequest | undefined {
  const match = WORD_REGEXP.exec(line.replace(MARKER_REGEXP, ""));
  if (match === null) return undefined;
  const [, opened = "", kind = "", before = "", after = "", rest = ""] = match;
  const closed = before + after;
  if (closed !== "" && closed !== reverse(opened)) return undefined;
  const target = cutTarget(rest, closed === "" ? opened : "");
  // The expression matches only the three names.
  return target === undefined ? undefined : { kind: kind.toLowerCase() as SignalKind, target };
}

/** Line, or two lines with a separator. */
const RANGE = "(\\d{1,15})(?:\\s?(?:[-–—]|\\.\\.|to|through)\\s?(?:L|line\\s)?(\\d{1,15}))?";

/** Lines in words after a target: `lines 1-4`, `, line 3`, `- from line 1 to 4`. */
const WORDED_LINES = `(?:[-–—@]\\s)?(?:(?:at|on|from)\\s)?(?:lines?|L)\\s?${RANGE}(?![\\w-])`;

/** The same in brackets: `(lines 1 to 4)`, `(L1-L4)`, `(1-4)`; a lone number may be part of a name. */
const BRACKETED_LINES = `[([](?=\\D|\\d+\\s?[-–—])(?:lines?\\s|L)?${RANGE}[)\\]](?![./]\\w)`;

/** Rare notations of lines at a target: `a.ts:lines 1-4`, `a.ts: 1-4`, `a.ts:1..4`, `a.ts(1-4)`. */
const JOINED_LINES = "(?<=\\.\\w{1,8}[\"'`]?)(?:" +
  ":(?:lines?\\s?|\\s)(\\d{1,15})(?:\\s?(?:[-–—]|\\.\\.)\\s?(\\d{1,15}))?(?=$|[\\s.,;])|" +
  ":(\\d{1,15})(?:\\.\\.|,)(\\d{1,15})(?=$|[\\s.;])|[([](\\d{1,15})[-–—](\\d{1,15})[)\\]](?![./]\\w))";
const JOINED_REGEXP = new RegExp(JOINED_LINES, "i");

/** Lines before a target: `NEED_CODE: lines 1-4 of a.ts`. */
const EARLIER_REGEXP = new RegExp(
  `(?<=NEED_\\w{3,4}\\W{0,6})lines?\\s${RANGE}\\s(?:of|in|from)\\s(\\S+)`,
  "i",
);

/** Either notation after a target, whose closing marks precede it. */
const LINES_REGEXP = new RegExp(
  `(?<=\\S)(?<!NEED_\\w{3,4}\\W{0,6})([*_]{0,3})[,:]?\\s{1,3}(?:${WORDED_LINES}|${BRACKETED_LINES})`,
  "gi",
);

/**
 * Returns a line with the lines of its targets joined to them, in the notation of `parseTarget`.
 */
function joinLines(line: string): string {
  const toRange = (from?: string, to?: string) => `:${from}${to === undefined ? "" : `-${to}`}`;
  return line
    .replace(EARLIER_REGEXP, (_, from, to, target) => target + toRange(from, to))
    .replaceAll(
      LINES_REGEXP,
      (_, marks: string, from?: string, to?: string, first?: string, last?: string) =>
        toRange(from ?? first, to ?? last) + marks,
    )
    .replace(JOINED_REGEXP, (_, a, b, c, d, e, f) => toRange(a ?? c ?? e, b ?? d ?? f));
}

/** Separators of several targets. */
const BETWEEN_REGEXP = /,\s+(?:and\s+)?|\s+and\s+/;

/** Marks of a path, a link or a definition, which plain words do not have. */
const NAME_REGEXP = /[./#:_[]|[a-z][A-Z]/;

/** Returns the requests of a line: several targets in a row, or that of {@link splitRequest}. */
function splitRequests(line: string): readonly SplitRequest[] {
  const rest = WORD_REGEXP.exec(line.replace(MARKER_REGEXP, ""))?.[5] ?? "";
  const parts = rest.split(BETWEEN_REGEXP);
  // Only the last target may have a comment after it.
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
  const [linked, inside = ""] = LINK_REGEXP.exec(text) ?? TYPOGRAPHIC_REGEXP.exec(text) ?? [];
  if (linked !== undefined) return cutTarget(`"${inside}"${text.slice(linked.length)}`, "");
  const named = (BRACKETED_REGEXP.exec(text) ?? SPACED_REGEXP.exec(text))?.[0];
  if (named !== undefined && !QUOTE_REGEXP.test(text)) {
    return cutTarget(`"${named}"${text.slice(named.length)}`, "");
  }
  const [target = ""] = TARGET_REGEXP.exec(text) ?? [];
  return isComment(text.slice(target.length)) ? target.replace(STOP_REGEXP, "") : undefined;
}

/** Returns true when the text after a target is empty, the end of a sentence, or a comment. */
function isComment(text: string): boolean {
  const rest = text.replace(/^[.,;:]+/, "");
  return rest.trim() === "" || (rest !== rest.trimStart() && COMMENT_REGEXP.test(rest.trimStart()));
}

function reverse(marks: string): string {
  return [...marks].reverse().join("");
}
