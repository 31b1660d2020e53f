import {
  CloserSearch,
  findRawCloser,
  skipCharacter,
  skipHeredoc,
  skipRegularExpression,
} from "../outline/skip_literal.ts";
import {
  type Interpolation,
  type LiteralRules,
  literalRulesOf,
  type StringRule,
} from "./literal_rules.ts";

/** Code in strings in code in strings: what is deeper is left in its string. */
const MAX_NESTING = 8;

/** UTF-16 units of code in a string that does not go on over lines otherwise. */
const MAX_HOLE = 2000;

/** UTF-16 units that a language looks back at from a quote: the letters in front of it. */
const PREFIX_LENGTH = 4;

/** Failed searches for the end of a `<<WORD` text after which no more are made. */
const MAX_FAILED_HEREDOCS = 40;

/** Quotes that stand for nothing else, so that an odd number of them tells something. */
const LONG_QUOTES: ReadonlySet<string> = new Set(['"""', "'''", "`"]);

const WORD_REGEXP = /[A-Za-z]/;
const SPECIAL_REGEXP = /[\\\]^-]/g;
const BACKSLASH = 92;

/** Characters that may begin a literal, as a pattern that finds the next one. */
interface PreparedRules {
  readonly rules: LiteralRules;
  readonly openers: RegExp;
  /** The same with brackets, for code that ends with one. */
  readonly nested: RegExp;
}

/** Tables of the languages met so far: a process needs few of them. */
const PREPARED = new Map<LiteralRules, PreparedRules>();

/**
 * Returns the text with everything in its comments, strings and regular expressions turned into
 * spaces; of a string the quotes stay. Every other character and every line break stays where it is.
 * Code inside strings (`${…}`) is code. The text is returned as it is when nothing is known of the
 * language.
 *
 * @param text Any text; what is never closed is taken for code.
 * @param language Lower-case language name such as `"typescript"`.
 *
 * @example
 * ```ts
 * import { maskLiterals } from "@dossier/core";
 * import assert from "node:assert/strict";
 *
 * assert.equal(maskLiterals('open("a(b)") # c()', "python"), 'open("    ")      ');
 * ```
 */
export function maskLiterals(text: string, language: string): string {
  const rules = literalRulesOf(language);
  if (rules === undefined) return text;
  let prepared = PREPARED.get(rules);
  if (prepared === undefined) PREPARED.set(rules, prepared = prepare(rules));
  return new Masker(text, prepared).mask();
}

/**
 * Returns whether a text may end inside of a comment or string that goes on over lines, so that what
 * follows it is masked rightly only together with it. It looks for beginnings without ends and can be
 * wrong about those in other literals.
 *
 * @param text A text from its start, up to the end of a line.
 * @param language Lower-case language name such as `"typescript"`.
 */
export function mayEndInLiteral(text: string, language: string): boolean {
  const { blockComments = [], strings = [] } = literalRulesOf(language) ?? {};
  if (blockComments.some(([open, close]) => text.lastIndexOf(open) > text.lastIndexOf(close))) {
    return true;
  }
  const quotes = strings.filter(({ open, isLong }) => isLong === true && LONG_QUOTES.has(open));
  return [...new Set(quotes.map(({ open }) => open))]
    .some((quote) => text.split(quote).length % 2 === 0);
}

function prepare(rules: LiteralRules): PreparedRules {
  const { lineComments, blockComments = [], strings } = rules;
  const opens = [
    ...lineComments,
    ...blockComments.map(([open]) => open),
    ...strings.map(({ open }) => open),
    rules.characters === true ? "'" : "",
    rules.regularExpressions === true ? "/" : "",
    rules.heredocs === true ? "<" : "",
  ];
  const characters = new Set(opens.map((open) => open[0] ?? ""));
  const source = [...characters].join("").replaceAll(SPECIAL_REGEXP, "\\$&");
  return {
    rules,
    openers: new RegExp(`[${source}]`, "g"),
    nested: new RegExp(`[${source}(){}]`, "g"),
  };
}

class Masker {
  readonly #text: string;
  readonly #prepared: PreparedRules;
  readonly #parts: string[] = [];
  /** Up to where the parts go. */
  #done = 0;
  /** Where the text of a `<<WORD` begins and ends, which is passed after the rest of its line. */
  #heredoc: readonly [from: number, end: number] | undefined;
  #failedHeredocs = 0;
  /** The end of a line, and from where on it is the next one. */
  #lineEnd = -1;
  #lineStart = 0;
  #depth = 0;
  readonly #closers: CloserSearch;
  /** Offset up to which no more strings of a rule are closed. */
  readonly #silentUntil = new Map<StringRule, number>();

  constructor(text: string, prepared: PreparedRules) {
    this.#text = text;
    this.#prepared = prepared;
    this.#closers = new CloserSearch(text);
  }

  mask(): string {
    this.#passCode(0, this.#text.length, undefined);
    this.#parts.push(this.#text.slice(this.#done));
    return this.#parts.join("");
  }

  /** Returns the offset after the bracket that closes the code, or -1 when none does before `end`. */
  #passCode(from: number, end: number, brackets: string | undefined): number {
    const text = this.#text;
    const pattern = brackets === undefined ? this.#prepared.openers : this.#prepared.nested;
    let open = 0;
    let at = from;
    for (;;) {
      pattern.lastIndex = at;
      const found = pattern.exec(text)?.index ?? text.length;
      if (this.#heredoc !== undefined && found >= this.#heredoc[0]) {
        at = this.#blank(...this.#heredoc);
        this.#heredoc = undefined;
        continue;
      }
      if (found >= end) return -1;
      at = found;
      const character = text[at] ?? "";
      if (brackets !== undefined && brackets.includes(character)) {
        if (character === brackets[0]) open++;
        else if (--open < 0) return at + 1;
        at++;
      } else at = Math.max(at + 1, this.#passLiteral(at));
    }
  }

