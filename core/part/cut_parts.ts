import { type Chunk, chunkDocument, type DocumentInfo } from "../chunk/mod.ts";
import { hasHeadings } from "../chunk/mod.ts";
import { findLeadRow, outlineSymbols, type SymbolDefinition } from "../outline/mod.ts";
import { BLANK, type LineTable, splitLines } from "../text/split_lines.ts";

/** Lines of a file that belong together: a definition, a section of a document, or a block between. */
export interface Part {
  /** First line, 1-based; that of its comment or decorators where it has some. */
  readonly startLine: number;
  /** Last line, 1-based and inclusive. */
  readonly endLine: number;
  readonly kind: "definition" | "section" | "block";
  /** Names that it defines; the headings of a section. */
  readonly names: readonly string[];
  /** Dotted name of what it is in, or the headings above it; empty at the top. */
  readonly container: string;
  /** Heads of what it defines, one a line, and what their comments say first. */
  readonly head: string;
  /** How it is called in a heading; absent for a block. */
  readonly symbol?: string;
  /** Whether it is a later piece of a definition that is too long. */
  readonly isRest: boolean;
}

/** Lines of a definition that are kept together. */
const MAX_DEFINITION = 150;

/** Lines of a type with members that are kept together. */
const MAX_TYPE = 40;

/** Lines of a piece of what is too long. */
const MAX_PIECE = 60;

/** Lines of a block between definitions. */
const MAX_BLOCK = 40;

/** Lines of neighbouring small values that are one part. */
const MAX_GROUP = 30;

const MEMBERED: ReadonlySet<string> = new Set([
  "class",
  "interface",
  "enum",
  "struct",
  "trait",
  "module",
  "type",
]);

const VALUE: ReadonlySet<string> = new Set(["constant", "variable", "field", "type", "macro"]);

interface Node {
  readonly symbol: SymbolDefinition;
  /** First row with comments and decorators, 0-based. */
  readonly first: number;
  readonly last: number;
  readonly children: Node[];
}

/** Returns the parts of a text in line order; they cover every line that is not blank once. */
export function cutParts(
  text: string,
  info: Pick<DocumentInfo, "path" | "language" | "kind">,
): Part[] {
  if (info.kind === "document" || hasHeadings(info.language)) {
    return chunkDocument({ info, text, symbols: [] }).map(toSection);
  }
  const lines = splitLines(text);
  const symbols = outlineSymbols(text, info.language);
  const cutter = new Cutter(text, lines);
  cutter.cutRange(0, lines.count - 1, { nodes: toTree(symbols, text, lines), container: "" });
  return cutter.parts;
}

function toSection({ startLine, endLine, trail, symbols }: Chunk): Part {
  const names = symbols.map(({ name }) => name);
  const label = names[0] ?? trail.at(-1);
  return {
    startLine,
    endLine,
    kind: "section",
    names: names.length > 0 ? names : trail.slice(-1),
    container: trail.slice(0, names.length > 0 ? undefined : -1).join(" > "),
    head: [...trail, ...names].join("\n"),
    ...(label === undefined ? {} : { symbol: label }),
    isRest: false,
  };
}

