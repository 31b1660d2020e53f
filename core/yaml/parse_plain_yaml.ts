import {
  type PositionedEntry,
  type PositionedValue,
  type TextPosition,
  withSourceText,
} from "./positioned_value.ts";

/** White space other than spaces, and invisible characters. */
const UNUSUAL_CHARACTER_REGEXP = /[^\S\n ]|[^\n\P{C}]/u;

/**
 * Maximum indentation; deeper lines are left to the full parser, which limits the number of levels.
 */
const MAX_INDENT = 40;

/** Maximum depth of nested brackets. */
const MAX_BRACKETS = 10;

const KEY_REGEXP = /([A-Za-z_][\w./*-]{0,99}):(?= |$)/y;
const DASH_REGEXP = /- +/y;
const BLANKS_REGEXP = / */y;
const END_REGEXP = /(?: +#.*| *)$/y;
const BLANK_REST_REGEXP = /(?:#.*)?$/y;
const QUOTED_REGEXP = /"([^"\\]*)"|'([^']*)'/y;

/** Plain scalars: on a line of their own, and between brackets. */
const LINE_TEXT_REGEXP = /((?:[^ :]|:(?! |$)| +(?![ :#]|$))+)/y;
const FLOW_TEXT_REGEXP = /((?:[^ :,[\]{}]|:(?![ ,[\]{}]|$)| +(?![ :#,[\]{}]|$))+)/y;

/**
 * Start of a text in any version of YAML: not a number, a sign or a lone dot. A value with two dots
 * or dashes is not a number.
 */
const TEXT_REGEXP = /^(?:[\p{L}_/\\^$(]|\.[\p{L}/]|\d+[.-]\d+[.-])/u;
const NUMBER_REGEXP = /^(?:0|-?[1-9]\d{0,14}|\d{1,7}\.\d{1,7})$/;

/** Words that YAML reads as other values, at least in some spelling. */
const WORD_REGEXP = /^(?:null|true|false|\.inf|\.nan)$/i;
const WORD_VALUES: ReadonlyMap<string, unknown> = new Map(
  [["null", null], ["true", true], ["false", false]],
);

/** Line with content. */
interface WrittenLine {
  /** 1-based. */
  readonly number: number;
  /** Number of spaces before its text. */
  readonly indent: number;
  /** Text of the line with its indentation. */
  readonly text: string;
}

/**
 * Returns the value of a YAML text in the common form: mappings and lists by indentation and in
 * brackets, texts on one line, numbers, comments. The full parser takes 20 to 40 ms to load and to
 * read a few texts, this function 4 ms. Undefined for any other text, and for an invalid one: these
 * are left to the full parser.
 */
export function parsePlainYaml(text: string): PositionedValue | undefined {
  const written = text.replaceAll("\r\n", "\n");
  return UNUSUAL_CHARACTER_REGEXP.test(written) ? undefined : new PlainYamlParser(written).read();
}

/**
 * Reader of a text, from the first line to the last. A method returns undefined when it finds
 * something that it does not support.
 */
class PlainYamlParser {
  readonly #lines: readonly WrittenLine[];
  #lineIndex = -1;
  #line: WrittenLine = { number: 1, indent: 0, text: "" };
  /**
   * Indentation of the block that the next line belongs to: for `- key: value` the column of the
   * key; -1 at the end.
   */
  #indent = 0;
  #column = 0;

  constructor(text: string) {
    this.#lines = text.split("\n").flatMap((written, at) => {
      const indent = written.search(/[^ ]/);
      if (indent < 0 || written[indent] === "#") return [];
      return [{ number: at + 1, indent, text: written }];
    });
  }

  read(): PositionedValue | undefined {
    if (this.#lines.some(({ indent }) => indent > MAX_INDENT)) return undefined;
    this.#nextLine();
    if (this.#indent < 0) return { position: { line: 1, column: 1 }, value: null };
    const value = this.#readMapping(0);
    return this.#indent < 0 ? value : undefined;
  }

  /** Moves to the next line. */
  #nextLine(): void {
    const line = this.#lines[++this.#lineIndex];
    this.#indent = line?.indent ?? -1;
    this.#line = line ?? { number: 0, indent: 0, text: "" };
    this.#column = this.#line.indent;
  }

  get #position() {
    return { line: this.#line.number, column: this.#column + 1 };
  }

  /**
   * Returns the match of a sticky pattern at the current column, or its first group if it has
   * groups, and moves after it.
   */
  #match(regexp: RegExp): string | undefined {
    regexp.lastIndex = this.#column;
    const found = regexp.exec(this.#line.text);
    if (found === null) return undefined;
    this.#column += found[0].length;
    return found[1] ?? found[2] ?? found[0];
  }

  #readBlock(): PositionedValue | undefined {
    const { text } = this.#line;
    return text.startsWith("- ", this.#column)
      ? this.#readList(this.#indent)
      : this.#readMapping(this.#indent);
  }

  #readMapping(indent: number): PositionedValue | undefined {
    const position = this.#position;
    const entries: PositionedEntry[] = [];
    const seen = new Set<string>();
    while (this.#indent === indent) {
      const entry = this.#readEntry(seen, () => this.#readBelow(indent));
      if (entry === undefined) return undefined;
      entries.push(entry);
    }
    return { position, entries };
  }

  #readList(indent: number): PositionedValue | undefined {
    const position = this.#position;
    const items: PositionedValue[] = [];
    while (this.#indent === indent && this.#match(DASH_REGEXP) !== undefined) {
      KEY_REGEXP.lastIndex = this.#column;
      const isMapping = KEY_REGEXP.test(this.#line.text);
      if (isMapping) this.#indent = this.#column;
      const item = isMapping ? this.#readMapping(this.#indent) : this.#readLineEnd(indent);
      if (item === undefined) return undefined;
      items.push(item);
    }
    return toList(position, items);
  }

  /** Returns a key with the value that `readValue` reads after it; undefined for a repeated key. */
  #readEntry(
    seen: Set<string>,
    readValue: () => PositionedValue | undefined,
  ): PositionedEntry | undefined {
    const position = this.#position;
    const key = this.#match(KEY_REGEXP);
    if (key === undefined || WORD_REGEXP.test(key) || seen.has(key)) return undefined;
    seen.add(key);
    const value = readValue();
    return value && { key, position, value };
  }

  /** Returns the value of a key of a block: after the key, or below it. */
  #readBelow(indent: number): PositionedValue | undefined {
    this.#match(BLANKS_REGEXP);
    const position = this.#position;
    if (this.#match(BLANK_REST_REGEXP) === undefined) return this.#readLineEnd(indent);
    this.#nextLine();
    const isList = this.#indent === indent && this.#line.text.startsWith("- ", indent);
    return isList || this.#indent > indent ? this.#readBlock() : { position, value: null };
  }

  /** Returns the value that ends a line. */
  #readLineEnd(indent: number): PositionedValue | undefined {
    const value = this.#readFlow({ indent, level: 0 }, LINE_TEXT_REGEXP);
    if (value === undefined || this.#match(END_REGEXP) === undefined) return undefined;
    this.#nextLine();
    return value;
  }

  /** Returns a value inside brackets, or in a line, where other texts are allowed. */
  #readFlow(block: FlowBlock, textRegexp = FLOW_TEXT_REGEXP): PositionedValue | undefined {
    const position = this.#position;
    const inner = { ...block, level: block.level + 1 };
    if (inner.level > MAX_BRACKETS) return undefined;
    if (this.#match(/\[/y) !== undefined) {
      const items = this.#readItems(block, /\]/y, () => this.#readFlow(inner));
      return items && toList(position, items);
    }
    if (this.#match(/\{/y) !== undefined) {
      const readValue = () => this.#match(/ +/y) === undefined ? undefined : this.#readFlow(inner);
      const seen = new Set<string>();
      const entries = this.#readItems(block, /\}/y, () => this.#readEntry(seen, readValue));
      return entries && { position, entries };
    }
    const quoted = this.#match(QUOTED_REGEXP);
    if (quoted !== undefined) return { position, value: quoted };
    return toScalar(position, this.#match(textRegexp) ?? "");
  }

  /** Returns the items between brackets, separated by commas, over any number of lines. */
  #readItems<T>(
    block: FlowBlock,
    close: RegExp,
    readOne: () => T | undefined,
  ): readonly T[] | undefined {
    const found: T[] = [];
    for (;;) {
      if (!this.#skipBlanks(block)) return undefined;
      if (this.#match(close) !== undefined) return found;
      const one = readOne();
      if (one === undefined || !this.#skipBlanks(block)) return undefined;
      found.push(one);
      if (this.#match(/,/y) !== undefined) continue;
      return this.#match(close) === undefined ? undefined : found;
    }
  }

  /**
   * Moves to the next item between brackets; false when its indentation is too small, or when it is
   * below a comment.
   */
  #skipBlanks({ indent, level }: FlowBlock): boolean {
    this.#match(BLANKS_REGEXP);
    if (this.#column < this.#line.text.length) return true;
    const { number } = this.#line;
    this.#nextLine();
    const isEnd = level === 0 && /^ *[\]}]/.test(this.#line.text);
    return this.#line.number === number + 1 && this.#indent >= (isEnd ? indent : indent + 1);
  }
}

/** Surroundings of brackets. */
interface FlowBlock {
  /** Indentation of the block. */
  readonly indent: number;
  /** Number of brackets around them. */
  readonly level: number;
}

function toList(position: TextPosition, items: readonly PositionedValue[]): PositionedValue {
  return { position: position, items, value: items.map(({ value }) => value) };
}

function toScalar(position: TextPosition, text: string): PositionedValue | undefined {
  if (WORD_VALUES.has(text)) return { position: position, value: WORD_VALUES.get(text) };
  if (NUMBER_REGEXP.test(text)) {
    return { position: position, ...withSourceText(Number(text), text) };
  }
  return TEXT_REGEXP.test(text) && !WORD_REGEXP.test(text)
    ? { position: position, value: text }
    : undefined;
}