  /** Returns the offset after the literal at `at`, or `at` when none begins there. */
  #passLiteral(at: number): number {
    const text = this.#text;
    const { rules } = this.#prepared;
    for (const [open, close] of rules.blockComments ?? []) {
      if (text.startsWith(open, at)) return this.#passComment(at, open, close);
    }
    for (const open of rules.lineComments) {
      if (text.startsWith(open, at) && !this.#isInWord(at)) {
        return this.#blank(at, this.#lineEndAfter(at));
      }
    }
    if (rules.rawStrings !== undefined) {
      const raw = text[at] === '"' ? findRawCloser(text, at, rules.rawStrings) : undefined;
      const after = raw === undefined ? at : this.#closers.skip(at, raw.from, raw.close);
      if (after > at) {
        this.#blank(at + 1, after - (raw?.close.length ?? 1));
        return after;
      }
    }
    for (const rule of rules.strings) {
      if (!text.startsWith(rule.open, at)) continue;
      const before = text.slice(Math.max(0, at - PREFIX_LENGTH), at);
      if (rule.after?.test(before) === false) continue;
      if (at < (this.#silentUntil.get(rule) ?? 0)) continue;
      const after = this.#passString(at, rule);
      if (after > at) return after;
    }
    return this.#passOther(at);
  }

  #passOther(at: number): number {
    const text = this.#text;
    const { characters, regularExpressions, heredocs } = this.#prepared.rules;
    const character = text[at];
    let after = at;
    if (character === "'" && characters === true) after = skipCharacter(text, at);
    else if (character === "/" && regularExpressions === true) {
      after = skipRegularExpression(text, at, text.lastIndexOf("\n", at - 1) + 1);
    } else if (character === "<" && heredocs === true) return this.#passHeredoc(at);
    if (after > at) this.#blank(at + 1, after - 1);
    return after;
  }

  #isInWord(at: number): boolean {
    if (this.#prepared.rules.spacedComments !== true || at === 0) return false;
    return this.#text.charCodeAt(at - 1) > 32;
  }

  #passComment(at: number, open: string, close: string): number {
    const closers = this.#closers;
    const after = this.#prepared.rules.nestedComments === true && open !== close
      ? closers.skipNested(at, open, close)
      : closers.skip(at, at + open.length, close);
    return after > at ? this.#blank(at, after) : at;
  }

  /** Returns the offset after a string, or `start` when it is never closed and so is none. */
  #passString(start: number, rule: StringRule): number {
    const { open, close, isLong, isRaw, interpolation } = rule;
    const text = this.#text;
    let end = isLong === true ? text.length : this.#lineEndAfter(start);
    const closer = close.charCodeAt(0);
    const hole = interpolation?.charCodeAt(0);
    const mark = { parts: this.#parts.length, done: this.#done };
    // The letters of `%w(` would look like a name.
    let from = WORD_REGEXP.test(open) ? start + 1 : start + open.length;
    for (let at = start + open.length; at < end; at++) {
      const code = text.charCodeAt(at);
      if (code === closer && text.startsWith(close, at)) {
        this.#blank(from, at);
        return at + close.length;
      }
      if (code === hole && interpolation !== undefined && text.startsWith(interpolation, at)) {
        if (interpolation === "{" && text[at + 1] === "{") at++;
        else if (this.#depth < MAX_NESTING) {
          const inside = at + interpolation.length;
          this.#blank(from, inside);
          this.#depth++;
          const limit = isLong === true ? end : Math.min(text.length, inside + MAX_HOLE);
          const after = this.#passCode(inside, limit, bracketsOf(interpolation));
          this.#depth--;
          if (after < 0) break;
          at = after - 1;
          if (at >= end) end = this.#lineEndAfter(at);
          from = at;
        }
      } else if (code === BACKSLASH && isRaw !== true) at++;
    }
    this.#parts.length = mark.parts;
    this.#done = mark.done;
    this.#silentUntil.set(rule, end);
    return start;
  }

  #passHeredoc(at: number): number {
    const text = this.#text;
    if (text[at + 1] !== "<" || this.#heredoc !== undefined) return at;
    if (this.#failedHeredocs >= MAX_FAILED_HEREDOCS) return at;
    const end = skipHeredoc(text, at);
    if (end === at) this.#failedHeredocs++;
    else this.#heredoc = [this.#lineEndAfter(at), end];
    return at;
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

  /** Turns a range into spaces and returns its end. */
  #blank(from: number, to: number): number {
    const text = this.#text;
    this.#parts.push(text.slice(this.#done, from));
    let at = from;
    for (let end = this.#lineEndAfter(at); end < to; end = this.#lineEndAfter(at)) {
      this.#parts.push(" ".repeat(end - at), "\n");
      at = end + 1;
    }
    if (to > at) this.#parts.push(" ".repeat(to - at));
    this.#done = Math.max(to, from);
    return this.#done;
  }
}

function bracketsOf(interpolation: Interpolation): string {
  return interpolation.endsWith("(") ? "()" : "{}";
}