function toTree(symbols: readonly SymbolDefinition[], text: string, lines: LineTable): Node[] {
  const roots: Node[] = [];
  const open: Node[] = [];
  let floor = 0;
  for (const symbol of symbols) {
    const row = symbol.startLine - 1;
    while (open.length > 0 && open.at(-1)!.last < row) open.pop();
    const parent = open.at(-1);
    const first = findLeadRow(text, lines, {
      row,
      floor: Math.max(floor, parent === undefined ? 0 : parent.symbol.startLine),
    });
    const last = Math.min(symbol.endLine - 1, parent?.last ?? Infinity);
    // Two on one line are one.
    if (parent !== undefined && row === parent.symbol.startLine - 1) continue;
    const previous = (parent?.children ?? roots).at(-1);
    if (previous !== undefined && first <= previous.last) continue;
    const node: Node = { symbol, first, last: Math.max(last, row), children: [] };
    (parent?.children ?? roots).push(node);
    open.push(node);
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
    first: number,
    last: number,
    { nodes, container }: { readonly nodes: readonly Node[]; readonly container: string },
  ): void {
    let at = first;
    for (let i = 0; i < nodes.length; i++) {
      const node = nodes[i]!;
      this.#cutBlock(at, node.first - 1, container);
      let end = i;
      // Small values that stand one below the other are one part.
      while (
        end + 1 < nodes.length && isSmall(nodes[end]!) && isSmall(nodes[end + 1]!) &&
        nodes[end + 1]!.first - nodes[end]!.last <= 2 &&
        nodes[end + 1]!.last - node.first < MAX_GROUP
      ) end++;
      if (end > i) this.#add(node.first, nodes[end]!.last, nodes.slice(i, end + 1));
      else this.#cutNode(node);
      at = nodes[end]!.last + 1;
      i = end;
    }
    this.#cutBlock(at, last, container);
  }

  #cutNode(node: Node): void {
    const { symbol, first, last, children } = node;
    const size = last - first + 1;
    const isMembered = MEMBERED.has(symbol.kind) && children.length > 0;
    if (size <= (isMembered ? MAX_TYPE : MAX_DEFINITION)) return this.#add(first, last, [node]);
    if (!isMembered) return this.#addPieces(node);
    const path = symbol.container === undefined
      ? symbol.name
      : `${symbol.container}.${symbol.name}`;
    const inner = children[0]!;
    const head = Math.min(inner.first - 1, first + MAX_PIECE - 1);
    this.#add(first, Math.max(head, symbol.startLine - 1), [node]);
    this.cutRange(Math.max(head, symbol.startLine - 1) + 1, last, {
      nodes: children.filter((c) => c.first > Math.max(head, symbol.startLine - 1)),
      container: path,
    });
  }

  #addPieces(node: Node): void {
    let isRest = false;
    for (const [first, last] of this.#pieces(node.first, node.last, MAX_PIECE)) {
      this.#add(first, last, [node], isRest);
      isRest = true;
    }
  }

  #add(first: number, last: number, nodes: readonly Node[], isRest = false): void {
    const [range] = [this.#trim(first, last)];
    if (range === undefined) return;
    const { symbol } = nodes[0]!;
    const container = symbol.container ?? "";
    this.parts.push({
      startLine: range[0] + 1,
      endLine: range[1] + 1,
      kind: "definition",
      names: nodes.map(({ symbol }) => symbol.name),
      container,
      head: nodes.map(({ symbol: { signature, doc } }) =>
        [signature, firstSentence(doc)].filter(Boolean).join("\n")
      ).join("\n"),
      symbol: container === "" ? symbol.name : `${container}.${symbol.name}`,
      isRest,
    });
  }

  #cutBlock(first: number, last: number, container: string): void {
    for (const [start, end] of this.#pieces(first, last, MAX_BLOCK)) {
      // A closing bracket of what is around it says nothing.
      const text = this.#text.slice(this.#lines.starts[start], this.#lines.starts[end + 1]);
      const isEmpty = !/\w/.test(text);
      const previous = this.parts.at(-1);
      if (isEmpty && previous !== undefined) {
        this.parts[this.parts.length - 1] = { ...previous, endLine: end + 1 };
        continue;
      }
      this.parts.push({
        startLine: start + 1,
        endLine: end + 1,
        kind: "block",
        names: [],
        container,
        head: "",
        ...(container === "" ? {} : { symbol: container }),
        isRest: false,
      });
    }
  }

  #trim(first: number, last: number): [number, number] | undefined {
    const { indents } = this.#lines;
    while (first <= last && indents[first] === BLANK) first++;
    while (last >= first && indents[last] === BLANK) last--;
    return first > last ? undefined : [first, last];
  }

  /** Returns rows as ranges of at most `size`, cut at blank lines of the least indent where there are some. */
  #pieces(first: number, last: number, size: number): [number, number][] {
    const pieces: [number, number][] = [];
    let range = this.#trim(first, last);
    while (range !== undefined) {
      const [start, end] = range;
      if (end - start + 1 <= size) {
        pieces.push(range);
        break;
      }
      let cut = start + size;
      let best = -Infinity;
      for (let row = start + size; row > start + size / 3; row--) {
        const indent = this.#lines.indents[row] ?? 0;
        const isAfterBlank = this.#lines.indents[row - 1] === BLANK;
        if (indent === BLANK) continue;
        const worth = (isAfterBlank ? 8 : 0) - indent + (row - start) / size;
        if (worth > best) {
          best = worth;
          cut = row;
        }
      }
      const piece = this.#trim(start, cut - 1);
      if (piece !== undefined) pieces.push(piece);
      range = this.#trim(cut, end);
    }
    return pieces;
  }
}

function isSmall({ symbol, first, last, children }: Node): boolean {
  return VALUE.has(symbol.kind) && last - first < 8 && children.length === 0;
}

function firstSentence(doc: string | undefined): string {
  if (doc === undefined) return "";
  const [first = ""] = doc.split(/\n\s*\n|(?<=[.!?])\s/, 1);
  return first.slice(0, 200);
}
