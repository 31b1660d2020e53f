import { type Chunk, chunkDocument, type DocumentInfo, hasHeadings } from "../chunk/mod.ts";
import {
  findLeadingCommentRow,
  outlineSymbols,
  type SymbolDefinition,
  type SymbolKind,
} from "../outline/mod.ts";
import {
  BLANK,
  type LineTable,
  type RowRange,
  splitLines,
  trimRange,
} from "../text/split_lines.ts";

/**
 * Lines of a file that belong together: a definition with its comment and decorators, a section of
 * a document, or a block of the text between definitions.
 */
export interface Part {
  /** First line, 1-based. */
  readonly startLine: number;
  /** Last line, 1-based and inclusive. */
  readonly endLine: number;
  readonly kind: "definition" | "section" | "block";
  /** Names that it defines; the headings of a section. */
  readonly names: readonly string[];
  /** Dotted name of the definition around it, or the headings above it; empty at the top level. */
  readonly container: string;
  /** Signatures and headings, one per line, each with the first sentence of its comment. */
  readonly head: string;
  /**
   * Qualified name: its name with the name of its container; absent for a block at the top level of
   * its file.
   */
  readonly symbol?: string;
  /** True for a later piece of a definition that is too long for one part. */
  readonly isContinuation: boolean;
  /** Kind of its first definition; absent without a definition. */
  readonly symbolKind?: SymbolKind;
  /** Last line of a type whose members are parts of their own. */
  readonly membersEnd?: number;
}

/** Maximum number of lines of a definition that is one part. */
const MAX_DEFINITION = 150;

/** Maximum number of lines of a type that is one part with its members. */
const MAX_TYPE = 40;

/** Maximum number of lines of a piece of a long definition. */
const MAX_PIECE = 60;

/** Maximum number of lines of a block between definitions. */
const MAX_BLOCK = 40;

/** Maximum number of lines of consecutive small values that are one part, and of one such value. */
const MAX_GROUP = 30;
const MAX_SMALL = 8;

/** Share of a piece after which it is cut at a blank line, if there is one. */
const CUT_FROM = 1 / 3;

/** Number of columns less of indentation that a blank line outweighs as a place for a cut. */
const BLANK_WORTH = 8;

/** Maximum length of a comment's first sentence, in UTF-16 code units. */
const MAX_SENTENCE = 200;

/** Maximum length of a text that is cut, in UTF-16 code units; longer texts are data. */
const MAX_CUTTABLE = 1_000_000;

const TYPE_KINDS: ReadonlySet<string> = new Set(
  ["class", "interface", "enum", "struct", "trait", "module", "type"],
);
const VALUE_KINDS: ReadonlySet<string> = new Set(
  ["constant", "variable", "field", "type", "macro"],
);

const SENTENCE_END_REGEXP = /\n\s*\n|(?<=[.!?])\s/;

/** Definition with the definitions inside it; its rows begin with its comments and decorators. */
interface Definition extends RowRange {
  readonly symbol: SymbolDefinition;
  readonly children: Definition[];
}

/** Returns true when a text is short enough to be cut. */
export function isCuttable(text: string): boolean {
  return text.length <= MAX_CUTTABLE;
}

/**
 * Returns the parts of a text in line order. They do not overlap, and every line that is not blank
 * is in one.
 *
 * @param symbols Returns the outline of the text. @default the outline of `outlineSymbols()`
 */
export function cutParts(
  text: string,
  info: DocumentInfo,
  symbols: () => readonly SymbolDefinition[] = () => outlineSymbols(text, info.language),
): readonly Part[] {
  if (info.kind === "document" || hasHeadings(info.language)) {
    return chunkDocument({ info, text, symbols: [] }).map(toSection);
  }
  const lines = splitLines(text);
  const cutter = new Cutter(text, lines);
  const definitions = nestDefinitions(symbols(), text, lines);
  cutter.cutRange({ first: 0, last: lines.count - 1 }, { definitions, container: "" });
  return cutter.parts;
}

function toSection({ startLine, endLine, trail, symbols }: Chunk): Part {
  const headings = symbols.map(({ name }) => name);
  const names = headings.length > 0 ? headings : trail.slice(-1);
  return {
    startLine,
    endLine,
    kind: "section",
    names,
    isContinuation: false,
    container: (headings.length > 0 ? trail : trail.slice(0, -1)).join(" > "),
    head: [...new Set([...trail, ...headings])].join("\n"),
    ...(names[0] === undefined ? {} : { symbol: names[0] }),
  };
}

/**
 * Returns definitions as a forest. When two definitions begin on the same line, or overlap without
 * being nested, only the first is used.
 */
function nestDefinitions(
  symbols: readonly SymbolDefinition[],
  text: string,
  lines: LineTable,
): Definition[] {
  const roots: Definition[] = [];
  const open: Definition[] = [];
  let floor = 0;
  for (const symbol of symbols) {
    const row = symbol.startLine - 1;
    while (open.length > 0 && open.at(-1)!.last < row) open.pop();
    const parent = open.at(-1);
    if (parent !== undefined && row < parent.symbol.startLine) continue;
    const first = findLeadingCommentRow(text, lines, { row, floor });
    const siblings = parent?.children ?? roots;
    if ((siblings.at(-1)?.last ?? -1) >= first) continue;
    const last = Math.max(row, Math.min(symbol.endLine - 1, parent?.last ?? Infinity));
    const definition = { symbol, first, last, children: [] };
    siblings.push(definition);
    open.push(definition);
    floor = row + 1;
  }
  return roots;
}

