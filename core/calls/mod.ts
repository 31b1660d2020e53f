/**
 * Names in code, as opposed to its other words: comments and strings are masked, and keywords are
 * known.
 *
 * @module
 */

export { areRelatedLanguages, isCommonMember, listKeywords, maskLiterals } from "./code_names.ts";
