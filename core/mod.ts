/**
 * The whole domain as pure functions over readonly values: text in, text out, and nothing of the
 * machine in between.
 *
 * Read in this order: `text/` turns characters into terms and counts tokens, `chunk/` cuts documents
 * and finds their definitions, `exclude/` says what is left out, `rank/` turns numbers into order and
 * explains them, `pack/` chooses what fits a budget, `render/` writes it down.
 *
 * @module
 */

export * from "./errors.ts";
export * from "./text/analyze.ts";
export * from "./text/analyze_query.ts";
export * from "./text/character_class.ts";
export * from "./text/count_tokens.ts";
export * from "./text/fold.ts";
export * from "./text/line_index.ts";
export * from "./text/scan_names.ts";
export * from "./text/scan_words.ts";
export * from "./text/split_identifier.ts";
export * from "./text/stem.ts";
export * from "./text/stop_words.ts";
export * from "./text/token.ts";
export * from "./text/tokenize_name.ts";
export * from "./text/word_cache.ts";
export * from "./chunk/chunk.ts";
export * from "./chunk/chunk_code.ts";
export * from "./chunk/chunk_document.ts";
export * from "./chunk/chunk_lines.ts";
export * from "./chunk/chunk_markdown.ts";
export * from "./chunk/cut_range.ts";
export * from "./chunk/doc_comment.ts";
export * from "./chunk/document.ts";
export * from "./chunk/find_head.ts";
export * from "./chunk/heading.ts";
export * from "./chunk/lead_rows.ts";
export * from "./chunk/lexicon.ts";
export * from "./chunk/outline.ts";
export * from "./chunk/outline_c.ts";
export * from "./chunk/outline_functional.ts";
export * from "./chunk/outline_javascript.ts";
export * from "./chunk/outline_language.ts";
export * from "./chunk/outline_modern.ts";
export * from "./chunk/outline_schema.ts";
export * from "./chunk/outline_script.ts";
export * from "./chunk/outline_systems.ts";
export * from "./chunk/outline_text.ts";
export * from "./chunk/outline_typed.ts";
export * from "./chunk/scan_brackets.ts";
export * from "./chunk/scan_markdown_headings.ts";
export * from "./chunk/scan_markup_headings.ts";
export * from "./chunk/skip_literal.ts";
export * from "./chunk/split_lines.ts";
export * from "./chunk/symbol.ts";
export * from "./chunk/symbol_text.ts";
export * from "./exclude/decide_exclusion.ts";
export * from "./exclude/exclusion_rules.ts";
export * from "./rank/bm25f.ts";
export * from "./rank/candidate.ts";
export * from "./rank/explanation.ts";
export * from "./rank/saturate_files.ts";
export * from "./rank/select_best.ts";
export * from "./pack/bundle.ts";
export * from "./pack/bundle_hash.ts";
export * from "./pack/pack_passages.ts";
export * from "./pack/passage_candidate.ts";
export * from "./render/assemble_bundle.ts";
export * from "./render/fit_footer.ts";
export * from "./render/json.ts";
export * from "./render/markdown.ts";
export * from "./render/renderer.ts";
export * from "./render/renderers.ts";
export * from "./render/summarise_omissions.ts";
export * from "./render/xml.ts";
