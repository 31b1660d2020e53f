import type { LiteralRules, StringRule } from "./profile.ts";
import {
  ASCII,
  CloserSearch,
  findRawCloser,
  type LiteralTables,
  OTHER,
  prepareLiterals,
  skipCharacter,
  skipHeredoc,
  skipRegularExpression,
  withoutQuotes,
} from "./skip_literal.ts";

/**
 * What a literal is: a comment, a string whose lines are no code either, or a string, character or
 * regular expression.
 */
export type LiteralKind = "comment" | "text" | "string";

/** The comments, strings and regular expressions of a text, in its order. */
export interface LiteralScan {
  /** Offsets at which they start; of those in code in a string, only the string is listed. */
  readonly starts: readonly number[];
  /** Offsets after them. */
  readonly ends: readonly number[];
  readonly kinds: readonly LiteralKind[];
  /** Where what they hold starts and ends, in turn, without quotes and code inside strings. */
  readonly contents: readonly number[];
}

/** Code in strings in code in strings: what is deeper is left in its string. */
const MAX_NESTING = 8;

/** UTF-16 units of code in a string that does not go on over lines otherwise. */
const MAX_HOLE = 2000;

/** UTF-16 units that a language looks back at from a quote: the letters in front of it. */
const PREFIX_LENGTH = 4;

/** Failed searches for the end of a `<<WORD` text after which no more are made. */
const MAX_FAILED_HEREDOCS = 40;

const WORD_REGEXP = /[A-Za-z]/;
const NAME_REGEXP = /\w/;
const QUOTE = 34;
const BACKSLASH = 92;
const NEWLINE = 10;
const SPACE = 32;
const UNDERSCORE = 95;
const LESS = 60;
const DOLLAR = 36;

/** Tables of the languages met so far, with and without quotes: a process needs few of them. */
const PREPARED = new WeakMap<LiteralRules, LiteralTables>();
const WITHOUT_QUOTES = new WeakMap<LiteralRules, LiteralTables>();

