import { matchesAt } from "../text/match_at.ts";
import type { LiteralKind, LiteralScan } from "../language/scan_literals.ts";
import type { ResolvedRules } from "./recognise_line.ts";
import { BLANK, type LineTable } from "../text/split_lines.ts";

/** Depth of a row that begins inside a string, or inside round or square brackets. */
export const IN_EXPRESSION: number = -1;

/** Depth of a row that begins inside a comment, or with one. */
export const IN_COMMENT: number = -2;

/** Braces of a text, with the rows that may begin a declaration. */
export interface BracketScan {
  /**
   * Number of braces that are open at the start of each row, {@link IN_EXPRESSION} or {@link
   * IN_COMMENT}.
   */
  readonly depths: Int32Array;
  /** Offsets of the opening braces, ascending. */
  readonly opens: readonly number[];
  /** Offset of the closing brace for each opening one, or -1. */
  readonly closes: readonly number[];
}

const HASH = 35;

/** Stack entry of a round or square bracket; the entry of a brace is its number. */
const ROUND = -1;

/** Stack entry of a round bracket around declarations. */
const GROUP = -2;

const GROUP_REGEXP = /(?:const|var|type)\s*\(/y;
const DIRECTIVE_REGEXP = /#\s*(if|el|endif)/y;

/**
 * Maximum number of open brackets and directives that are saved; beyond it, alternatives are read
 * one after the other.
 */
const MAXIMUM_SAVED_BRACKETS = 200;

const OPEN_ROUND = 1;
const CLOSE_ROUND = 2;
const OPEN_BRACE = 3;
const CLOSE_BRACE = 4;

/** Number of characters that may be brackets: those of ASCII. */
const ASCII = 128;

const ROUND_CLASSES = toClasses("([{", ")]}");
const BRACE_CLASSES = toClasses("([", ")]");
BRACE_CLASSES[123] = OPEN_BRACE;
BRACE_CLASSES[125] = CLOSE_BRACE;

function toClasses(opens: string, closes: string): Uint8Array {
  const classes = new Uint8Array(ASCII);
  for (const open of opens) classes[open.charCodeAt(0)] = OPEN_ROUND;
  for (const close of closes) classes[close.charCodeAt(0)] = CLOSE_ROUND;
  return classes;
}

/** Text with its comments and strings, and the rules of its language. */
export interface ScannedText {
  readonly text: string;
  readonly lines: LineTable;
  readonly literals: LiteralScan;
  readonly rules: ResolvedRules;
}

/** Follows the brackets of a text, outside of its comments and strings, in one pass. */
export function scanBrackets(scanned: ScannedText): BracketScan {
  return new BracketScanner(scanned).scan();
}

/** Returns true for a literal whose lines are not code. */
function isMultilineText(kind: LiteralKind | undefined): boolean {
  return kind === "comment" || kind === "text";
}

class BracketScanner {
  readonly #text: string;
  readonly #lines: LineTable;
  readonly #literals: LiteralScan;
  readonly #rules: ResolvedRules;
  readonly #opens: number[] = [];
  readonly #closes: number[] = [];
  /** Open brackets, and for each open `#if` the saved stack. */
  #stack: number[] = [];
  readonly #alternatives: (number[] | undefined)[] = [];
  #depth = 0;
  /** Index of the next literal. */
  #nextLiteral = 0;

  constructor({ text, lines, literals, rules }: ScannedText) {
    this.#text = text;
    this.#lines = lines;
    this.#literals = literals;
    this.#rules = rules;
  }

  scan(): BracketScan {
    const { count, starts, contentStarts, indents } = this.#lines;
    const { starts: literalStarts, kinds } = this.#literals;
    const text = this.#text;
    const { hasDirectives, brackets } = this.#rules;
    const depths = new Int32Array(count);
    let at = 0;
    for (let row = 0; row < count; row++) {
      const start = starts[row] ?? 0;
      const end = starts[row + 1] ?? 0;
      if (at > start) {
        depths[row] = isMultilineText(kinds[this.#nextLiteral - 1]) ? IN_COMMENT : IN_EXPRESSION;
        if (at >= end) continue;
      } else {
        at = contentStarts[row] ?? start;
        const isComment = literalStarts[this.#nextLiteral] === at &&
          isMultilineText(kinds[this.#nextLiteral]);
        depths[row] = this.#stack.at(-1) === ROUND
          ? IN_EXPRESSION
          : isComment
          ? IN_COMMENT
          : this.#depth;
        if (hasDirectives === true && indents[row] !== BLANK && text.charCodeAt(at) === HASH) {
          at = this.#skipLiterals(this.#scanDirective(at, end));
        }
      }
      while (at < end) {
        const stop = Math.min(end, literalStarts[this.#nextLiteral] ?? end);
        if (brackets !== undefined) this.#scanCode(at, stop, row);
        at = stop < end ? this.#literals.ends[this.#nextLiteral++] ?? end : end;
      }
    }
    return { depths, opens: this.#opens, closes: this.#closes };
  }

  /** Returns an offset, or the offset after the literal that contains it. */
  #skipLiterals(offset: number): number {
    const { starts, ends } = this.#literals;
    let at = offset;
    while ((starts[this.#nextLiteral] ?? Infinity) < at) {
      at = Math.max(at, ends[this.#nextLiteral++] ?? at);
    }
    return at;
  }

  #scanCode(from: number, end: number, row: number): void {
    const text = this.#text;
    const classes = this.#rules.brackets === "braces" ? BRACE_CLASSES : ROUND_CLASSES;
    for (let at = from; at < end; at++) {
      const code = text.charCodeAt(at);
      switch (code < ASCII ? classes[code] : 0) {
        case OPEN_ROUND:
          this.#stack.push(this.#isGroup(at, row) ? GROUP : ROUND);
          break;
        case CLOSE_ROUND:
          if ((this.#stack.at(-1) ?? 0) < 0) this.#stack.pop();
          break;
        case OPEN_BRACE:
          this.#stack.push(this.#opens.length);
          this.#opens.push(at);
          this.#closes.push(-1);
          this.#depth++;
          break;
        case CLOSE_BRACE:
          this.#closeBrace(at);
          break;
      }
    }
  }

  #isGroup(at: number, row: number): boolean {
    if (this.#rules.hasGroups !== true) return false;
    return matchesAt(GROUP_REGEXP, this.#text, this.#lines.contentStarts[row] ?? 0) &&
      GROUP_REGEXP.lastIndex === at + 1;
  }

  #closeBrace(at: number): void {
    const stack = this.#stack;
    // A round bracket that is never closed ends with the enclosing braces.
    while ((stack.at(-1) ?? 0) < 0) stack.pop();
    const open = stack.pop();
    if (open === undefined) return;
    this.#closes[open] = at;
    this.#depth--;
  }

  /** Returns the offset after a directive; restores the stack at the next alternative. */
  #scanDirective(at: number, end: number): number {
    const text = this.#text;
    DIRECTIVE_REGEXP.lastIndex = at;
    switch (DIRECTIVE_REGEXP.exec(text)?.[1]) {
      case "if":
        this.#alternatives.push(
          this.#stack.length + this.#alternatives.length > MAXIMUM_SAVED_BRACKETS
            ? undefined
            : this.#stack.slice(),
        );
        break;
      case "el":
        this.#stack = this.#alternatives.at(-1)?.slice() ?? this.#stack;
        this.#depth = this.#stack.filter((entry) => entry >= 0).length;
        break;
      case "endif":
        this.#alternatives.pop();
        break;
    }
    while (text[end - 2] === "\\" || (text[end - 2] === "\r" && text[end - 3] === "\\")) {
      const newline = text.indexOf("\n", end);
      if (newline < 0) return text.length;
      end = newline + 1;
    }
    return end;
  }
}
