import { matchesAt } from "../text/match_at.ts";
import type { DeclarationHead } from "../language/outline_rules.ts";
import { skipQuoted } from "../language/skip_literal.ts";
import type { BracketScan, ScannedText } from "./scan_brackets.ts";
import { BLANK, rowAt } from "../text/split_lines.ts";

/** Start and kind of a head that is read. */
export interface HeadOptions extends ScannedText {
  readonly brackets: BracketScan;
  /** Offset after the name. */
  readonly from: number;
  /** True for a function, whose head ends before an equals sign or a brace. */
  readonly isCallable: boolean;
  /** True for a value or an alias, which may continue after a closed brace. */
  readonly isValue: boolean;
  /** Indentation of the declaration, in columns. */
  readonly indent: number;
}

/** Maximum length of a head in UTF-16 units; a longer head ends with its line. */
const MAXIMUM_HEAD = 2000;

const CONTINUATION_REGEXP =
  /\s*(?:[{:(=>|&?]|->|extends\b|implements\b|with\b|where\b|throws\b|permits\b|derives\b)/y;
const UNFINISHED_REGEXP = /(?:[=|&,]|[^+]\+)\s*$/;
const TYPE_REST_REGEXP = /[ \t]*(?:[{|&>]|\[\])/y;
const NEXT_MEMBER_REGEXP = /[ \t]*,/y;
const NEWLINE = 10;

const WORD_OR_ANGLE_REGEXP = /[\w>]/;

/** Finds the end of a declaration's head, reading from after its name. */
export function findHead(options: HeadOptions): DeclarationHead {
  return new HeadReader(options).read();
}

/**
 * Reader of a head, character by character; a `read` method returns the head when it ends there.
 */
class HeadReader {
  readonly #text: string;
  readonly #options: HeadOptions;
  #limit: number;
  #at: number;
  /** Number of open brackets, without braces in a language that has blocks of braces. */
  #round = 0;
  #angle = 0;
  /** Index of the next literal. */
  #literal: number;
  /** First brace of a value, once it is passed. */
  #valueBrace: { readonly end: number; readonly brace: number } | undefined;

  constructor(options: HeadOptions) {
    const { text, from } = options;
    this.#text = text;
    this.#at = from;
    this.#options = options;
    this.#limit = Math.min(text.length, from + MAXIMUM_HEAD);
    this.#literal = lowerBound(options.literals.starts, from);
  }

  read(): DeclarationHead {
    for (; this.#at < this.#limit; this.#at++) {
      const code = this.#text.charCodeAt(this.#at);
      if ((code >= 97 && code <= 122) || code === 32) continue;
      if (code !== NEWLINE && this.#skipLiteral()) continue;
      const head = this.#readCharacter(this.#text[this.#at] ?? "");
      if (head !== undefined) return head;
    }
    const { lines, from } = this.#options;
    const isAtEnd = this.#limit >= this.#text.length && this.#round === 0;
    const end = isAtEnd ? this.#limit : lines.starts[rowAt(lines, from) + 1];
    return this.#endAt(end ?? this.#limit);
  }

  /**
   * Moves to the last character of a literal that begins here; literal text does not count towards
   * the length of a head.
   */
  #skipLiteral(): boolean {
    const { starts, ends, kinds } = this.#options.literals;
    while ((starts[this.#literal] ?? this.#at) < this.#at) this.#literal++;
    if (starts[this.#literal] !== this.#at) return false;
    const end = ends[this.#literal] ?? this.#at;
    if (kinds[this.#literal] === "text") this.#limit += end - this.#at;
    this.#at = end - 1;
    return true;
  }

  #readCharacter(character: string): DeclarationHead | undefined {
    switch (character) {
      case "(":
      case "[":
        this.#round++;
        return undefined;
      case ")":
      case "]":
      case "}":
        if (this.#round === 0) return this.#endAt(this.#at);
        if (character !== "}" || this.#options.rules.brackets !== "braces") this.#round--;
        return undefined;
      case "{":
        return this.#options.rules.brackets === "braces" ? this.#readBlock() : this.#readBrace();
      case ";":
        return this.#round === 0 ? this.#endAt(this.#at, this.#at) : undefined;
      case "<":
      case ">":
        this.#readAngle(character);
        return undefined;
      case "=":
        return this.#readEquals();
      case '"':
        this.#at = Math.max(this.#at, skipQuoted(this.#text, this.#at, false) - 1);
        return undefined;
      case "\n":
        return this.#readNewline();
    }
    return undefined;
  }

  /** Reads a brace of a language with blocks of braces: the body, or a part of the head. */
  #readBlock(): DeclarationHead | undefined {
    const { brackets, isValue, rules } = this.#options;
    const at = this.#at;
    const brace = findBraceNumber(brackets.opens, at);
    if (brace < 0) return undefined;
    const close = brackets.closes[brace] ?? -1;
    const isPart = this.#round > 0 || this.#angle > 0 || isInHead(this.#text, at, close);
    if (!isPart) {
      const continues = isValue && rules.head === "line" && close >= 0;
      if (!continues) return { end: at, brace, declarationEnd: -1 };
      this.#valueBrace ??= { end: at, brace };
    }
    if (close > at) {
      this.#limit += close - at;
      this.#at = close;
    }
    return undefined;
  }

  /** Reads a brace that is a bracket like any other. */
  #readBrace(): DeclarationHead | undefined {
    if (this.#round === 0 && this.#options.isCallable) return this.#endAt(this.#at);
    this.#round++;
    return undefined;
  }

  #readAngle(character: "<" | ">"): void {
    const before = this.#text[this.#at - 1];
    if (character === "<") {
      if (opensTypeParameters(this.#text, this.#at)) this.#angle++;
    } else if (this.#angle > 0 && before !== "-" && before !== "=") this.#angle--;
  }

  #readEquals(): DeclarationHead | undefined {
    const { isCallable, rules } = this.#options;
    const isInside = this.#round > 0 || this.#angle > 0;
    if (isInside || !isCallable || rules.body !== "brace") return undefined;
    const isArrow = this.#text[this.#at + 1] === ">";
    return isArrow && rules.hasArrowBody !== true ? undefined : this.#endAt(this.#at);
  }

  #readNewline(): DeclarationHead | undefined {
    if (this.#round > 0 || this.#angle > 0) return undefined;
    if (!endsLine(this.#text, this.#at, this.#options)) return undefined;
    return this.#endAt(this.#at, this.#valueBrace === undefined ? -1 : this.#at);
  }

  #endAt(end: number, last = -1): DeclarationHead {
    return { end, brace: -1, ...this.#valueBrace, declarationEnd: last };
  }
}

/** Returns the number of the brace at an offset, or -1 when a literal or comment contains it. */
export function findBraceNumber(opens: readonly number[], offset: number): number {
  const number = lowerBound(opens, offset);
  return opens[number] === offset ? number : -1;
}

/** Returns the index of the first of ascending offsets that is not before another one. */
function lowerBound(offsets: readonly number[], offset: number): number {
  let low = 0;
  let high = offsets.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((offsets[middle] ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns true when a `<` begins type parameters and is not an operator. */
function opensTypeParameters(text: string, at: number): boolean {
  const isAfterWord = WORD_OR_ANGLE_REGEXP.test(text[at - 1] ?? "");
  if ("-<= ".includes(text[at + 1] ?? "")) return false;
  return isAfterWord && !text.startsWith("operator", at - "operator".length);
}

/** Returns true when braces contain a type or an initial value and not the body. */
function isInHead(text: string, open: number, close: number): boolean {
  if (close < 0) return false;
  if (matchesAt(TYPE_REST_REGEXP, text, close + 1)) return true;
  return WORD_OR_ANGLE_REGEXP.test(text[open - 1] ?? "") &&
    matchesAt(NEXT_MEMBER_REGEXP, text, close + 1);
}

function endsLine(text: string, newline: number, options: HeadOptions): boolean {
  const { lines, rules, indent } = options;
  if (rules.head === "brace") return false;
  if (rules.head === "line") {
    if (rules.body !== "brace") return true;
    if (UNFINISHED_REGEXP.test(text.slice(Math.max(0, newline - 3), newline))) return false;
    return !matchesAt(CONTINUATION_REGEXP, text, newline);
  }
  let row = rowAt(lines, newline) + 1;
  while (lines.indents[row] === BLANK) row++;
  return (lines.indents[row] ?? 0) <= indent;
}
