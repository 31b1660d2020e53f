/**
 * From the text of a query to what it asks for: which files, symbols and phrases it names, which of
 * its lines are its author's own words, and what each of its terms counts.
 *
 * Read `find_zones.ts` first: every line of an issue is a title, prose, code, a frame of a stack
 * trace and so on. `parse_query.ts` puts together what the `find_` and `parse_` files see in these
 * lines, and the `query_` files and `weigh_query.ts` turn that into evidence.
 *
 * @module
 */

export type { Zone, ZonedLine } from "./find_zones.ts";
export type { FoundPath } from "./find_paths.ts";
export type { FoundSymbol, SymbolForm } from "./find_symbols.ts";
export type { StackFrame } from "./find_stacks.ts";
export type { ParsedDiagnostic } from "./parse_diagnostic.ts";
export type { ParsedError } from "./parse_error_message.ts";
export type { ParsedTestFailure } from "./parse_test_failure.ts";
export type { FrameOrder, ParsedFrame } from "./parse_frame.ts";
export type { QueryLine, TextRange } from "./query_line.ts";
export { isFileName } from "./file_name.ts";
export { findCodeSpans } from "./find_code_spans.ts";
export * from "./find_phrase.ts";
export * from "./line_evidence.ts";
export * from "./match_path.ts";
export * from "./nearest_names.ts";
export * from "./parse_query.ts";
export * from "./path_evidence.ts";
export * from "./query_paths.ts";
export * from "./query_phrases.ts";
export * from "./query_symbols.ts";
export * from "./symbol_evidence.ts";
export * from "./weigh_query.ts";
