import { isPlainQuery } from "../text/is_plain_query.ts";
import { findCodeSpans } from "./find_code_spans.ts";
import { findPaths, type FoundPath } from "./find_paths.ts";
import { findQuotations } from "./find_quotations.ts";
import { findStacks, type StackFrame } from "./find_stacks.ts";
import { findSymbols, type FoundSymbol } from "./find_symbols.ts";
import { findZones, type Zone, type ZonedLine } from "./find_zones.ts";
import type { ParsedDiagnostic } from "./parse_diagnostic.ts";
import { findQuotedError, type ParsedError } from "./parse_error_message.ts";
import type { ParsedTestFailure } from "./parse_test_failure.ts";
import { listQueryLines, type TextRange } from "./query_line.ts";

/** A file that a query names in its own words or by a URL. */
export interface PathMention extends FoundPath {
  /** The kind of line that names it. */
  readonly zone: Zone;
}

/** A symbol that a query names. */
export interface SymbolMention extends FoundSymbol {
  /** The kind of line that names it. */
  readonly zone: Zone;
}

/** A quotation or a code span of a query. */
export interface QuotedText extends TextRange {
  /** The kind of line that has it. */
  readonly zone: Zone;
}

/** A diagnostic of a compiler or linter; its path may come from a line above. */
export interface Diagnostic extends TextRange, ParsedDiagnostic {}

/** A test that failed. */
export interface TestFailure extends TextRange, ParsedTestFailure {}

/** An error message; the range is that of the message without the error's class. */
export interface ErrorMention extends TextRange, Omit<ParsedError, "offset"> {}

/** The parts of a query. All offsets are into its text, and each list is in their order. */
export interface ParsedQuery {
  /** The query. */
  readonly text: string;
  /** Every line with its kind. */
  readonly lines: readonly ZonedLine[];
  /** Named files, without those of frames, diagnostics and tests. */
  readonly paths: readonly PathMention[];
  /** Frames of stack traces. */
  readonly frames: readonly StackFrame[];
  /** Messages of compilers and linters. */
  readonly diagnostics: readonly Diagnostic[];
  /** Tests that failed. */
  readonly tests: readonly TestFailure[];
  /** Error messages. */
  readonly errors: readonly ErrorMention[];
  /** Contents of code spans. */
  readonly codeSpans: readonly QuotedText[];
  /** Names that look like program text. */
  readonly symbols: readonly SymbolMention[];
  /** Contents of quotations. */
  readonly quotations: readonly QuotedText[];
}

/** Zones in which a person writes: only these have spans and quotations. */
const WRITTEN_ZONES: ReadonlySet<Zone> = new Set(["title", "heading", "prose", "quote"]);

/**
 * Returns the lines of a query with their kinds, and the files, symbols, errors and quotations in them.
 *
 * Any text is a query: a question, an issue, a log. Nothing in it is an error. The time is linear in its
 * length.
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
    symbols: withoutPaths(lines.flatMap(findLineSymbols), paths),
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

/** Gives diagnostics the path that eslint and esbuild print on a line of its own above them. */
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

/** Returns whether a diagnostic has a line but leaves its file to a line above. */
function isHeadless(diagnostic: ParsedDiagnostic | undefined): boolean {
  return diagnostic?.line !== undefined && diagnostic.path === undefined;
}

/** Drops symbols that are part of a path, such as `utils.py`. */
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

function findLineSymbols({ text, start, zone }: ZonedLine): SymbolMention[] {
  if (zone === "template" || zone === "environment" || zone === "frame") return [];
  return findSymbols(text, start).map((symbol) => ({ ...symbol, zone }));
}
