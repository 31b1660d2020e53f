import { scanMarkdownHeadings } from "@dossier/core/markdown-headings";
import { findCodeSpans } from "@dossier/core/code-spans";
import { type LineTable, splitLines } from "@dossier/core/split-lines";

const FENCE_REGEXP = /^(?:[-+*]\s+|\d{1,9}[.)]\s+)?(?:`{3,}|~{3,})/;

/** Columns from which on a line is indented code and no comment. */
const CODE_INDENT = 4;

/** Longer lines, in UTF-16 code units, nobody wrote by hand. */
const MAX_ROW = 10_000;

/** A line of Markdown in which somebody says something, and not of a fence, a comment or metadata. */
interface ProseRow {
  /** 1-based. */
  readonly line: number;
  readonly text: string;
}

/** Returns the lines of prose of a Markdown text, in order, but for those that are too long to be prose. */
export function listProse(text: string): readonly ProseRow[] {
  const lines = splitLines(text);
  const { verbatim } = scanMarkdownHeadings(text, lines);
  const rows: ProseRow[] = [];
  for (let row = 0; row < lines.count; row++) {
    const [start = 0, end = 0] = [lines.starts[row], lines.starts[row + 1]];
    if (end - start > MAX_ROW) continue;
    const written = text.slice(start, end).trimEnd();
    const isOpening = FENCE_REGEXP.test(written.trimStart()) || opensComment(text, lines, row);
    if (written !== "" && verbatim[row] !== 1 && !isOpening) {
      rows.push({ line: row + 1, text: written });
    }
  }
  return rows;
}

/** Returns a text without characters at its end. */
export function trimMarks(text: string, marks: string): string {
  let end = text.length;
  while (end > 0 && marks.includes(text[end - 1]!)) end--;
  return text.slice(0, end);
}

/** Returns a line with blanks in the place of its code spans, so that offsets stay. */
export function blankCode(line: string): string {
  let blanked = "";
  for (const { start, end } of findCodeSpans(line, 0)) {
    blanked += line.slice(blanked.length, start) + " ".repeat(end - start);
  }
  return blanked + line.slice(blanked.length);
}

/** Returns a text without the comments in HTML that stand as blocks. One that is not closed stays. */
export function removeComments(text: string): string {
  if (!text.includes("<!--")) return text;
  const lines = splitLines(text);
  const { verbatim } = scanMarkdownHeadings(text, lines);
  let kept = "";
  let from = 0;
  const lastEnd = text.lastIndexOf("-->");
  for (let row = 0; row < lines.count; row++) {
    const start = lines.starts[row]!;
    if (start > lastEnd) break;
    if (start < from || verbatim[row] === 1 || !opensComment(text, lines, row)) continue;
    let end = text.indexOf("-->", start) + "-->".length;
    kept += text.slice(from, start);
    // A line on which nothing else stands goes with it.
    while (text[end] === " " || text[end] === "\t") end++;
    if (text[end] === "\n") end++;
    from = end;
  }
  return kept + text.slice(from);
}

function opensComment(text: string, lines: LineTable, row: number): boolean {
  return text.startsWith("<!--", lines.firsts[row]) && (lines.indents[row] ?? 0) < CODE_INDENT;
}
