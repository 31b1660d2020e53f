/**
 * What tells names of code apart from its other words: comments and strings are masked, keywords are known.
 *
 * @module
 */

export { areRelatedLanguages, isCommonMember, listKeywords, maskLiterals } from "./code_names.ts";
