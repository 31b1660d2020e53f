import type { LiteralRules, StringRule } from "./profile.ts";

const BACKSLASH = 92;
const NEWLINE = 10;
const SLASH = 47;

/**
 * Maximum number of different ends of comments and raw strings that are searched for in one text.
 */
const MAXIMUM_CLOSERS = 50;

/** Maximum length of a character literal in UTF-16 units, as in `'\u{10FFFF}'`. */
const MAXIMUM_CHARACTER = 12;

/** Maximum length of the quote of a raw string in UTF-16 units, including the delimiter. */
const MAXIMUM_DELIMITER = 20;

/** Maximum number of rows that are searched for the end of a text that began with `<<WORD`. */
const MAXIMUM_HEREDOC_ROWS = 500;

const RAW_RUST_REGEXP = /(?:^|[^\w])b?r(#*)$/;
const RAW_DOLLARS_REGEXP = /\$(?:[A-Za-z_\x80-\uffff][\w\x80-\uffff]*)?\$/y;
const HEREDOC_REGEXP = /<<[-~<]?\s?(?:(["'`])(?<quoted>[^"'`\n]+)\1|\\?(?<plain>[A-Za-z_]\w*))/y;
const WORD_REGEXP = /\w/;
const BEFORE_EXPRESSION_REGEXP =
  /(?:^|=>|[(,=:[!&|?{};+*%^~-]|\b(?:return|typeof|case|in|of|delete|void|throw|else|do))\s*$/;

/** Maximum length of a regular expression in UTF-16 units. */
const MAXIMUM_EXPRESSION = 300;

/**
 * Number of UTF-16 units before a slash that are read to distinguish a regular expression from a
 * division.
 */
const EXPRESSION_CONTEXT = 24;

/**
 * Returns the offset after the string whose quote is at `start`, or `start` when it is never closed
 * and thus is no string.
 */
export function skipQuoted(text: string, start: number, isMultiline: boolean): number {
  const quote = text.charCodeAt(start);
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) return at + 1;
    if (code === BACKSLASH) at++;
    else if (code === NEWLINE && !isMultiline) return start;
  }
  return start;
}

/**
 * Returns the offset after the bracket that closes the next round bracket, or `end` when it is not
 * closed before `end`.
 */
export function skipParentheses(text: string, from: number, end: number): number {
  let depth = 0;
  for (let at = from; at < end; at++) {
    const character = text[at];
    if (character === "(") depth++;
    else if (character === ")" && --depth <= 0) return at + 1;
  }
  return end;
}

/**
 * Search for the ends of block comments and raw strings, without searching to the end of the text
 * for each opening that is never closed.
 */
export class CloserSearch {
  readonly #text: string;
  readonly #lastClosers = new Map<string, number>();
  /** True when a comment was found that would never end if comments were nested in it. */
  #isUnbalanced = false;

  constructor(text: string) {
    this.#text = text;
  }

  /**
   * Returns the offset after the next `close` at or after `from`, or `start` when there is none.
   */
  skip(start: number, from: number, close: string): number {
    let last = this.#lastClosers.get(close);
    if (last === undefined) {
      if (this.#lastClosers.size >= MAXIMUM_CLOSERS) return start;
      last = this.#text.lastIndexOf(close);
      this.#lastClosers.set(close, last);
    }
    return from > last ? start : this.#text.indexOf(close, from) + close.length;
  }

  /**
   * Returns the offset after the comment at `start` and all comments in it, or `start` when it is
   * never closed. When a comment in it is never closed, it ends with the next `close`.
   */
  skipNested(start: number, open: string, close: string): number {
    const text = this.#text;
    const first = this.skip(start, start + open.length, close);
    if (first === start || this.#isUnbalanced) return first;
    let at = start + open.length;
    let nextOpen = start;
    let nextClose = start;
    for (let depth = 1; depth > 0;) {
      if (nextOpen < at) nextOpen = indexOrInfinity(text, open, at);
      if (nextClose < at) nextClose = indexOrInfinity(text, close, at);
      if (nextClose === Infinity) {
        this.#isUnbalanced = true;
        return first;
      }
      const isOpen = nextOpen < nextClose;
      depth += isOpen ? 1 : -1;
      at = isOpen ? nextOpen + open.length : nextClose + close.length;
    }
    return at;
  }
}

function indexOrInfinity(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at < 0 ? Infinity : at;
}

/** Returns the offset after the character literal at `start`, or `start` when there is none. */
export function skipCharacter(text: string, start: number): number {
  const quote = text[start] ?? "";
  if (text.charCodeAt(start + 1) !== BACKSLASH) {
    if (text[start + 2] === quote) return start + 3;
    return text[start + 3] === quote && (text.codePointAt(start + 1) ?? 0) > 0xffff
      ? start + 4
      : start;
  }
  const at = text.slice(start, start + MAXIMUM_CHARACTER).indexOf(quote, 3);
  return at < 0 ? start : start + at + 1;
}

/** Returns the offset after the regular expression at `start`, or `start` when it is a division. */
export function skipRegularExpression(text: string, start: number): number {
  const before = text.slice(Math.max(0, start - EXPRESSION_CONTEXT), start);
  const line = before.slice(before.lastIndexOf("\n") + 1);
  if (!BEFORE_EXPRESSION_REGEXP.test(line)) return start;
  const end = Math.min(text.length, start + MAXIMUM_EXPRESSION);
  let isInClass = false;
  for (let at = start + 1; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === NEWLINE) return start;
    if (code === BACKSLASH) at++;
    else if (code === 91) isInClass = true;
    else if (code === 93) isInClass = false;
    else if (code === SLASH && !isInClass) return at + 1;
  }
  return start;
}

/**
 * Returns the closing text and the start of the content of the raw string whose quote is at
 * `start`; `undefined` when it is no raw string.
 */
export function findRawCloser(
  text: string,
  start: number,
  style: LiteralRules["rawStrings"],
): { readonly from: number; readonly close: string } | undefined {
  const before = text[start - 1];
  if (style === "dollars") {
    if (WORD_REGEXP.test(before ?? "")) return undefined;
    RAW_DOLLARS_REGEXP.lastIndex = start;
    const [close] = RAW_DOLLARS_REGEXP.exec(text) ?? [];
    return close === undefined ? undefined : { from: start + close.length, close };
  }
  if (style === "delimiter") {
    const open = before === "R" ? text.slice(start, start + MAXIMUM_DELIMITER).indexOf("(") : -1;
    if (open < 0) return undefined;
    return { from: start + open, close: `)${text.slice(start + 1, start + open)}"` };
  }
  if (style !== "hashes" || (before !== "r" && before !== "#")) return undefined;
  const hashes = RAW_RUST_REGEXP.exec(text.slice(Math.max(0, start - MAXIMUM_DELIMITER), start));
  return hashes === null ? undefined : { from: start + 1, close: `"${hashes[1]}` };
}

/**
 * Returns the offset of the line that ends the text of `<<WORD` at `start`, or `start` when no line
 * ends it.
 *
 * @param options.from Offset in the line before the text: of the word, or of the end of another
 * heredoc.
 * @param options.codeFollows True when code may follow the word that ends the text.
 */
export function skipHeredoc(
  text: string,
  start: number,
  { from, codeFollows }: { readonly from: number; readonly codeFollows: boolean },
): number {
  HEREDOC_REGEXP.lastIndex = start;
  const { plain, quoted } = HEREDOC_REGEXP.exec(text)?.groups ?? {};
  const word = quoted ?? plain;
  if (word === undefined) return start;
  let newline = text.indexOf("\n", from);
  for (let row = 0; row < MAXIMUM_HEREDOC_ROWS && newline >= 0; row++) {
    const next = text.indexOf("\n", newline + 1);
    const line = text.slice(newline + 1, next < 0 ? text.length : next).trim();
    const isEnd = codeFollows
      ? line.startsWith(word) && !WORD_REGEXP.test(line[word.length] ?? "")
      : line === word;
    if (isEnd) return newline + 1;
    newline = next;
  }
  return start;
}

/** Number of characters that may begin a literal: those of ASCII. */
export const ASCII = 128;

/** Class of a character that may begin a literal. */
export const LITERAL_START = 1;

/** Class of a bracket. */
const BRACKET = 2;

/** Rules for literals, with tables by the first character. */
export interface LiteralTables {
  readonly rules: LiteralRules;
  /** Class of each character: whether a literal may begin with it, or whether it is a bracket. */
  readonly classes: Uint8Array;
  readonly strings: readonly (readonly StringRule[])[];
  readonly dataMarks: readonly string[];
}

/** Returns the tables of a language. */
export function prepareLiterals(rules: LiteralRules): LiteralTables {
  const { lineComments, blockComments = [], strings, heredocs, dataMarks = "" } = rules;
  const opens = [
    ...lineComments,
    ...blockComments.map(([open]) => open),
    ...strings.map(({ open }) => open),
    ...(heredocs === undefined ? [] : ["<", "\n"]),
    ...(dataMarks === "" ? [] : ["\n"]),
    ...(rules.hasCharacterLiterals === true ? ["'"] : []),
    ...(rules.hasRegularExpressions === true ? ["/"] : []),
    ...(rules.rawStrings === undefined ? [] : [rules.rawStrings === "dollars" ? "$" : '"']),
  ];
  const classes = new Uint8Array(ASCII);
  const byCharacter = Array.from({ length: ASCII }, (): StringRule[] => []);
  for (const bracket of "(){}") classes[bracket.charCodeAt(0)] = BRACKET;
  for (const open of opens) classes[open.charCodeAt(0)] = LITERAL_START;
  for (const rule of strings) byCharacter[rule.open.charCodeAt(0)]?.push(rule);
  return { rules, classes, strings: byCharacter, dataMarks: dataMarks.split(" ").filter(Boolean) };
}

/**
 * Returns the rules with which strings with single-character quotes, characters and regular
 * expressions are read as code.
 */
export function withoutQuotes(rules: LiteralRules): LiteralRules {
  const strings = rules.strings.filter(({ open, precededBy }) =>
    open.length > 1 && precededBy === undefined
  );
  return { ...rules, strings, hasCharacterLiterals: false, hasRegularExpressions: false };
}
