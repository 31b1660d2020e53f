import { matchesAt } from "../text/match_at.ts";
import { findProfile } from "../language/language_table.ts";
import type { HeadingStyle } from "../language/profile.ts";
import type { Chunk } from "./chunk.ts";
import { cutRange, GOOD_CUT_STRENGTH, toChunks } from "./chunk_lines.ts";
import type { HeadingScan, HeadingScanner } from "./heading.ts";
import { scanMarkdownHeadings } from "./scan_markdown_headings.ts";
import { scanAsciiDocHeadings, scanOrgHeadings, scanRstHeadings } from "./scan_markup_headings.ts";
import {
  BLANK,
  type LineTable,
  rangeSize,
  type RowRange,
  splitLines,
  trimRange,
} from "../text/split_lines.ts";
import type { SymbolDefinition } from "../language/symbol.ts";

/** Maximum size of a chunk of prose in UTF-16 units: the size that retrieved documentation best. */
const MAXIMUM_PROSE_CHUNK = 1800;

/** Minimum size in UTF-16 units of a piece of a longer section, where its paragraphs allow it. */
const MINIMUM_PROSE_CHUNK = 900;

/**
 * Size in UTF-16 units up to which the direct text of a section counts as a mere heading, and joins
 * the text after it.
 */
const HEADING_ONLY = 200;

/** Maximum number of UTF-16 units of a heading that are kept as its signature. */
const MAXIMUM_SIGNATURE = 200;

const SCANNERS: Readonly<Record<HeadingStyle, HeadingScanner>> = {
  hashes: scanMarkdownHeadings,
  underlines: scanRstHeadings,
  equals: scanAsciiDocHeadings,
  stars: scanOrgHeadings,
};

/** Strengths of cuts that are made only when a paragraph or a fence is longer than a chunk. */
const INSIDE_PARAGRAPH = 0.75 * GOOD_CUT_STRENGTH;
const AFTER_BLANK_IN_FENCE = 0.5 * GOOD_CUT_STRENGTH;
const INSIDE_FENCE = 0.25 * GOOD_CUT_STRENGTH;

const LIST_ITEM_REGEXP = /(?:[-+*]|\d{1,9}[.)])\s/y;

/** Heading with all text under it, up to the next heading of its level. */
interface Section extends RowRange {
  last: number;
  readonly level: number;
  readonly trail: readonly string[];
  readonly children: Section[];
}

/** Range that is not cut again, with the section that it belongs to. */
interface Piece extends RowRange {
  last: number;
  trail: readonly string[];
  parent: Section;
}

/** Returns true when documents of this language are chunked by their headings. */
export function hasHeadings(language: string): boolean {
  return findProfile(language)?.headings !== undefined;
}

/**
 * Cuts prose by its tree of headings. A section that fits is not cut, small neighbours under one
 * parent share a chunk, and a long section is cut between paragraphs, items and fences. Each chunk
 * has the trail of headings at its start, and the headings inside it as its symbols.
 *
 * @param text The document's text.
 */
export function chunkMarkdown(text: string, language: string): Chunk[] {
  const lines = splitLines(text);
  const { headings: style } = findProfile(language) ?? {};
  const scan = style === undefined
    ? { headings: [], verbatim: new Uint8Array(lines.count) }
    : SCANNERS[style](text, lines);
  const sections = toSections(scan, lines);
  const root = sections[0];
  if (root === undefined || lines.count === 0) return [];
  const pieces: Piece[] = [];
  cutSection(root, root, { text, lines, verbatim: scan.verbatim, pieces });
  const symbols = scan.headings.map((heading, index): SymbolDefinition => {
    const { first = heading.row, last = heading.row } = sections[index + 1] ?? {};
    return {
      name: heading.name,
      kind: "heading",
      startLine: first + 1,
      endLine: (trimRange(lines, first, last)?.last ?? last) + 1,
      signature: `${"#".repeat(heading.level)} ${heading.name}`.trim().slice(0, MAXIMUM_SIGNATURE),
    };
  });
  return toChunks(mergePieces(pieces, lines), symbols);
}

/** Returns the root section and one section for each heading, in line order. */
function toSections({ headings }: HeadingScan, lines: LineTable): Section[] {
  const root: Section = {
    first: 0,
    last: lines.count - 1,
    level: -1,
    trail: [],
    children: [],
  };
  const sections = [root];
  const open = [root];
  for (const { row, level, name } of headings) {
    let parent = open.at(-1) ?? root;
    while (parent.level >= level) {
      parent.last = row - 1;
      open.pop();
      parent = open.at(-1) ?? root;
    }
    // A title in the front matter is often repeated as the first heading.
    const trail = parent.trail.at(-1) === name ? parent.trail : [...parent.trail, name];
    const section = { first: row, last: lines.count - 1, level, trail, children: [] };
    parent.children.push(section);
    open.push(section);
    sections.push(section);
  }
  return sections;
}

interface CutContext {
  readonly text: string;
  readonly lines: LineTable;
  readonly verbatim: Uint8Array;
  readonly pieces: Piece[];
}

function cutSection(section: Section, parent: Section, context: CutContext): void {
  const { lines, pieces } = context;
  const { first, last, trail, children } = section;
  if (rangeSize(lines, first, last) <= MAXIMUM_PROSE_CHUNK) {
    const range = trimRange(lines, first, last);
    if (range === undefined) return;
    // The document itself has no heading, but may begin with one.
    const heading = children[0]?.first === range.first ? children[0] : section;
    pieces.push({ ...range, trail: heading.trail, parent });
    return;
  }
  const own = { first, last: (children[0]?.first ?? last + 1) - 1 };
  const cuts = cutRange(lines, own, {
    minimum: MINIMUM_PROSE_CHUNK,
    maximum: MAXIMUM_PROSE_CHUNK,
    strengthAt: proseStrength(context),
  });
  for (const range of cuts) pieces.push({ ...range, trail, parent: section });
  for (const child of children) cutSection(child, section, context);
}

/** Joins neighbours under one parent while they fit, and a lone heading with the text after it. */
function mergePieces(pieces: readonly Piece[], lines: LineTable): Piece[] {
  const merged: Piece[] = [];
  for (const piece of pieces) {
    const current = merged.at(-1);
    if (
      current === undefined ||
      rangeSize(lines, current.first, piece.last) > MAXIMUM_PROSE_CHUNK
    ) {
      merged.push({ ...piece });
    } else if (current.parent === piece.parent) {
      current.last = piece.last;
    } else if (
      piece.parent.level > current.parent.level &&
      rangeSize(lines, current.first, current.last) <= HEADING_ONLY
    ) {
      current.trail = piece.trail;
      current.parent = piece.parent;
      current.last = piece.last;
    } else {
      merged.push({ ...piece });
    }
  }
  return merged;
}

/** Returns a function that returns the strength of a cut of prose before a row. */
function proseStrength({ text, lines, verbatim }: CutContext): (row: number) => number {
  return (row) => {
    const isAfterBlank = lines.indents[row - 1] === BLANK;
    if (verbatim[row] === 1) return isAfterBlank ? AFTER_BLANK_IN_FENCE : INSIDE_FENCE;
    if (isAfterBlank) return lines.indents[row] === 0 ? 4 : 3;
    return matchesAt(LIST_ITEM_REGEXP, text, lines.contentStarts[row] ?? 0) ? 2 : INSIDE_PARAGRAPH;
  };
}
