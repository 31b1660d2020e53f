/**
 * What tells names of code apart from its other words: comments and strings are masked, keywords are known.
 *
 * @module
 */

export { areRelated, isCommonMember, listKeywords, maskLiterals } from "./called_names.ts";
