import type { LiteralRules, StringRule } from "./profile.ts";
import {
  ASCII,
  CloserSearch,
  findRawCloser,
  LITERAL_START,
  type LiteralTables,
  prepareLiterals,
  skipCharacter,
  skipHeredoc,
  skipRegularExpression,
  withoutQuotes,
} from "./skip_literal.ts";

/**
 * Kind of a literal: a comment; a string whose lines are not code; or another string, a character
 * or a regular expression.
 */
export type LiteralKind = "comment" | "text" | "string";

/** Comments, strings and regular expressions of a text, in order. */
export interface LiteralScan {
  /** Offsets of their starts; code inside a string is not listed, only the string. */
  readonly starts: readonly number[];
  /** Offsets after them. */
  readonly ends: readonly number[];
  readonly kinds: readonly LiteralKind[];
  /**
   * Starts and ends of their contents, alternating, without quotes and without code inside strings.
   */
  readonly contents: readonly number[];
}

/** Maximum nesting of code in strings; deeper code is part of its string. */
const MAX_NESTING = 8;

/** Maximum number of UTF-16 units of code in a one-line string. */
const MAX_INTERPOLATION = 2000;

/** Number of UTF-16 units before a quote that are read: the letters of a prefix. */
const PREFIX_LENGTH = 4;

/**
 * Maximum number of failed searches for the end of a `<<WORD` text; after them no more are made.
 */
const MAX_FAILED_HEREDOCS = 40;

const WORD_REGEXP = /[A-Za-z]/;
const NAME_REGEXP = /\w/;
const QUOTE = 34;
const BACKSLASH = 92;
const NEWLINE = 10;
const SPACE = 32;
const UNDERSCORE = 95;
const LESS_THAN = 60;
const DOLLAR = 36;

/** Tables of the languages used so far, with and without quotes: a process needs few of them. */
const PREPARED = new WeakMap<LiteralRules, LiteralTables>();
const WITHOUT_QUOTES = new WeakMap<LiteralRules, LiteralTables>();

/**
 * Finds the literals of a text in one pass; a literal that is never closed is read as code.
 *
 * @param options.ignoresQuotes True when strings with single-character quotes, characters and
 * regular expressions are read as code.
 */
export function scanLiterals(
  text: string,
  rules: LiteralRules,
  { ignoresQuotes = false }: { readonly ignoresQuotes?: boolean } = {},
): LiteralScan {
  const prepared = ignoresQuotes
    ? WITHOUT_QUOTES.getOrInsertComputed(rules, () => prepareLiterals(withoutQuotes(rules)))
    : PREPARED.getOrInsertComputed(rules, prepareLiterals);
  const scanner = new LiteralScanner(text, prepared);
  scanner.scanCode(0, text.length, undefined);
  return scanner;
}

class LiteralScanner implements LiteralScan {
  readonly starts: number[] = [];
  readonly ends: number[] = [];
  readonly kinds: LiteralKind[] = [];
  readonly contents: number[] = [];
  readonly #text: string;
  readonly #prepared: LiteralTables;
  readonly #closers: CloserSearch;
  /** End of the text of a `<<WORD`, which begins after the rest of its line. */
  #heredocEnd = 0;
  #failedHeredocs = 0;
  /** End of a line, and the offset from which on it is the next line end. */
  #lineEnd = -1;
  #lineStart = 0;
  #depth = 0;
  #kind: LiteralKind = "string";
  /** Offset up to which no more strings of a rule are closed. */
  readonly #unclosedUntil = new Map<StringRule, number>();
  /**
   * Offsets at which strings of a rule seemed to begin but were never closed; they are not tried
   * again.
   */
  readonly #failed = new Map<StringRule, Set<number>>();

  constructor(text: string, prepared: LiteralTables) {
    this.#text = text;
    this.#prepared = prepared;
    this.#closers = new CloserSearch(text);
  }