class Cutter {
  readonly parts: Part[] = [];
  readonly #text: string;
  readonly #lines: LineTable;

  constructor(text: string, lines: LineTable) {
    this.#text = text;
    this.#lines = lines;
  }

  /** Cuts rows, some of which are definitions. */
  cutRange(
    { first, last }: RowRange,
    { definitions, container }: {
      readonly definitions: readonly Definition[];
      readonly container: string;
    },
  ): void {
    let next = first;
    for (let i = 0; i < definitions.length;) {
      const group = listGroup(definitions, i);
      const range = { first: group[0]!.first, last: group.at(-1)!.last };
      this.#cutBlock({ first: next, last: range.first - 1 }, container);
      if (group.length > 1) this.#add(range, group);
      else this.#cutDefinition(group[0]!);
      next = range.last + 1;
      i += group.length;
    }
    this.#cutBlock({ first: next, last }, container);
  }

  #cutDefinition(definition: Definition): void {
    const { symbol, first, last, children } = definition;
    const isMembered = TYPE_KINDS.has(symbol.kind) && children.length > 0;
    const size = last - first + 1;
    if (size <= (isMembered ? MAX_TYPE : MAX_DEFINITION)) {
      return this.#add(definition, [definition]);
    }
    if (!isMembered) {
      return this.#pieces(definition, MAX_PIECE).forEach((piece, i) =>
        this.#add(piece, [definition], { isContinuation: i > 0 })
      );
    }
    const most = Math.min(children[0]!.first, first + MAX_PIECE) - 1;
    const head = Math.max(symbol.startLine - 1, most);
    this.#add({ first, last: head }, [definition], { membersEnd: last + 1 });
    this.cutRange({ first: head + 1, last }, {
      definitions: children.filter((child) => child.first > head),
      container: pathOf(symbol),
    });
  }

  #add(
    range: RowRange,
    definitions: readonly Definition[],
    { isContinuation = false, ...members }: Partial<Pick<Part, "isContinuation" | "membersEnd">> =
      {},
  ): void {
    const rows = trimRange(this.#lines, range.first, range.last);
    if (rows === undefined) return;
    const { symbol } = definitions[0]!;
    this.parts.push({
      startLine: rows.first + 1,
      endLine: rows.last + 1,
      kind: "definition",
      names: definitions.map(({ symbol }) => symbol.name),
      container: symbol.container ?? "",
      head: definitions.map(({ symbol }) => headOf(symbol)).join("\n"),
      symbol: pathOf(symbol),
      isContinuation,
      symbolKind: symbol.kind,
      ...members,
    });
  }

  #cutBlock(range: RowRange, container: string): void {
    for (const { first, last } of this.#pieces(range, MAX_BLOCK)) {
      const previous = this.parts.at(-1);
      const text = this.#text.slice(this.#lines.starts[first], this.#lines.starts[last + 1]);
      // Closing brackets of the container belong to the last part.
      if (previous !== undefined && !/\w/.test(text)) {
        this.parts.splice(-1, 1, { ...previous, endLine: last + 1 });
        continue;
      }
      this.parts.push({
        startLine: first + 1,
        endLine: last + 1,
        kind: "block",
        names: [],
        container,
        head: "",
        isContinuation: false,
        ...(container === "" ? {} : { symbol: container }),
      });
    }
  }

  /**
   * Returns rows as ranges of at most `size`, cut at the least indented lines, preferably after
   * blank lines.
   */
  #pieces({ first, last }: RowRange, size: number): RowRange[] {
    const pieces: RowRange[] = [];
    let rest = trimRange(this.#lines, first, last);
    while (rest !== undefined) {
      const cut = rest.last - rest.first < size ? rest.last + 1 : this.#findCut(rest.first, size);
      const piece = trimRange(this.#lines, rest.first, cut - 1);
      if (piece !== undefined) pieces.push(piece);
      rest = trimRange(this.#lines, cut, rest.last);
    }
    return pieces;
  }

  #findCut(first: number, size: number): number {
    const { indents } = this.#lines;
    let cut = first + size;
    let highest = -Infinity;
    for (let row = first + size; row > first + size * CUT_FROM; row--) {
      if (indents[row] === BLANK) continue;
      const blank = indents[row - 1] === BLANK ? BLANK_WORTH : 0;
      const worth = blank - (indents[row] ?? 0) + (row - first) / size;
      if (worth <= highest) continue;
      highest = worth;
      cut = row;
    }
    return cut;
  }
}

/**
 * Returns the consecutive small values that begin at an index; otherwise the definition at that
 * index.
 */
function listGroup(definitions: readonly Definition[], from: number): readonly Definition[] {
  let end = from;
  while (
    definitions[end + 1] !== undefined && isSmall(definitions[end]!) &&
    isSmall(definitions[end + 1]!) &&
    definitions[end + 1]!.first - definitions[end]!.last <= 2 &&
    definitions[end + 1]!.last - definitions[from]!.first < MAX_GROUP
  ) end++;
  return definitions.slice(from, end + 1);
}

function isSmall({ symbol, first, last, children }: Definition): boolean {
  return VALUE_KINDS.has(symbol.kind) && last - first < MAX_SMALL && children.length === 0;
}

function pathOf({ container, name }: SymbolDefinition): string {
  return container === undefined ? name : `${container}.${name}`;
}

function headOf({ signature, doc = "" }: SymbolDefinition): string {
  const [sentence = ""] = doc.split(SENTENCE_END_REGEXP, 1);
  return [signature, sentence.slice(0, MAX_SENTENCE)].filter((line) => line !== "").join("\n");
}
