import { isPlainQuery } from "../text/is_plain_query.ts";
import { removeSpelledColours, toPlainText } from "../text/plain_text.ts";
import { omitUndefined } from "../text/omit_undefined.ts";
import type { TextRange } from "../text/split_identifier.ts";
import { findCodeSpans } from "./find_code_spans.ts";
import { findPaths, type FoundPath } from "./find_paths.ts";
import { findSymbols, type FoundSymbol } from "./find_symbols.ts";
import { findZones, type ZonedLine } from "./find_zones.ts";
import { ReportRowReader } from "./report_rows.ts";
import type { ParsedDiagnostic, ParsedTestFailure } from "./diagnostic_lines.ts";
import { findQuotedError, type ParsedError } from "./parse_error_message.ts";
import { type ParsedFrame, withFunctionAbove } from "./parse_frame.ts";
import { listQueryLines } from "./query_line.ts";
import type { Zone } from "./zones.ts";

/** Item of a line, with the kind of the line. */
type Zoned<Found> = Found & Pick<ZonedLine, "zone">;

/** Frame of a stack trace. */
export interface StackFrame extends TextRange, Omit<ParsedFrame, "order" | "isThrow"> {
  /** Number of inner calls of its stack; the error occurred at depth 0. */
  readonly depth: number;
}

/** Parts of a query. All offsets are into its text, and each list is in their order. */
export interface ParsedQuery {
  readonly text: string;
  readonly lines: readonly ZonedLine[];
  /** Named files, without those of frames, diagnostics and tests. */
  readonly paths: readonly Zoned<FoundPath>[];
  readonly frames: readonly StackFrame[];
  /** Messages of compilers and linters; a path may come from a line above. */
  readonly diagnostics: readonly (TextRange & ParsedDiagnostic)[];
  /** Failed tests. */
  readonly tests: readonly (TextRange & ParsedTestFailure)[];
  /** Error messages; a range is that of the message without the error's class. */
  readonly errors: readonly (TextRange & Omit<ParsedError, "offset">)[];
  /** Contents of code spans. */
  readonly codeSpans: readonly Zoned<TextRange>[];
  /** Names that look like program text. */
  readonly symbols: readonly Zoned<FoundSymbol>[];
  /** Contents of quotations. */
  readonly quotations: readonly Zoned<TextRange>[];
}

/** Zones with text of a person: only these have spans and quotations. */
const WRITTEN_ZONES: ReadonlySet<Zone> = new Set(["title", "heading", "prose", "quote"]);

/**
 * Returns the lines of a query with their kinds, and the files, symbols, errors and quotations in
 * them.
 *
 * Any text is a query: a question, an issue, a log, also terminal output. For terminal output the
 * offsets are into its plain text, without colours. No text is an error. The time is linear in its
 * length.
 */
export function parseQuery(written: string): ParsedQuery {
  const text = removeSpelledColours(toPlainText(written));
  const listed = listQueryLines(text);
  const lines = isPlainQuery(text)
    ? listed.map((line): ZonedLine => ({ ...line, zone: "prose", fenced: false }))
    : findZones(listed);
  const writtenLines = lines.filter(({ zone }) => WRITTEN_ZONES.has(zone));
  const findIn = (find: (line: string, offset: number) => TextRange[]) =>
    writtenLines.flatMap(({ text, start, zone }) =>
      find(text, start).map((range) => ({ ...range, zone }))
    );
  const paths = lines.flatMap(findLinePaths);
  const { diagnostics, paths: rows } = findReportRows(lines, paths);
  return {
    text,
    lines,
    paths: [...paths, ...rows].sort((a, b) => a.start - b.start),
    frames: findStacks(lines),
    diagnostics,
    tests: lines.flatMap(({ test, start, end }) =>
      test === undefined ? [] : [{ ...test, start, end }]
    ),
    errors: lines.flatMap(findErrors),
    codeSpans: findIn(findCodeSpans),
    symbols: withoutPaths(lines.flatMap(findLineSymbols), paths),
    quotations: findIn(findQuotations),
  };
}

function findLinePaths(
  { text, start, zone, frame, diagnostic, test }: ZonedLine,
): Zoned<FoundPath>[] {
  if (zone === "template" || frame !== undefined || diagnostic?.path !== undefined) return [];
  return findPaths(text, start)
    // For a test with a known file only the line is missing.
    .filter(({ line }) =>
      test?.path === undefined || (test.line === undefined && line !== undefined)
    )
    .map((path) => ({ ...path, zone }));
}

function findErrors({ text, start, zone, error }: ZonedLine) {
  const found = error ?? (WRITTEN_ZONES.has(zone) ? findQuotedError(text) : undefined);
  if (found === undefined) return [];
  const { offset, ...parsed } = found;
  return [{ ...parsed, start: start + offset, end: start + offset + parsed.message.length }];
}

/**
 * Returns the messages of compilers, with the path from a heading line above them, and the paths of
 * other rows below such a heading.
 */