  /**
   * Returns the offset after the bracket that closes the code, or -1 when no bracket before `end`
   * does.
   */
  scanCode(from: number, end: number, brackets: string | undefined): number {
    const text = this.#text;
    const { classes } = this.#prepared;
    let open = 0;
    let at = from;
    while (at < end) {
      const code = text.charCodeAt(at);
      const kind = code < ASCII ? classes[code] : 0;
      if (kind === 0) at++;
      else if (brackets !== undefined && brackets.includes(text[at] ?? "")) {
        if (code === brackets.charCodeAt(0)) open++;
        else if (--open < 0) return at + 1;
        at++;
      } else if (kind === LITERAL_START) {
        const after = this.#scanLiteral(at, code);
        if (after > at && this.#depth === 0) {
          this.starts.push(at);
          this.ends.push(after);
          this.kinds.push(this.#kind);
        }
        at = Math.max(at + 1, after);
      } else at++;
    }
    return -1;
  }

  /** Returns the offset after the literal at `at`, or `at` when none begins there. */
  #scanLiteral(at: number, code: number): number {
    const text = this.#text;
    const { rules, strings } = this.#prepared;
    this.#kind = code === NEWLINE && this.#heredocEnd > at ? "string" : "comment";
    if (this.#kind === "string") return this.#addContent(at, this.#heredocEnd);
    if (code === NEWLINE && this.#isDataMark(at + 1)) return this.#addContent(at, text.length);
    for (const [open, close] of rules.blockComments ?? []) {
      if (text.startsWith(open, at)) return this.#scanComment(at, open, close);
    }
    for (const open of rules.lineComments) {
      if (text.startsWith(open, at) && this.#isComment(at)) {
        return this.#addContent(at, this.#lineEndAfter(at));
      }
    }
    this.#kind = "string";
    if (rules.rawStrings !== undefined && (code === QUOTE || code === DOLLAR)) {
      const raw = findRawCloser(text, at, rules.rawStrings);
      const after = raw === undefined ? at : this.#closers.skip(at, raw.from, raw.close);
      if (raw !== undefined && after > at) {
        if (code === DOLLAR) this.#kind = "text";
        this.#addContent(code === DOLLAR ? raw.from : at + 1, after - raw.close.length);
        return after;
      }
    }
    for (const rule of strings[code] ?? []) {
      if (!text.startsWith(rule.open, at)) continue;
      const before = text.slice(Math.max(0, at - PREFIX_LENGTH), at);
      if (rule.precededBy?.test(before) === false) continue;
      if (at < (this.#unclosedUntil.get(rule) ?? 0) || this.#failed.get(rule)?.has(at)) continue;
      const after = this.#scanString(at, rule);
      if (after > at) {
        this.#kind = rule.isText === true ? "text" : "string";
        return after;
      }
    }
    return this.#scanOther(at);
  }

  #scanOther(at: number): number {
    const text = this.#text;
    const { hasCharacterLiterals, hasRegularExpressions, heredocs } = this.#prepared.rules;
    const character = text[at];
    let after = at;
    if (character === "<" && heredocs !== undefined) this.#findHeredoc(at);
    else if (character === "'" && hasCharacterLiterals === true) after = skipCharacter(text, at);
    else if (character === "/" && hasRegularExpressions === true) {
      after = skipRegularExpression(text, at);
    }
    if (after > at) this.#addContent(at + 1, after - 1);
    return after;
  }

  /** Returns true for a line after which a text contains data. */
  #isDataMark(at: number): boolean {
    const text = this.#text;
    return text.charCodeAt(at) === UNDERSCORE &&
      this.#prepared.dataMarks.some((mark) =>
        text.startsWith(mark, at) && !NAME_REGEXP.test(text[at + mark.length] ?? "")
      );
  }

  #isComment(at: number): boolean {
    const { notComment, hasSpacedComments } = this.#prepared.rules;
    if (notComment !== undefined && this.#text.startsWith(notComment, at)) return false;
    return hasSpacedComments !== true || at === 0 || this.#text.charCodeAt(at - 1) <= SPACE;
  }

  #scanComment(at: number, open: string, close: string): number {
    const closers = this.#closers;
    const after = this.#prepared.rules.hasNestedComments === true && open !== close
      ? closers.skipNested(at, open, close)
      : closers.skip(at, at + open.length, close);
    return after > at ? this.#addContent(at, after) : at;
  }

