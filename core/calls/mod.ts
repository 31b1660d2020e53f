/**
 * Finds the names in code: comments and strings are masked, and keywords are excluded.
 *
 * @module
 */

export { areRelatedLanguages, isCommonMember, listKeywords, maskLiterals } from "./code_names.ts";
