import type { Chunk } from "./chunk.ts";
import { cutCode, MAXIMUM_CODE_CHUNK, MINIMUM_CODE_CHUNK, toChunks } from "./chunk_lines.ts";
import { findLeadingCommentRow } from "../outline/doc_comment.ts";
import {
  type LineTable,
  rangeSize,
  type RowRange,
  splitLines,
  trimRange,
} from "../text/split_lines.ts";
import type { SymbolDefinition } from "../language/symbol.ts";

/** Size in UTF-16 units below which a piece may share a chunk with pieces of another container. */
const SMALL_PIECE = 200;

/**
 * Size in UTF-16 units up to which imports and a licence header share a chunk with the code after
 * them.
 */
const SMALL_HEADER = 400;

/**
 * Maximum size in UTF-16 units of closing brackets, or of a word such as `end`, that never begin a
 * chunk.
 */
const MAXIMUM_CLOSER = 24;

/** Maximum depth of nested declarations; deeper code is cut as plain lines. */
const MAXIMUM_DEPTH = 40;

const CLOSER_REGEXP = /^(?:[\s)}\];,]|end\b|#endif\b.*)+$/;

/** Declaration with the comments above it and the declarations inside it. */
interface Declaration extends RowRange {
  /** Row of the declaration itself, after its comments. */
  readonly row: number;
  readonly children: Declaration[];
}

/** Rows that stay together, with the declaration that directly contains them. */
interface Piece extends RowRange {
  last: number;
  readonly owner: Declaration;
  /** True for code between declarations. */
  readonly isGap: boolean;
}

interface CutContext {
  readonly text: string;
  readonly lines: LineTable;
  readonly pieces: Piece[];
}

/**
 * Cuts program text by its declarations. A declaration that fits is never cut and keeps the
 * comments and decorators above it. Small neighbours share a chunk. A long class is cut between its
 * members, and a long function after blank lines and at shallow indentation.
 *
 * @param text The document's text.
 * @param symbols The definitions in the text, in any order; overlapping ones are allowed.
 */
export function chunkCode(text: string, symbols: readonly SymbolDefinition[]): Chunk[] {
  const lines = splitLines(text);
  const ordered = [...symbols].sort((a, b) => a.startLine - b.startLine || b.endLine - a.endLine);
  const root = toDeclarations(text, lines, ordered);
  const pieces: Piece[] = [];
  cutDeclaration(root, { text, lines, pieces }, 0);
  return toChunks(mergePieces(pieces, text, lines), ordered);
}

/** Returns the tree of declarations under a root that spans the whole text. */
function toDeclarations(
  text: string,
  lines: LineTable,
  symbols: readonly SymbolDefinition[],
): Declaration {
  const root: Declaration = { first: 0, row: 0, last: lines.count - 1, children: [] };
  const open = [root];
  for (const { startLine, endLine } of symbols) {
    const row = startLine - 1;
    while (open.length > 1 && (open.at(-1)?.last ?? 0) < row) open.pop();
    const parent = open.at(-1) ?? root;
    const floor = (parent.children.at(-1)?.last ?? parent.first - 1) + 1;
    const last = Math.min(endLine - 1, parent.last);
    // A definition on the line where another one ends or begins stays with that one.
    if (row < floor || last < row || (parent !== root && row === parent.first)) continue;
    const first = findLeadingCommentRow(text, lines, { row, floor });
    const declaration = { first, row, last, children: [] };
    parent.children.push(declaration);
    open.push(declaration);
  }
  return root;
}

/**
 * Adds the pieces of a declaration that is too long for one piece: its members, and the code
 * between them.
 */
function cutDeclaration(declaration: Declaration, context: CutContext, depth: number): void {
  let next = declaration.first;
  for (const child of depth < MAXIMUM_DEPTH ? declaration.children : []) {
    addGap(declaration, { first: next, last: child.first - 1 }, context);
    const { first, row, last } = child;
    if (rangeSize(context.lines, first, last) <= MAXIMUM_CODE_CHUNK) {
      context.pieces.push({ first, last, owner: declaration, isGap: false });
    } else if (rangeSize(context.lines, row, last) <= MAXIMUM_CODE_CHUNK) {
      addGap(child, { first, last: row - 1 }, context);
      context.pieces.push({ first: row, last, owner: child, isGap: false });
    } else {
      cutDeclaration(child, context, depth + 1);
    }
    next = child.last + 1;
  }
  addGap(declaration, { first: next, last: declaration.last }, context);
}

function addGap(owner: Declaration, gap: RowRange, { text, lines, pieces }: CutContext): void {
  for (const range of cutCode(text, lines, gap)) pieces.push({ ...range, owner, isGap: true });
}

/** Joins small neighbours, preferably those with the same owner. */
function mergePieces(pieces: readonly Piece[], text: string, lines: LineTable): Piece[] {
  const merged: Piece[] = [];
  for (const piece of pieces) {
    const range = trimRange(lines, piece.first, piece.last);
    if (range === undefined) continue;
    const current = merged.at(-1);
    if (current !== undefined && canJoin(current, { ...piece, ...range }, text, lines)) {
      current.last = range.last;
    } else {
      merged.push({ ...piece, ...range });
    }
  }
  return merged;
}

function canJoin(current: Piece, piece: Piece, text: string, lines: LineTable): boolean {
  if (isCloser(piece, text, lines)) return true;
  if (rangeSize(lines, current.first, piece.last) > MAXIMUM_CODE_CHUNK) return false;
  const size = rangeSize(lines, current.first, current.last);
  if (current.isGap && current.first === 0 && size > SMALL_HEADER) return false;
  if (size >= MINIMUM_CODE_CHUNK) return false;
  return current.owner === piece.owner || size < SMALL_PIECE ||
    rangeSize(lines, piece.first, piece.last) < SMALL_PIECE;
}

function isCloser({ first, last, isGap }: Piece, text: string, lines: LineTable): boolean {
  return isGap && rangeSize(lines, first, last) <= MAXIMUM_CLOSER &&
    CLOSER_REGEXP.test(text.slice(lines.starts[first], lines.starts[last + 1]));
}
