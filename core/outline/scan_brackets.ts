import {
  ASCII,
  CLOSE_BRACE,
  CLOSE_ROUND,
  type CommentTable,
  HEREDOC,
  type Lexer,
  LITERAL,
  LONG_QUOTE,
  OPEN_BRACE,
  OPEN_ROUND,
  PLAIN,
  QUOTE,
  SLASH,
  TEMPLATE,
} from "./lexer.ts";
import type { Lexicon } from "./lexicon.ts";
import {
  CloserSearch,
  findRawCloser,
  skipCharacter,
  skipHeredoc,
  skipQuoted,
  skipRegularExpression,
  skipTemplate,
  skipVerbatim,
} from "./skip_literal.ts";
import { BLANK, type LineTable } from "../text/split_lines.ts";

/** Depth of a row that begins inside a string, or inside round or square brackets. */
export const INSIDE: number = -1;

/** Depth of a row that begins inside a comment. */
export const IN_COMMENT: number = -2;

/** Where the braces of a text are, and which of its rows may begin a declaration. */
export interface BracketScan {
  /** Braces open at the start of each row, {@link INSIDE} or {@link IN_COMMENT}. */
  readonly depths: Int32Array;
  /** Offsets of the opening braces, ascending. */
  readonly opens: readonly number[];
  /** Offset of the brace that closes each of them, or -1. */
  readonly closes: readonly number[];
}

const SPACE = 32;
const HASH = 35;
const SLASH_CODE = 47;

/** Entry of the stack for a round or square bracket; braces stand there by their number. */
const ROUND = -1;

/** Entry of the stack for a round bracket around declarations. */
const GROUP = -2;

