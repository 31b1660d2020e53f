/**
 * Turns characters into terms and tokens: finds, splits, folds and stems names, and measures texts
 * in model tokens.
 *
 * @module
 */

export * from "./analyze.ts";
export * from "./analyze_query.ts";
export { estimateMaxJsonTokens, estimateMaxTokens } from "./estimate_max_tokens.ts";
export * from "./count_tokens.ts";
export * from "./embedding_words.ts";
export { escapeControl, escapeControls } from "./plain_text.ts";
export { fileKeys, normaliseName, slugOf, stemOf } from "./file_keys.ts";
export * from "./fold.ts";
export * from "./format_bytes.ts";
export { type ForeignLanguage, guessLanguage } from "./guess_language.ts";
export { isNestedDeeply } from "./is_nested_deeply.ts";
export * from "./is_plain_query.ts";
export * from "./json_value.ts";
export { MAX_NAME_UNITS, MAX_NAMES, parseNames } from "./parse_printed_names.ts";
export { toPlainText } from "./plain_text.ts";
export { omitUndefined } from "./omit_undefined.ts";
export { buildSessionId } from "./session_id.ts";
export * from "./scan_names.ts";
export * from "./split_identifier.ts";
export * from "./stem.ts";
export * from "./stop_words.ts";
export { isUnspaced, type Token } from "./tokenize_name.ts";
export * from "./utf8.ts";
export * from "./word_cache.ts";
export * from "./split_lines.ts";
export { splitWords } from "./split_words.ts";