/**
 * Finds the literals of a text in one pass; what is never closed is taken for code.
 *
 * @param options.ignoresQuotes Whether strings of one quote, characters and regular expressions are code.
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
  scanner.passCode(0, text.length, undefined);
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
  /** Where the text of a `<<WORD` ends, which begins after the rest of its line. */
  #heredocEnd = 0;
  #failedHeredocs = 0;
  /** The end of a line, and from where on it is the next one. */
  #lineEnd = -1;
  #lineStart = 0;
  #depth = 0;
  #kind: LiteralKind = "string";
  /** Offset up to which no more strings of a rule are closed. */
  readonly #silentUntil = new Map<StringRule, number>();
  /** Where strings of a rule seemed to begin and were never closed; they are not tried again. */
  readonly #failed = new Map<StringRule, Set<number>>();

  constructor(text: string, prepared: LiteralTables) {
    this.#text = text;
    this.#prepared = prepared;
    this.#closers = new CloserSearch(text);
  }

  /** Returns the offset after the bracket that closes the code, or -1 when none does before `end`. */
  passCode(from: number, end: number, brackets: string | undefined): number {
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
      } else if (kind === OTHER) {
        const after = this.#passLiteral(at, code);
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
  #passLiteral(at: number, code: number): number {
    const text = this.#text;
    const { rules, strings } = this.#prepared;
    this.#kind = code === NEWLINE && this.#heredocEnd > at ? "string" : "comment";
    if (this.#kind === "string") return this.#take(at, this.#heredocEnd);
    if (code === NEWLINE && this.#isDataMark(at + 1)) return this.#take(at, text.length);
    for (const [open, close] of rules.blockComments ?? []) {
      if (text.startsWith(open, at)) return this.#passComment(at, open, close);
    }
    for (const open of rules.lineComments) {
      if (text.startsWith(open, at) && this.#isComment(at)) {
        return this.#take(at, this.#lineEndAfter(at));
      }
    }
    this.#kind = "string";
    if (rules.rawStrings !== undefined && (code === QUOTE || code === DOLLAR)) {
      const raw = findRawCloser(text, at, rules.rawStrings);
      const after = raw === undefined ? at : this.#closers.skip(at, raw.from, raw.close);
      if (raw !== undefined && after > at) {
        if (code === DOLLAR) this.#kind = "text";
        this.#take(code === DOLLAR ? raw.from : at + 1, after - raw.close.length);
        return after;
      }
    }
    for (const rule of strings[code] ?? []) {
      if (!text.startsWith(rule.open, at)) continue;
      const before = text.slice(Math.max(0, at - PREFIX_LENGTH), at);
      if (rule.after?.test(before) === false) continue;
      if (at < (this.#silentUntil.get(rule) ?? 0) || this.#failed.get(rule)?.has(at)) continue;
      const after = this.#passString(at, rule);
      if (after > at) {
        this.#kind = rule.isText === true ? "text" : "string";
        return after;
      }
    }
    return this.#passOther(at);
  }

  #passOther(at: number): number {
    const text = this.#text;
    const { characters, regularExpressions, heredocs } = this.#prepared.rules;
    const character = text[at];
    let after = at;
    if (character === "<" && heredocs !== undefined) this.#findHeredoc(at);
    else if (character === "'" && characters === true) after = skipCharacter(text, at);
    else if (character === "/" && regularExpressions === true) {
      after = skipRegularExpression(text, at);
    }
    if (after > at) this.#take(at + 1, after - 1);
    return after;
  }

  /** Returns whether a line is the mark behind which a text holds data. */
  #isDataMark(at: number): boolean {
    const text = this.#text;
    return text.charCodeAt(at) === UNDERSCORE &&
      this.#prepared.dataMarks.some((mark) =>
        text.startsWith(mark, at) && !NAME_REGEXP.test(text[at + mark.length] ?? "")
      );
  }

  #isComment(at: number): boolean {
    const { notComment, spacedComments } = this.#prepared.rules;
    if (notComment !== undefined && this.#text.startsWith(notComment, at)) return false;
    return spacedComments !== true || at === 0 || this.#text.charCodeAt(at - 1) <= SPACE;
  }

  #passComment(at: number, open: string, close: string): number {
    const closers = this.#closers;
    const after = this.#prepared.rules.nestedComments === true && open !== close
      ? closers.skipNested(at, open, close)
      : closers.skip(at, at + open.length, close);
    return after > at ? this.#take(at, after) : at;
  }

  /** Returns the offset after a string, or `start` when it is never closed and so is none. */
  #passString(start: number, rule: StringRule): number {
    const { open, close, isLong = false, isRaw = false, isDoubled = false, interpolation } = rule;
    const text = this.#text;
    let end = isLong ? text.length : this.#lineEndAfter(start);
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
          this.#take(from, at);
          return at + close.length;
        }
      } else if (
        code === hole && interpolation !== undefined && text.startsWith(interpolation, at)
      ) {
        if (interpolation === "{" && text[at + 1] === "{") at++;
        else if (this.#depth < MAX_NESTING) {
          const inside = at + interpolation.length;
          this.#take(from, inside);
          this.#depth++;
          const limit = isLong ? end : Math.min(text.length, inside + MAX_HOLE);
          const after = this.passCode(inside, limit, interpolation.endsWith("(") ? "()" : "{}");
          this.#depth--;
          if (after < 0) break;
          at = after - 1;
          if (at >= end) end = this.#lineEndAfter(at);
          from = at;
        }
      } else if (code === BACKSLASH && !isRaw) {
        at++;
        // An escaped line break goes on with the string.
        if (at === end && !isLong) end = this.#lineEndAfter(at + 1);
      }
    }
    this.contents.length = mark;
    this.#silentUntil.set(rule, end);
    this.#failed.getOrInsertComputed(rule, () => new Set()).add(start);
    return start;
  }

  #findHeredoc(at: number): void {
    const text = this.#text;
    const { heredocs } = this.#prepared.rules;
    if (text.charCodeAt(at + 1) !== LESS || text.charCodeAt(at - 1) === LESS) return;
    const goesOn = heredocs === "triple";
    if (goesOn !== (text.charCodeAt(at + 2) === LESS)) return;
    if (heredocs === "tight" && text.charCodeAt(at + 2) <= SPACE) return;
    if (this.#failedHeredocs >= MAX_FAILED_HEREDOCS) return;
    // The text of a second one begins below the line that ends the first.
    const from = Math.max(at, this.#heredocEnd);
    const end = skipHeredoc(text, at, { from, goesOn });
    if (end === at) this.#failedHeredocs++;
    else this.#heredocEnd = end;
  }

  #lineEndAfter(at: number): number {
    // Code is passed in order, but for strings that turn out to be none.
    if (at > this.#lineEnd || at < this.#lineStart) {
      const newline = this.#text.indexOf("\n", at);
      this.#lineStart = at;
      this.#lineEnd = newline < 0 ? this.#text.length : newline;
    }
    return this.#lineEnd;
  }

  /** Notes a range of contents and returns its end. */
  #take(from: number, to: number): number {
    if (to > from) this.contents.push(from, to);
    return to;
  }
}
