import type { JsonValue } from "@dossier/core/text";
import { LITERAL_SYNTAXES, type LiteralLanguage, type LiteralSyntax } from "./literal_syntax.ts";

/**
 * Maximum nesting of brackets. Python's own parser stops there (`MAXLEVEL` of
 * `Parser/tokenizer.h`), and no schema comes near it.
 */
const MAX_LITERAL_DEPTH = 200;

/** `0xff`, `0o7`, `0b1` */
const BASED = "0[xX][\\da-fA-F_]+|0[oO][0-7_]+|0[bB][01_]+";
/** `1_000`, `1.5e3`, `.5` */
const DECIMAL = String.raw`(?:(?:0|[1-9][\d_]*)(?:\.[\d_]*)?|\.\d[\d_]*)(?:[eE][+-]?\d+)?`;
const NUMBER_REGEXP = new RegExp(String.raw`(?:${BASED}|${DECIMAL})(?![\w.])`, "y");
const WORD_REGEXP = /[\p{L}_$][\p{L}\p{N}_$]*/uy;
/** A cast of TypeScript, which changes no value. */
const CAST_REGEXP = /as\s+const\b/y;
/** Continues an expression, also on the next line. */
const OPERATOR_REGEXP = /[-+*/%&|^?<>=.([`]|in\b|instanceof\b/y;

/** Thrown when the text is not a literal. */
class NotLiteralError extends Error {}

/**
 * Returns the value of a literal at an offset of a program, when JSON can represent it: numbers,
 * strings, also adjacent or joined by `+`, lists, tuples, mappings with strings or numbers for
 * keys, and the constants for true, false and null. Undefined for anything that must be evaluated,
 * such as a name, a call or a comprehension: nothing is ever run. Negative and huge numbers are
 * literals; infinity is not.
 *
 * @param text The program, with `\n` for line breaks.
 * @param at Start of the value, in UTF-16 units.
 */
export function readLiteral(
  text: string,
  at: number,
  language: LiteralLanguage,
): JsonValue | undefined {
  try {
    return new LiteralReader(text, at, language).readAll();
  } catch (error) {
    if (error instanceof NotLiteralError) return undefined;
    throw error;
  }
}

class LiteralReader {
  readonly #text: string;
  readonly #isPython: boolean;
  readonly #syntax: LiteralSyntax;
  #at: number;
  #depth = 0;

  constructor(text: string, at: number, language: LiteralLanguage) {
    this.#text = text;
    this.#at = at;
    this.#isPython = language === "python";
    this.#syntax = LITERAL_SYNTAXES[language];
  }

  /** Returns the value, which must end the statement. */
  readAll(): JsonValue {
    const value = this.#readValue();
    const after = this.#at;
    this.#skipBlank();
    const isNextLine = this.#text.slice(after, this.#at).includes("\n");
    if (this.#match(this.#syntax.end) !== undefined) return value;
    if (isNextLine && !this.#isPython && this.#match(OPERATOR_REGEXP) === undefined) return value;
    throw new NotLiteralError();
  }

  #readValue(): JsonValue {
    this.#skipBlank();
    const value = this.#readOne();
    if (typeof value !== "string") return value;
    const parts = [value];
    for (let next = this.#readNextString(); next !== undefined; next = this.#readNextString()) {
      parts.push(next);
    }
    return parts.join("");
  }

  /** Returns a string that is joined to the one before it. */
  #readNextString(): string | undefined {
    const before = this.#at;
    this.#skipBlank();
    const isJoined = this.#accept("+");
    if (isJoined) this.#skipBlank();
    if (isJoined || this.#isPython) {
      const next = isJoined ? this.#readOne() : this.#readString();
      if (typeof next === "string") return next;
      if (isJoined) throw new NotLiteralError();
    }
    this.#at = before;
    return undefined;
  }

  #readOne(): JsonValue {
    const value = this.#readString() ?? this.#readNumber();
    if (value !== undefined) return value;
    switch (this.#text[this.#at]) {
      case "[":
        return this.#readList("]").items;
      case "(": {
        const { items: [first, ...rest], isLoose } = this.#readList(")");
        // Parentheses around one value only group it; a comma makes a tuple.
        if (first !== undefined && rest.length === 0 && !isLoose) return first;
        if (!this.#isPython) throw new NotLiteralError();
        return first === undefined ? [] : [first, ...rest];
      }
      case "{":
        return this.#readMapping();
    }
    const constant = this.#syntax.constants.get(this.#match(WORD_REGEXP)?.[0] ?? "");
    if (constant === undefined) throw new NotLiteralError();
    return constant;
  }

  /** Reads values up to a bracket; `hasComma` is true when a comma precedes the bracket. */
  #readList(close: string): { readonly items: JsonValue[]; readonly isLoose: boolean } {
    const items: JsonValue[] = [];
    let isLoose = false;
    this.#enter();
    while (!this.#leave(close)) {
      if (items.length > 0 && !isLoose) throw new NotLiteralError();
      items.push(this.#readValue());
      isLoose = this.#acceptComma();
    }
    return { items, isLoose };
  }

  #readMapping(): JsonValue {
    const entries: [string, JsonValue][] = [];
    let isLoose = true;
    this.#enter();
    while (!this.#leave("}")) {
      if (!isLoose) throw new NotLiteralError();
      const key = this.#readKey();
      this.#skipBlank();
      if (!this.#accept(":")) throw new NotLiteralError();
      entries.push([key, this.#readValue()]);
      isLoose = this.#acceptComma();
    }
    return Object.fromEntries(entries);
  }

  #readKey(): string {
    const name = this.#isPython ? undefined : this.#match(WORD_REGEXP)?.[0];
    const key = name ??
      (this.#isPython ? this.#readValue() : this.#readString() ?? this.#readNumber());
    // `__proto__` would set the prototype: in JavaScript at once, for Python in copies of the
    // value.
    if (typeof key === "number" || typeof key === "string" && key !== "__proto__") {
      return String(key);
    }
    throw new NotLiteralError();
  }

  #readNumber(): number | undefined {
    const before = this.#at;
    const sign = this.#accept("-") ? -1 : 1;
    if (sign > 0) this.#accept("+");
    const digits = this.#match(NUMBER_REGEXP)?.[0];
    if (digits === undefined) {
      this.#at = before;
      return undefined;
    }
    const value = sign * Number(digits.replaceAll("_", ""));
    if (!Number.isFinite(value)) throw new NotLiteralError();
    return value;
  }

  #readString(): string | undefined {
    const { prefix = "", quote } = this.#match(this.#syntax.string)?.groups ?? {};
    if (quote === undefined) return undefined;
    const text = this.#text;
    const isRaw = prefix.toLowerCase() === "r";
    const isLong = quote.length > 1 || quote === "`";
    const parts: string[] = [];
    let from = this.#at;
    for (let at = from; at < text.length;) {
      if (text.startsWith(quote, at)) {
        this.#at = at + quote.length;
        return parts.join("") + text.slice(from, at);
      }
      if (text[at] === "\n" && !isLong) break;
      if (quote === "`" && text.startsWith("${", at)) break;
      if (text[at] !== "\\") at++;
      else if (isRaw) at += 2;
      else {
        parts.push(text.slice(from, at), this.#readEscape(at));
        at = from = this.#at;
      }
    }
    throw new NotLiteralError();
  }

  #readEscape(at: number): string {
    this.#at = at;
    const [escape] = this.#match(this.#syntax.escape) ?? [];
    if (escape === undefined) throw new NotLiteralError();
    const body = escape.slice(1);
    if (body === "\n") return "";
    const code = body.length > 1
      ? /^[xuU]\{?(?<digits>[\da-fA-F]+)/.exec(body)?.groups?.["digits"]
      : undefined;
    if (code !== undefined) return characterOf(parseInt(code, 16));
    const { escapes } = this.#syntax;
    if (!this.#isPython) return escapes.get(body) ?? body;
    if (/^[0-7]/.test(body)) return characterOf(parseInt(body, 8));
    // `\N{…}` needs Unicode's table of names; other unknown escapes are literal.
    if (/^[NxuU]/.test(body)) throw new NotLiteralError();
    return escapes.get(body) ?? escape;
  }

  #enter(): void {
    this.#at++;
    if (++this.#depth > MAX_LITERAL_DEPTH) throw new NotLiteralError();
    this.#skipBlank();
  }

  #leave(close: string): boolean {
    if (!this.#accept(close)) return false;
    this.#depth--;
    return true;
  }

  /** Skips a comma and the blanks around it. */
  #acceptComma(): boolean {
    this.#skipBlank();
    if (!this.#isPython && this.#match(CAST_REGEXP) !== undefined) this.#skipBlank();
    const isThere = this.#accept(",");
    this.#skipBlank();
    return isThere;
  }

  #skipBlank(): void {
    this.#match(this.#depth > 0 ? this.#syntax.blank : this.#syntax.blankInLine);
  }

  #accept(mark: string): boolean {
    const isThere = this.#text.startsWith(mark, this.#at);
    if (isThere) this.#at += mark.length;
    return isThere;
  }

  #match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text) ?? undefined;
    if (match !== undefined) this.#at = pattern.lastIndex;
    return match;
  }
}

function characterOf(code: number): string {
  if (code > 0x10ffff) throw new NotLiteralError();
  return String.fromCodePoint(code);
}