const GROUP_REGEXP = /(?:const|var|type)\s*\(/y;

/** Failed searches for the end of a `<<WORD` text after which no more are made. */
const MAXIMUM_FAILED_HEREDOCS = 40;

/** Open brackets and directives beyond which alternatives are read one after the other. */
const MAXIMUM_SAVED_BRACKETS = 200;

const DIRECTIVE_REGEXP = /#\s*(if|el|endif)/y;

/** Follows the brackets of a text, aside from its comments and strings, in one pass. */
export function scanBrackets(text: string, lines: LineTable, lexer: Lexer): BracketScan {
  return new BracketScanner(text, lines, lexer).scan();
}

class BracketScanner {
  readonly #text: string;
  readonly #lines: LineTable;
  readonly #lexicon: Lexicon;
  readonly #classes: Uint8Array;
  readonly #comments: CommentTable;
  readonly #closers: CloserSearch;
  /** For each character, the offset up to which it is known to begin nothing that is closed. */
  readonly #silentUntil = new Int32Array(ASCII);
  readonly #opens: number[] = [];
  readonly #closes: number[] = [];
  /** Brackets that are open, and before each `#if` that is open the stack as it was. */
  #stack: number[] = [];
  readonly #alternatives: (number[] | undefined)[] = [];
  #depth = 0;
  #failedHeredocs = 0;
  /** What the rows are inside of that the last literal goes on over. */
  #inside = INSIDE;
  /** Start of the text after a `<<WORD`, once the rest of its line is scanned. */
  #heredocEnd = 0;

  constructor(text: string, lines: LineTable, { lexicon, comments, classes }: Lexer) {
    this.#text = text;
    this.#lines = lines;
    this.#lexicon = lexicon;
    this.#comments = comments;
    this.#classes = classes;
    this.#closers = new CloserSearch(text);
  }

  scan(): BracketScan {
    const { count, starts, firsts, indents } = this.#lines;
    const text = this.#text;
    const classes = this.#classes;
    const hasDirectives = this.#lexicon.directives === true;
    const depths = new Int32Array(count);
    let at = 0;
    for (let row = 0; row < count; row++) {
      const start = starts[row] ?? 0;
      const end = starts[row + 1] ?? 0;
      if (at > start) {
        depths[row] = this.#inside;
        if (at >= end) continue;
      } else {
        depths[row] = this.#stack.at(-1) === ROUND ? INSIDE : this.#depth;
        at = firsts[row] ?? start;
        if (hasDirectives && indents[row] !== BLANK && text.charCodeAt(at) === HASH) {
          at = this.#passDirective(at, end);
        }
      }
      while (at < end) {
        const code = text.charCodeAt(at);
        const kind = code < ASCII ? classes[code] ?? PLAIN : PLAIN;
        at = kind === PLAIN ? at + 1 : this.#pass(kind, at, row);
      }
      if (this.#heredocEnd > at) at = this.#heredocEnd;
    }
    return { depths, opens: this.#opens, closes: this.#closes };
  }

  /** Returns the offset after what begins at `at`. */
  #pass(kind: number, at: number, row: number): number {
    const text = this.#text;
    const code = text.charCodeAt(at);
    if (this.#comments[code] !== undefined) {
      const after = this.#passComment(at, row);
      if (after > at) return after;
    }
    this.#inside = INSIDE;
    switch (kind) {
      case OPEN_ROUND:
        this.#stack.push(this.#isGroup(at, row) ? GROUP : ROUND);
        return at + 1;
      case CLOSE_ROUND:
        if ((this.#stack.at(-1) ?? 0) < 0) this.#stack.pop();
        return at + 1;
      case OPEN_BRACE:
        this.#stack.push(this.#opens.length);
        this.#opens.push(at);
        this.#closes.push(-1);
        this.#depth++;
        return at + 1;
      case CLOSE_BRACE:
        this.#closeBrace(at);
        return at + 1;
      case QUOTE:
        return this.#orSilence(at, row, this.#passString(at, row, false));
      case LONG_QUOTE:
        return this.#orSilence(at, row, this.#passString(at, row, true));
      case TEMPLATE:
        if (at < (this.#silentUntil[code] ?? 0)) return at + 1;
        return this.#orSilence(at, this.#lines.count - 1, skipTemplate(text, at));
      case LITERAL:
        return Math.max(at + 1, skipCharacter(text, at));
      case HEREDOC:
        return this.#passHeredoc(at);
      case SLASH: {
        if (at < (this.#silentUntil[SLASH_CODE] ?? 0)) return at + 1;
        const start = this.#lines.starts[row] ?? 0;
        return Math.max(at + 1, skipRegularExpression(text, at, start));
      }
      default:
        return at + 1;
    }
  }

  #isGroup(at: number, row: number): boolean {
    if (this.#lexicon.groups !== true) return false;
    GROUP_REGEXP.lastIndex = this.#lines.firsts[row] ?? 0;
    return GROUP_REGEXP.test(this.#text) && GROUP_REGEXP.lastIndex === at + 1;
  }

  #closeBrace(at: number): void {
    const stack = this.#stack;
    // A round bracket that was never closed does not outlive the braces around it.
    while ((stack.at(-1) ?? 0) < 0) stack.pop();
    const open = stack.pop();
    if (open === undefined) return;
    this.#closes[open] = at;
    this.#depth--;
  }

  #passComment(at: number, row: number): number {
    for (const [open, close] of this.#comments[this.#text.charCodeAt(at)] ?? []) {
      if (!this.#text.startsWith(open, at)) continue;
      if (close === "\n") return this.#lines.starts[row + 1] ?? at + 1;
      this.#inside = IN_COMMENT;
      return this.#lexicon.nestedComments === true && open !== close
        ? this.#closers.skipNested(at, open, close)
        : this.#closers.skip(at, at + open.length, close);
    }
    return at;
  }

  #passString(at: number, row: number, isLong: boolean): number {
    const text = this.#text;
    const code = text.charCodeAt(at);
    const { tripleQuotes, rawStrings } = this.#lexicon;
    if (rawStrings === "csharp") {
      const isVerbatim = text[at - 1] === "@" || (text[at - 1] === "$" && text[at - 2] === "@");
      if (isVerbatim) return skipVerbatim(text, at);
    }
    if (
      tripleQuotes === true && text.charCodeAt(at + 1) === code && text.charCodeAt(at + 2) === code
    ) {
      const quotes = text.slice(at, at + 3);
      const after = this.#closers.skip(at, at + 3, quotes);
      if (after > at) return after;
    }
    if (rawStrings === "rust" || rawStrings === "cpp") {
      const raw = findRawCloser(text, at, rawStrings);
      if (raw !== undefined) return this.#closers.skip(at, raw.from, raw.close);
    }
    if (at < (this.#silentUntil[code] ?? 0)) return at + 1;
    const after = skipQuoted(text, at, isLong);
    if (after === at) {
      // No other quote of this sort on the line, or in the text, is closed either.
      this.#silentUntil[code] = isLong ? text.length : this.#lines.starts[row + 1] ?? 0;
    }
    return after;
  }

  /** Returns where a literal ends; when nowhere, its first character is passed as a plain one. */
  #orSilence(at: number, row: number, after: number): number {
    if (after > at) return after;
    const code = this.#text.charCodeAt(at);
    if (this.#classes[code] === TEMPLATE) {
      this.#silentUntil[code] = this.#lines.starts[row + 1] ?? 0;
    }
    return at + 1;
  }

  #passHeredoc(at: number): number {
    const text = this.#text;
    if (text.charCodeAt(at + 1) !== text.charCodeAt(at)) return at + 1;
    if (this.#failedHeredocs >= MAXIMUM_FAILED_HEREDOCS) return at + 2;
    const end = this.#lexicon.heredocs === "tight" && text.charCodeAt(at + 2) <= SPACE
      ? at
      : skipHeredoc(text, at);
    if (end > at) this.#heredocEnd = end;
    else this.#failedHeredocs++;
    return at + 2;
  }

  /** Returns the offset after a directive, having put the stack back at the next alternative. */
  #passDirective(at: number, end: number): number {
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
