import { keepWritten, type PlacedEntry, type PlacedValue, type TextPlace } from "./placed_value.ts";

/** Blanks other than spaces, and characters that are not seen. */
const ODD_REGEXP = /[^\S\n ]|[^\n\P{C}]/u;

/** Lines that begin further in are left to the parser, which has a limit of levels. */
const MAX_INDENT = 40;

/** The same of brackets in brackets. */
const MAX_BRACKETS = 10;

const KEY_REGEXP = /([A-Za-z_][\w./*-]{0,99}):(?= |$)/y;
const DASH_REGEXP = /- +/y;
const BLANKS_REGEXP = / */y;
const END_REGEXP = /(?: +#.*| *)$/y;
const NOTHING_REGEXP = /(?:#.*)?$/y;
const QUOTED_REGEXP = /"([^"\\]*)"|'([^']*)'/y;

/** What stands for itself on a line of its own, and between brackets. */
const LINE_TEXT_REGEXP = /((?:[^ :]|:(?! |$)| +(?![ :#]|$))+)/y;
const FLOW_TEXT_REGEXP = /((?:[^ :,[\]{}]|:(?![ ,[\]{}]|$)| +(?![ :#,[\]{}]|$))+)/y;

/** What begins a text in any YAML: not a number, a sign or a dot alone. Two dots or dashes make no number. */
const TEXT_REGEXP = /^(?:[\p{L}_/\\^$(]|\.[\p{L}/]|\d+[.-]\d+[.-])/u;
const NUMBER_REGEXP = /^(?:0|-?[1-9]\d{0,14}|\d{1,7}\.\d{1,7})$/;

/** Words that stand for something else, at least in some spelling. */
const WORD_REGEXP = /^(?:null|true|false|\.inf|\.nan)$/i;
const WORDS: ReadonlyMap<string, unknown> = new Map(
  [["null", null], ["true", true], ["false", false]],
);

/** A line that says something. */
interface WrittenLine {
  /** 1-based. */
  readonly number: number;
  /** How many spaces stand before its text. */
  readonly indent: number;
  /** With its indentation. */
  readonly text: string;
}

/**
 * Returns what a YAML text says that is written as most are: mappings and lists by indentation and in brackets, texts
 * on one line, numbers, comments. The parser takes 20 to 40 ms to load and to read a few texts, and this 4. Undefined
 * for any other text, and for a wrong one, which are for the parser.
 */
export function readPlainYaml(text: string): PlacedValue | undefined {
  const written = text.replaceAll("\r\n", "\n");
  return ODD_REGEXP.test(written) ? undefined : new PlainYaml(written).read();
}

/** Reads a text from its first line to its last. What returns undefined has met something that it does not know. */
class PlainYaml {
  readonly #lines: readonly WrittenLine[];
  #at = -1;
  #line: WrittenLine = { number: 1, indent: 0, text: "" };
  /** How far in the block is whose next line is read: for `- key: value` as far as the key; -1 at the end. */
  #indent = 0;
  #column = 0;

  constructor(text: string) {
    this.#lines = text.split("\n").flatMap((written, at) => {
      const indent = written.search(/[^ ]/);
      if (indent < 0 || written[indent] === "#") return [];
      return [{ number: at + 1, indent, text: written }];
    });
  }

  read(): PlacedValue | undefined {
    if (this.#lines.some(({ indent }) => indent > MAX_INDENT)) return undefined;
    this.#goOn();
    if (this.#indent < 0) return { place: { line: 1, column: 1 }, value: null };
    const said = this.#readMapping(0);
    return this.#indent < 0 ? said : undefined;
  }

  /** Goes to the next line. */
  #goOn(): void {
    const line = this.#lines[++this.#at];
    this.#indent = line?.indent ?? -1;
    this.#line = line ?? { number: 0, indent: 0, text: "" };
    this.#column = this.#line.indent;
  }

  get #place() {
    return { line: this.#line.number, column: this.#column + 1 };
  }

  /** Returns what a sticky pattern finds here, its first group where it has some, and goes behind it. */
  #take(regexp: RegExp): string | undefined {
    regexp.lastIndex = this.#column;
    const found = regexp.exec(this.#line.text);
    if (found === null) return undefined;
    this.#column += found[0].length;
    return found[1] ?? found[2] ?? found[0];
  }

  #readBlock(): PlacedValue | undefined {
    const { text } = this.#line;
    return text.startsWith("- ", this.#column)
      ? this.#readList(this.#indent)
      : this.#readMapping(this.#indent);
  }

  #readMapping(indent: number): PlacedValue | undefined {
    const place = this.#place;
    const entries: PlacedEntry[] = [];
    const seen = new Set<string>();
    while (this.#indent === indent) {
      const entry = this.#readEntry(seen, () => this.#readBelow(indent));
      if (entry === undefined) return undefined;
      entries.push(entry);
    }
    return { place, entries };
  }

  #readList(indent: number): PlacedValue | undefined {
    const place = this.#place;
    const items: PlacedValue[] = [];
    while (this.#indent === indent && this.#take(DASH_REGEXP) !== undefined) {
      KEY_REGEXP.lastIndex = this.#column;
      const isMapping = KEY_REGEXP.test(this.#line.text);
      if (isMapping) this.#indent = this.#column;
      const item = isMapping ? this.#readMapping(this.#indent) : this.#readLast(indent);
      if (item === undefined) return undefined;
      items.push(item);
    }
    return toList(place, items);
  }

  /** Returns a key with the value that `readValue` reads behind it; undefined for one that is there already. */
  #readEntry(
    seen: Set<string>,
    readValue: () => PlacedValue | undefined,
  ): PlacedEntry | undefined {
    const place = this.#place;
    const key = this.#take(KEY_REGEXP);
    if (key === undefined || WORD_REGEXP.test(key) || seen.has(key)) return undefined;
    seen.add(key);
    const value = readValue();
    return value && { key, place, value };
  }

  /** Returns the value of a key of a block: behind it, or below it. */
  #readBelow(indent: number): PlacedValue | undefined {
    this.#take(BLANKS_REGEXP);
    const place = this.#place;
    if (this.#take(NOTHING_REGEXP) === undefined) return this.#readLast(indent);
    this.#goOn();
    const isList = this.#indent === indent && this.#line.text.startsWith("- ", indent);
    return isList || this.#indent > indent ? this.#readBlock() : { place, value: null };
  }

  /** Returns a value that is the last of its line. */
  #readLast(indent: number): PlacedValue | undefined {
    const value = this.#readFlow({ indent, level: 0 }, LINE_TEXT_REGEXP);
    if (value === undefined || this.#take(END_REGEXP) === undefined) return undefined;
    this.#goOn();
    return value;
  }

  /** Returns a value as it is written in brackets, or in a line but for other texts. */
  #readFlow(block: FlowBlock, textRegexp = FLOW_TEXT_REGEXP): PlacedValue | undefined {
    const place = this.#place;
    const inner = { ...block, level: block.level + 1 };
    if (inner.level > MAX_BRACKETS) return undefined;
    if (this.#take(/\[/y) !== undefined) {
      const items = this.#readMany(block, /\]/y, () => this.#readFlow(inner));
      return items && toList(place, items);
    }
    if (this.#take(/\{/y) !== undefined) {
      const readValue = () => this.#take(/ +/y) === undefined ? undefined : this.#readFlow(inner);
      const seen = new Set<string>();
      const entries = this.#readMany(block, /\}/y, () => this.#readEntry(seen, readValue));
      return entries && { place, entries };
    }
    const quoted = this.#take(QUOTED_REGEXP);
    if (quoted !== undefined) return { place, value: quoted };
    return toScalar(place, this.#take(textRegexp) ?? "");
  }

  /** Returns what stands between brackets and commas, over as many lines as it takes. */
  #readMany<T>(
    block: FlowBlock,
    close: RegExp,
    readOne: () => T | undefined,
  ): readonly T[] | undefined {
    const found: T[] = [];
    for (;;) {
      if (!this.#skipBlanks(block)) return undefined;
      if (this.#take(close) !== undefined) return found;
      const one = readOne();
      if (one === undefined || !this.#skipBlanks(block)) return undefined;
      found.push(one);
      if (this.#take(/,/y) !== undefined) continue;
      return this.#take(close) === undefined ? undefined : found;
    }
  }

  /** Goes to what comes next between brackets; false where it is not as far in as it must be, or below a comment. */
  #skipBlanks({ indent, level }: FlowBlock): boolean {
    this.#take(BLANKS_REGEXP);
    if (this.#column < this.#line.text.length) return true;
    const { number } = this.#line;
    this.#goOn();
    const isEnd = level === 0 && /^ *[\]}]/.test(this.#line.text);
    return this.#line.number === number + 1 && this.#indent >= (isEnd ? indent : indent + 1);
  }
}

/** What brackets stand in. */
interface FlowBlock {
  /** How far in the block is. */
  readonly indent: number;
  /** In how many other brackets they stand. */
  readonly level: number;
}

function toList(place: TextPlace, items: readonly PlacedValue[]): PlacedValue {
  return { place, items, value: items.map(({ value }) => value) };
}

function toScalar(place: TextPlace, text: string): PlacedValue | undefined {
  if (WORDS.has(text)) return { place, value: WORDS.get(text) };
  if (NUMBER_REGEXP.test(text)) return { place, ...keepWritten(Number(text), text) };
  return TEXT_REGEXP.test(text) && !WORD_REGEXP.test(text) ? { place, value: text } : undefined;
}
