import type { Head, OutlineRules } from "../language/outline_rules.ts";
import type { LiteralScan } from "../language/scan_literals.ts";
import { skipQuoted } from "../language/skip_literal.ts";
import type { BracketScan } from "./scan_brackets.ts";
import { BLANK, type LineTable, rowAt } from "../text/split_lines.ts";

/** What is needed to read a head. */
export interface HeadOptions {
  /** Lines of the text. */
  readonly lines: LineTable;
  /** Braces of the text. */
  readonly scan: BracketScan;
  /** Its comments and strings. */
  readonly literals: LiteralScan;
  /** Rules of its language. */
  readonly rules: OutlineRules;
  /** Whether it is a function, whose head ends before an equals sign or a brace. */
  readonly isCallable: boolean;
  /** Whether it is a value or an alias, which may go on after a brace is closed. */
  readonly isValue: boolean;
  /** Indentation of the declaration, in columns. */
  readonly indent: number;
}

/** UTF-16 units after which a head is taken to end with its line. */
const MAXIMUM_HEAD = 2000;

const GOES_ON_REGEXP =
  /\s*(?:[{:(=>|&?]|->|extends\b|implements\b|with\b|where\b|throws\b|permits\b|derives\b)/y;
const UNFINISHED_REGEXP = /(?:[=|&,]|[^+]\+)\s*$/;
const OTHER_TYPE_REGEXP = /[ \t]*(?:[{|&>]|\[\])/y;
const NEXT_MEMBER_REGEXP = /[ \t]*,/y;
const NEWLINE = 10;

const WORD_OR_ANGLE_REGEXP = /[\w>]/;

/** Finds the end of a declaration's head, reading on from after its name. */
export function findHead(text: string, from: number, options: HeadOptions): Head {
  const { lines, scan, literals, rules, isCallable } = options;
  const goesOnAfterBrace = options.isValue && rules.head === "line";
  // Where the first brace of a value stands, once it is passed.
  let first: { readonly end: number; readonly brace: number } | undefined;
  const endAt = (end: number, last = -1): Head => ({ end, brace: -1, ...first, last });
  const endsAtEquals = isCallable && rules.body === "brace";
  let limit = Math.min(text.length, from + MAXIMUM_HEAD);
  let round = 0;
  let angle = 0;
  let literal = firstFrom(literals.starts, from);
  for (let at = from; at < limit; at++) {
    const code = text.charCodeAt(at);
    if ((code >= 97 && code <= 122) || code === 32) continue;
    while ((literals.starts[literal] ?? at) < at) literal++;
    if (literals.starts[literal] === at && code !== NEWLINE) {
      const end = literals.ends[literal] ?? at;
      if (literals.kinds[literal] === "text") limit += end - at;
      at = end - 1;
      continue;
    }
    switch (text[at]) {
      case "(":
      case "[":
        round++;
        break;
      case ")":
      case "]":
        if (round === 0) return endAt(at);
        round--;
        break;
      case "{": {
        const brace = rules.brackets === "braces" ? findBrace(scan.opens, at) : -1;
        if (rules.brackets !== "braces") {
          if (round === 0 && isCallable) return endAt(at);
          round++;
        } else if (brace >= 0) {
          const close = scan.closes[brace] ?? -1;
          const isPart = round > 0 || angle > 0 || isPartOfHead(text, at, close);
          if (!isPart && (!goesOnAfterBrace || close < 0)) return { end: at, brace, last: -1 };
          if (!isPart) first ??= { end: at, brace };
          if (close > at) {
            limit += close - at;
            at = close;
          }
        }
        break;
      }
      case "}":
        if (round === 0) return endAt(at);
        if (rules.brackets !== "braces") round--;
        break;
      case ";":
        if (round === 0) return endAt(at, at);
        break;
      case "<":
        if (opensAngle(text, at)) angle++;
        break;
      case ">":
        if (angle > 0 && text[at - 1] !== "-" && text[at - 1] !== "=") angle--;
        break;
      case "=":
        if (endsAtEquals && round === 0 && angle === 0) {
          if (text[at + 1] !== ">") return endAt(at);
          if (rules.arrowBody === true) return endAt(at);
        }
        break;
      case '"':
        at = Math.max(at, skipQuoted(text, at, false) - 1);
        break;
      case "\n":
        if (round === 0 && angle === 0 && endsLine(text, at, options)) {
          return endAt(at, first === undefined ? -1 : at);
        }
        break;
    }
  }
  const end = limit >= text.length && round === 0 ? limit : lines.starts[rowAt(lines, from) + 1];
  return endAt(end ?? limit);
}

/** Returns the number of the brace at an offset, or -1 when a literal or comment holds it. */
export function findBrace(opens: readonly number[], offset: number): number {
  const number = firstFrom(opens, offset);
  return opens[number] === offset ? number : -1;
}

/** Returns the place of the first of ascending offsets that is not before another one. */
function firstFrom(offsets: readonly number[], offset: number): number {
  let low = 0;
  let high = offsets.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((offsets[middle] ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns whether a `<` begins type parameters rather than being an operator. */
function opensAngle(text: string, at: number): boolean {
  const isAfterWord = WORD_OR_ANGLE_REGEXP.test(text[at - 1] ?? "");
  if ("-<= ".includes(text[at + 1] ?? "")) return false;
  return isAfterWord && !text.startsWith("operator", at - "operator".length);
}

/** Returns whether braces hold a type or an initial value rather than the body. */
function isPartOfHead(text: string, open: number, close: number): boolean {
  if (close < 0) return false;
  OTHER_TYPE_REGEXP.lastIndex = close + 1;
  if (OTHER_TYPE_REGEXP.test(text)) return true;
  NEXT_MEMBER_REGEXP.lastIndex = close + 1;
  return WORD_OR_ANGLE_REGEXP.test(text[open - 1] ?? "") && NEXT_MEMBER_REGEXP.test(text);
}

function endsLine(text: string, newline: number, options: HeadOptions): boolean {
  const { lines, rules, indent } = options;
  if (rules.head === "brace") return false;
  if (rules.head === "line") {
    if (rules.body !== "brace") return true;
    if (UNFINISHED_REGEXP.test(text.slice(Math.max(0, newline - 3), newline))) return false;
    GOES_ON_REGEXP.lastIndex = newline;
    return !GOES_ON_REGEXP.test(text);
  }
  let row = rowAt(lines, newline) + 1;
  while (lines.indents[row] === BLANK) row++;
  return (lines.indents[row] ?? 0) <= indent;
}
