/**
 * From a document to its definitions and its chunks: Markdown by headings, code by declarations, all
 * else by lines.
 *
 * @module
 */

export * from "./chunk.ts";
export * from "./chunk_code.ts";
export * from "./chunk_document.ts";
export * from "./chunk_lines.ts";
export * from "./chunk_markdown.ts";
export * from "./cut_range.ts";
export * from "./doc_comment.ts";
export * from "./document.ts";
export * from "./find_head.ts";
export * from "./heading.ts";
export * from "./lead_rows.ts";
export * from "./lexicon.ts";
export * from "./outline.ts";
export * from "./outline_c.ts";
export * from "./outline_functional.ts";
export * from "./outline_javascript.ts";
export * from "./outline_language.ts";
export * from "./outline_modern.ts";
export * from "./outline_schema.ts";
export * from "./outline_script.ts";
export * from "./outline_systems.ts";
export * from "./outline_text.ts";
export * from "./outline_typed.ts";
export * from "./scan_brackets.ts";
export * from "./scan_markdown_headings.ts";
export * from "./scan_markup_headings.ts";
export * from "./skip_literal.ts";
export * from "./split_lines.ts";
export * from "./symbol.ts";
export * from "./symbol_text.ts";
