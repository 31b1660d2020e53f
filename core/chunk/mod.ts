/**
 * From a document to its definitions and its chunks: Markdown by headings, code by declarations, all
 * else by lines.
 *
 * `outline.ts` finds definitions line by line, with a record for each language; `chunk_document.ts` picks
 * the chunker.
 *
 * @module
 */

export * from "./capsule.ts";
export type * from "./chunk.ts";
export * from "./chunk_code.ts";
export * from "./chunk_document.ts";
export * from "./chunk_lines.ts";
export * from "./chunk_markdown.ts";
export type * from "./document.ts";
export * from "./name_runs.ts";
export * from "./outline.ts";
export * from "./split_lines.ts";
export type * from "./symbol.ts";
export * from "./symbol_text.ts";