  /**
   * Returns the offset after a string, or `start` when it is never closed and thus is no string.
   */
  #scanString(start: number, rule: StringRule): number {
    const { open, close, isMultiline = false, isRaw = false, isDoubled = false, interpolation } =
      rule;
    const text = this.#text;
    let end = isMultiline ? text.length : this.#lineEndAfter(start);
    const closer = close.charCodeAt(0);
    const hole = interpolation?.charCodeAt(0);
    const mark = this.contents.length;
    // The letters of `%w(` would look like a name.
    let from = WORD_REGEXP.test(open) ? start + 1 : start + open.length;
    for (let at = start + open.length; at < end; at++) {
      const code = text.charCodeAt(at);
      if (code === closer && text.startsWith(close, at)) {
        if (isDoubled && text.startsWith(close, at + close.length)) at += close.length;
        else {
          this.#addContent(from, at);
          return at + close.length;
        }
      } else if (
        code === hole && interpolation !== undefined && text.startsWith(interpolation, at)
      ) {
        if (interpolation === "{" && text[at + 1] === "{") at++;
        else if (this.#depth < MAX_NESTING) {
          const inside = at + interpolation.length;
          this.#addContent(from, inside);
          this.#depth++;
          const limit = isMultiline ? end : Math.min(text.length, inside + MAX_INTERPOLATION);
          const after = this.scanCode(inside, limit, interpolation.endsWith("(") ? "()" : "{}");
          this.#depth--;
          if (after < 0) break;
          at = after - 1;
          if (at >= end) end = this.#lineEndAfter(at);
          from = at;
        }
      } else if (code === BACKSLASH && !isRaw) {
        at++;
        // An escaped line break continues the string.
        if (at === end && !isMultiline) end = this.#lineEndAfter(at + 1);
      }
    }
    this.contents.length = mark;
    this.#unclosedUntil.set(rule, end);
    this.#failed.getOrInsertComputed(rule, () => new Set()).add(start);
    return start;
  }

  #findHeredoc(at: number): void {
    const text = this.#text;
    const { heredocs } = this.#prepared.rules;
    if (text.charCodeAt(at + 1) !== LESS_THAN || text.charCodeAt(at - 1) === LESS_THAN) return;
    const codeFollows = heredocs === "triple";
    if (codeFollows !== (text.charCodeAt(at + 2) === LESS_THAN)) return;
    if (heredocs === "tight" && text.charCodeAt(at + 2) <= SPACE) return;
    if (this.#failedHeredocs >= MAX_FAILED_HEREDOCS) return;
    // The text of a second heredoc begins below the line that ends the first.
    const from = Math.max(at, this.#heredocEnd);
    const end = skipHeredoc(text, at, { from, codeFollows });
    if (end === at) this.#failedHeredocs++;
    else this.#heredocEnd = end;
  }

  #lineEndAfter(at: number): number {
    // Code is read in order, except after strings that turn out to be none.
    if (at > this.#lineEnd || at < this.#lineStart) {
      const newline = this.#text.indexOf("\n", at);
      this.#lineStart = at;
      this.#lineEnd = newline < 0 ? this.#text.length : newline;
    }
    return this.#lineEnd;
  }

  /** Adds a range of contents and returns its end. */
  #addContent(from: number, to: number): number {
    if (to > from) this.contents.push(from, to);
    return to;
  }
}
