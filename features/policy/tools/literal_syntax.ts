import type { JsonValue } from "@dossier/core/text";

/** Languages whose literals are read. */
export type LiteralLanguage = "python" | "javascript";

/** The literal syntax of a language. */
export interface LiteralSyntax {
  readonly constants: ReadonlyMap<string, JsonValue>;
  /** Blanks inside brackets. */
  readonly blank: RegExp;
  /** Blanks after a value outside brackets. */
  readonly blankInLine: RegExp;
  /** Groups `prefix` and `quote`. */
  readonly string: RegExp;
  readonly escape: RegExp;
  /** The end of a statement after a value. */
  readonly end: RegExp;
  /** The characters of single-letter escapes. */
  readonly escapes: ReadonlyMap<string, string>;
}

/** Escapes of both languages. */
const ESCAPES: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["t", "\t"],
  ["r", "\r"],
  ["b", "\b"],
  ["f", "\f"],
  ["v", "\v"],
]);

const PYTHON_ESCAPES: ReadonlyMap<string, string> = new Map([
  ...ESCAPES,
  ["a", "\x07"],
  ["\\", "\\"],
  ["'", "'"],
  ['"', '"'],
]);

/** All other escapes are the character after the backslash. */
const SCRIPT_ESCAPES: ReadonlyMap<string, string> = new Map([...ESCAPES, ["0", "\0"]]);

/** The literals of each language; the patterns are sticky, so that they match at an offset only. */
export const LITERAL_SYNTAXES: Readonly<Record<LiteralLanguage, LiteralSyntax>> = {
  python: {
    constants: new Map<string, JsonValue>([["True", true], ["False", false], ["None", null]]),
    blank: /(?:\s|#[^\n]*|\\\n)*/y,
    blankInLine: /(?:[ \t\f]|\\\n)*/y,
    // Bytes and formatted strings are not constants that JSON can represent.
    string: /(?<prefix>[rRuU]?)(?<quote>"""|'''|"|')/y,
    escape: /\\(?:\n|[0-7]{1,3}|x[\da-fA-F]{2}|u[\da-fA-F]{4}|U[\da-fA-F]{8}|[^])/y,
    end: /[;#\n]|$/y,
    escapes: PYTHON_ESCAPES,
  },
  javascript: {
    constants: new Map<string, JsonValue>([["true", true], ["false", false], ["null", null]]),
    blank: /(?:\s|\/\/[^\n]*|\/\*[^]*?\*\/)*/y,
    blankInLine: /(?:\s|\/\/[^\n]*|\/\*[^]*?\*\/)*/y,
    string: /(?<prefix>)(?<quote>["'`])/y,
    escape: /\\(?:\n|x[\da-fA-F]{2}|u[\da-fA-F]{4}|u\{[\da-fA-F]{1,6}\}|[^xu1-9])/y,
    end: /[;,]|$|(?:as|satisfies)\b/y,
    escapes: SCRIPT_ESCAPES,
  },
};
