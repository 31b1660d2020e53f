import { isPlainQuery } from "../text/is_plain_query.ts";
import { findCodeSpans } from "./find_code_spans.ts";
import { findPaths, type FoundPath } from "./find_paths.ts";
import { findQuotations } from "./find_quotations.ts";
import { findSymbols, type FoundSymbol } from "./find_symbols.ts";
import { findZones, type ZonedLine } from "./find_zones.ts";
import type { ParsedDiagnostic } from "./parse_diagnostic.ts";
import { findQuotedError, type ParsedError } from "./parse_error_message.ts";
import { type ParsedFrame, withFunctionAbove } from "./parse_frame.ts";
import type { ParsedTestFailure } from "./parse_test_failure.ts";
import type { TextRange } from "../text/split_identifier.ts";
import { listQueryLines } from "./query_line.ts";
import type { Zone } from "./zones.ts";

/** What is found in a line, with the kind of the line. */
type Zoned<Found> = Found & Pick<ZonedLine, "zone">;

/** A frame of a stack trace. */
export interface StackFrame extends TextRange, Omit<ParsedFrame, "order"> {
  /** How many calls of its stack are further in; the error arose at depth 0. */
  readonly depth: number;
}

/** The parts of a query. All offsets are into its text, and each list is in their order. */
export interface ParsedQuery {
  readonly text: string;
  readonly lines: readonly ZonedLine[];
  /** Named files, without those of frames, diagnostics and tests. */
  readonly paths: readonly Zoned<FoundPath>[];
  readonly frames: readonly StackFrame[];
  /** Messages of compilers and linters; a path may come from a line above. */
  readonly diagnostics: readonly (TextRange & ParsedDiagnostic)[];
  /** Tests that failed. */
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

/** Zones in which a person writes: only these have spans and quotations. */
const WRITTEN_ZONES: ReadonlySet<Zone> = new Set(["title", "heading", "prose", "quote"]);

/**
 * Returns the lines of a query with their kinds, and the files, symbols, errors and quotations in them.
 *
 * Any text is a query: a question, an issue, a log. Nothing in it is an error. The time is linear in its
 * length.
 */
export function parseQuery(text: string): ParsedQuery {
  const listed = listQueryLines(text);
  const lines = isPlainQuery(text)
    ? listed.map((line): ZonedLine => ({ ...line, zone: "prose", fenced: false }))
    : findZones(listed);
  const quoting = lines.filter(({ zone }) => WRITTEN_ZONES.has(zone));
  const findIn = (find: (line: string, offset: number) => TextRange[]) =>
    quoting.flatMap(({ text, start, zone }) =>
      find(text, start).map((range) => ({ ...range, zone }))
    );
  const paths = lines.flatMap(findLinePaths);
  return {
    text,
    lines,
    paths,
    frames: findStacks(lines),
    diagnostics: findDiagnostics(lines),
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
  if (zone === "template" || (frame ?? diagnostic?.path ?? test?.path)) return [];
  return findPaths(text, start).map((path) => ({ ...path, zone }));
}

function findErrors({ text, start, zone, error }: ZonedLine) {
  const found = error ?? (WRITTEN_ZONES.has(zone) ? findQuotedError(text) : undefined);
  if (found === undefined) return [];
  const { offset, ...said } = found;
  return [{ ...said, start: start + offset, end: start + offset + said.message.length }];
}

/** Gives diagnostics the path that eslint and esbuild print on a line of its own above them. */
function findDiagnostics(lines: readonly ZonedLine[]): ParsedQuery["diagnostics"] {
  const found: (TextRange & ParsedDiagnostic)[] = [];
  const hasHeadings = lines.some(({ diagnostic }) => isHeadless(diagnostic));
  let heading: string | undefined;
  for (const { text, start, end, diagnostic } of lines) {
    if (diagnostic === undefined) {
      const trimmed = text.trim();
      const [path] = hasHeadings ? findPaths(trimmed, 0) : [];
      if (path !== undefined && path.end - path.start === trimmed.length) heading = path.path;
      else if (trimmed === "") heading = undefined;
      continue;
    }
    const isHeaded = heading !== undefined && isHeadless(diagnostic);
    found.push({ ...diagnostic, ...(isHeaded ? { path: heading! } : {}), start, end });
  }
  return found;
}

/** Returns whether a diagnostic has a line but leaves its file to a line above. */
function isHeadless(diagnostic: ParsedDiagnostic | undefined): boolean {
  return diagnostic?.line !== undefined && diagnostic.path === undefined;
}

/** Drops symbols that are part of a path, such as `utils.py`. */
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

/** Most lines of arguments or source between two frames of one stack. */
const MAX_GAP_LINES = 2;

/** Zones that end a stack. */
const ENDING_ZONES: ReadonlySet<Zone> = new Set(["title", "heading", "prose", "error"]);

/** Returns the frames of all stack traces, in the order of the text. */
function findStacks(lines: readonly ZonedLine[]): StackFrame[] {
  const frames: StackFrame[] = [];
  let stack: (TextRange & ParsedFrame)[] = [];
  let gap = 0;
  const close = () => {
    stack.forEach(({ order, ...frame }, index) => {
      const depth = order === "innermost-last" ? stack.length - 1 - index : index;
      frames.push({ ...frame, depth });
    });
    stack = [];
  };
  lines.forEach(({ text, frame, start, end, zone }, row) => {
    if (frame === undefined) {
      const next = lines[row + 1]?.frame;
      // The function of the next frame, as Go prints it.
      if (next !== undefined && withFunctionAbove(next, text) !== next) return;
      if (++gap > MAX_GAP_LINES || ENDING_ZONES.has(zone)) close();
      return;
    }
    if (stack[0] !== undefined && stack[0].order !== frame.order) close();
    const above = lines[row - 1];
    const whole = withFunctionAbove(frame, above?.text ?? "");
    // The function and the place of one call, on two lines.
    if (whole !== frame && above?.frame !== undefined) stack.pop();
    stack.push({ ...whole, start, end });
    gap = 0;
  });
  close();
  return frames;
}