function findReportRows(
  lines: readonly ZonedLine[],
  paths: readonly Zoned<FoundPath>[],
): Pick<ParsedQuery, "diagnostics" | "paths"> {
  const diagnostics: (TextRange & ParsedDiagnostic)[] = [];
  const rows: Zoned<FoundPath>[] = [];
  const headings = new ReportRowReader();
  let next = 0;
  for (const line of lines) {
    const { start, end, zone, frame, diagnostic, test } = line;
    while (paths[next] !== undefined && paths[next]!.start < end) next++;
    const last = paths[next - 1];
    if (frame?.path ?? diagnostic?.path ?? test?.path) headings.close();
    const row = headings.next(line, last !== undefined && last.start >= start ? last : undefined);
    if (diagnostic !== undefined) {
      diagnostics.push({
        ...diagnostic,
        ...omitUndefined({ path: diagnostic.path ?? row?.path }),
        start,
        end,
      });
    } else if (row !== undefined) {
      rows.push({ ...row, start, end: start, folder: false, zone });
    }
  }
  return { diagnostics, paths: rows };
}

/** Returns the symbols without those that are part of a path, such as `utils.py`. */
function withoutPaths(
  symbols: ParsedQuery["symbols"],
  paths: readonly TextRange[],
): ParsedQuery["symbols"] {
  let next = 0;
  return symbols.filter(({ start, end }) => {
    while (next < paths.length && paths[next]!.end <= start) next++;
    const path = paths[next];
    return path === undefined || path.start >= end;
  });
}

function findLineSymbols({ text, start, zone }: ZonedLine): Zoned<FoundSymbol>[] {
  if (zone === "template" || zone === "environment" || zone === "frame") return [];
  return findSymbols(text, start).map((symbol) => ({ ...symbol, zone }));
}

/** Maximum number of lines of arguments or source between two frames of one stack. */
const MAX_GAP_LINES = 2;

/** Zones that end a stack. */
const ENDING_ZONES: ReadonlySet<Zone> = new Set(["title", "heading", "prose", "error"]);

/** Line of PHP between an error and its frames. */
const STACK_REGEXP = /^\s*(?:Stack trace:|\[stacktrace\])\s*$/;

/** Returns the frames of all stack traces, in the order of the text. */
function findStacks(lines: readonly ZonedLine[]): StackFrame[] {
  const frames: StackFrame[] = [];
  let stack: (TextRange & ParsedFrame)[] = [];
  let gap = 0;
  const close = () => {
    stack.forEach(({ order, isThrow: _, ...frame }, index) => {
      const depth = order === "innermost-last" ? stack.length - 1 - index : index;
      frames.push({ ...frame, depth });
    });
    stack = [];
  };
  lines.forEach(({ text, frame, start, end, zone }, row) => {
    if (frame === undefined) {
      const next = lines[row + 1]?.frame;
      // The function of the next frame, in the form of Go.
      if (next !== undefined && withFunctionAbove(next, text) !== next) return;
      if (STACK_REGEXP.test(text)) return;
      if (++gap > MAX_GAP_LINES || ENDING_ZONES.has(zone)) close();
      return;
    }
    if (frame.isThrow || (stack[0] !== undefined && stack[0].order !== frame.order)) close();
    const above = lines[row - 1];
    const whole = withFunctionAbove(frame, above?.text ?? "");
    // The function and the location of one call, on two lines.
    if (whole !== frame && above?.frame !== undefined) stack.pop();
    stack.push({ ...whole, start, end });
    gap = 0;
  });
  close();
  return frames;
}

/** Pairs of opening and closing marks. */
const QUOTES: readonly string[] = ['""', "''", "“”", "„“", "‘’", "«»", "「」", "『』"];

/** Maximum length of a quotation, in UTF-16 code units. A longer one comes from a stray mark. */
const MAX_QUOTE_LENGTH = 200;

const OPENING_REGEXP = /["'“„‘«「『]/g;
const WORD_REGEXP = /[\p{L}\p{N}_]/u;
const BEFORE_REGEXP = /[\s([{=:,;>–—-]/;

/**
 * Returns the contents of the quotations of a line, in order, without their marks. A straight mark
 * opens after white space or a bracket and never closes before a letter, so an apostrophe does not
 * count.
 *
 * @param offset Offset of the line in the text, which is added to all offsets.
 */
export function findQuotations(line: string, offset: number): TextRange[] {
  const quotations: TextRange[] = [];
  let after = 0;
  for (const { index, 0: mark } of line.matchAll(OPENING_REGEXP)) {
    if (index < after) continue;
    const straight = mark === '"' || mark === "'";
    if (straight && index > 0 && !BEFORE_REGEXP.test(line.charAt(index - 1))) continue;
    const end = findClosing(line, index + 1, {
      mark: QUOTES.find((pair) => pair[0] === mark)![1]!,
      straight,
    });
    if (end < 0) continue;
    after = end + 1;
    if (line.slice(index + 1, end).trim() === "") continue;
    quotations.push({ start: offset + index + 1, end: offset + end });
  }
  return quotations;
}

function findClosing(
  line: string,
  from: number,
  { mark, straight }: { readonly mark: string; readonly straight: boolean },
): number {
  const limit = Math.min(line.length, from + MAX_QUOTE_LENGTH + 1);
  for (let index = from; index < limit; index++) {
    if (line[index] !== mark) continue;
    if (!straight || !WORD_REGEXP.test(line.charAt(index + 1))) return index;
  }
  return -1;
}
