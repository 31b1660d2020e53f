/**
 * Cuts a document into chunks: Markdown by headings, code by declarations, all other text by lines.
 *
 * @module
 */

export type * from "./chunk.ts";
export * from "./chunk_document.ts";
export { chunkLines } from "./chunk_lines.ts";
export * from "./chunk_markdown.ts";
export { findHtmlEnd } from "./html_block.ts";
export { firstHeading } from "./scan_markdown_headings.ts";
export * from "./symbol_text.ts";
