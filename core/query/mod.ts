/**
 * Reads a query: its files, symbols and phrases, the kind of each line, and the weight of each
 * term.
 *
 * Read `find_zones.ts` first: every line of an issue is a title, prose, code, a frame of a stack
 * trace and so on. `parse_query.ts` combines the results of the `find_` and `parse_` files. The
 * `query_` files and `weight_query_terms.ts` turn them into evidence.
 *
 * @module
 */

export type { ZonedLine } from "./find_zones.ts";
export type { Zone } from "./zones.ts";
export type { FoundPath } from "./find_paths.ts";
export type { FoundSymbol } from "./find_symbols.ts";
export type { ParsedDiagnostic } from "./diagnostic_lines.ts";
export type { ParsedError } from "./parse_error_message.ts";
export type { ParsedTestFailure } from "./diagnostic_lines.ts";
export type { ParsedFrame } from "./parse_frame.ts";
export type { QueryLine } from "./query_line.ts";
export { isFileName } from "./file_name.ts";
export { findCodeSpans } from "./find_code_spans.ts";
export * from "./query_phrases.ts";
export { frameNames } from "./query_symbols.ts";
export * from "./path_evidence.ts";
export type { NamedLocation } from "./match_patterns.ts";
export { createPathMatcher } from "./match_path.ts";
export * from "./nearest_names.ts";
export * from "./parse_query.ts";
export * from "./query_paths.ts";
export * from "./query_symbols.ts";
export * from "./weight_query_terms.ts";
