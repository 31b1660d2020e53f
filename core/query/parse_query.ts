import { isPlainQuery } from "../text/is_plain_query.ts";
import { findCodeSpans } from "./find_code_spans.ts";
import { findPaths, type FoundPath } from "./find_paths.ts";
import { findQuotations } from "./find_quotations.ts";
import { findStacks, type StackFrame } from "./find_stacks.ts";
import { findSymbols, type FoundSymbol } from "./find_symbols.ts";
import { findZones, type Zone, type ZonedLine } from "./find_zones.ts";
import type { ParsedDiagnostic } from "./parse_diagnostic.ts";
import { findQuotedError } from "./parse_error_message.ts";
import { listQueryLines, type TextRange } from "./query_line.ts";

/** A file that a query names in its own words or by a URL. */
export interface PathMention extends FoundPath {
  /** What the line is that names it. */
  readonly zone: Zone;
}

/** A symbol that a query names. */
export interface SymbolMention extends FoundSymbol {
  /** What the line is that names it. */
  readonly zone: Zone;
  /** Whether it is all of a code span. */
  readonly spanned: boolean;
}

/** A quotation or a code span of a query. */
export interface QuotedText extends TextRange {
  /** What the line is that it stands in. */
  readonly zone: Zone;
}

/** A diagnostic of a compiler or linter. */
export interface Diagnostic extends TextRange {
  /** File as printed, that of the lines above where the tool prints it only once. */
  readonly path?: string;
  /** 1-based line. */
  readonly line?: number;
  /** 1-based column. */
  readonly column?: number;
  /** Code of the rule. */
  readonly code?: string;
  /** What is wrong; empty on a line that only says where. */
  readonly message: string;
}

/** A test that failed. */
export interface TestFailure extends TextRange {
  /** Name with its suites, as printed. */
  readonly name?: string;
  /** File of the test. */
  readonly path?: string;
  /** 1-based line. */
  readonly line?: number;
}

/** An error message; the range is that of the message without the error's class. */
export interface ErrorMention extends TextRange {
  /** Class of the error. */
  readonly type?: string;
  /** What it says. */
  readonly message: string;
}

/** What was found in a query; all offsets are into its text, and each list is in their order. */
export interface ParsedQuery {
  /** The query as it was given. */
  readonly text: string;
  /** Every line with what it is. */
  readonly lines: readonly ZonedLine[];
  /** Files named in the text, apart from those of frames, diagnostics and tests. */
  readonly paths: readonly PathMention[];
  /** Frames of stack traces. */
  readonly frames: readonly StackFrame[];
  /** What compilers and linters said. */
  readonly diagnostics: readonly Diagnostic[];
  /** Tests that failed. */
  readonly tests: readonly TestFailure[];
  /** Error messages. */
  readonly errors: readonly ErrorMention[];
  /** Contents of code spans. */
  readonly codeSpans: readonly QuotedText[];
  /** Names that program text has. */
  readonly symbols: readonly SymbolMention[];
  /** Contents of quotations. */
  readonly quotations: readonly QuotedText[];
}

/** Zones whose lines are read for paths, spans, symbols and quotations as a person writes them. */
const WRITTEN_ZONES: ReadonlySet<Zone> = new Set(["title", "heading", "prose", "quote"]);

/**
 * Returns what a query names and which of its lines are the author's own words.
 *
 * Any text is a query: a question, an issue, a log. Reading it takes time in proportion to its
 * length, and nothing about it is an error.
 *
 * @param text The query.
 *
 * @example
 * ```ts
 * import { parseQuery } from "@dossier/core";
 * import assert from "node:assert/strict";
 *
 * const query = parseQuery("`Url.parse()` fails in src/url.ts:12");
 * assert.deepEqual(query.paths.map(({ path, line }) => [path, line]), [["src/url.ts", 12]]);
 * assert.deepEqual(query.symbols.map(({ names }) => names), [["Url", "parse"]]);
 * ```
 */
export function parseQuery(text: string): ParsedQuery {
  const lines = isPlainQuery(text) ? listPlainLines(text) : findZones(listQueryLines(text));
  const quoting = lines.filter(({ zone }) => WRITTEN_ZONES.has(zone));
  const codeSpans = quoting.flatMap(({ text, start, zone }) =>
    findCodeSpans(text, start).map((span) => ({ ...span, zone }))
  );
  const spans = new Set(codeSpans.map(({ start }) => start));
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
    codeSpans,
    symbols: withoutPaths(lines.flatMap((line) => findLineSymbols(line, spans)), paths),
    quotations: quoting.flatMap(({ text, start, zone }) =>
      findQuotations(text, start).map((range) => ({ ...range, zone }))
    ),
  };
}

function listPlainLines(text: string): ZonedLine[] {
  return listQueryLines(text).map((line) => ({ ...line, zone: "prose", fenced: false }));
}

function findLinePaths({ text, start, zone, frame, diagnostic, test }: ZonedLine): PathMention[] {
  if (zone === "template" || (frame ?? diagnostic?.path ?? test?.path)) return [];
  return findPaths(text, start).map((path) => ({ ...path, zone }));
}

function findErrors({ text, start, zone, error }: ZonedLine): ErrorMention[] {
  const found = error ?? (WRITTEN_ZONES.has(zone) ? findQuotedError(text) : undefined);
  if (found === undefined) return [];
  const { offset, ...said } = found;
  return [{ ...said, start: start + offset, end: start + offset + said.message.length }];
}

/** Puts the path that eslint and esbuild print on a line of its own into what they say below it. */
function findDiagnostics(lines: readonly ZonedLine[]): Diagnostic[] {
  const found: Diagnostic[] = [];
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

/** Tells a diagnostic that has a line and leaves its file to the lines above. */
function isHeadless(diagnostic: ParsedDiagnostic | undefined): boolean {
  return diagnostic?.line !== undefined && diagnostic.path === undefined;
}

/** Leaves out what looks like a chain of names and is a part of a path: `utils.py`. */
function withoutPaths(
  symbols: readonly SymbolMention[],
  paths: readonly PathMention[],
): SymbolMention[] {
  let next = 0;
  return symbols.filter(({ start, end }) => {
    while (next < paths.length && paths[next]!.end <= start) next++;
    const path = paths[next];
    return path === undefined || path.start >= end;
  });
}

function findLineSymbols(
  { text, start, zone }: ZonedLine,
  spans: ReadonlySet<number>,
): SymbolMention[] {
  if (zone === "template" || zone === "environment" || zone === "frame") return [];
  return findSymbols(text, start).map((symbol) => ({
    ...symbol,
    zone,
    spanned: spans.has(symbol.start),
  }));
}
