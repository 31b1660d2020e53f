/**
 * From a document to its definitions and its chunks: Markdown by headings, code by declarations, all
 * else by lines.
 *
 * `chunk_document.ts` picks the chunker.
 *
 * @module
 */

export * from "./capsule.ts";
export type * from "./chunk.ts";
export * from "./chunk_code.ts";
export * from "./chunk_document.ts";
export { chunkLines, MAXIMUM_CODE_CHUNK, MINIMUM_CODE_CHUNK } from "./chunk_lines.ts";
export * from "./chunk_markdown.ts";
export * from "./name_runs.ts";
export * from "./symbol_text.ts";
