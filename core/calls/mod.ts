/**
 * What tells names of code apart from its other words: comments and strings are masked, keywords are known.
 *
 * @module
 */

export { areRelated } from "./are_related.ts";
export { isCommonMember } from "./common_members.ts";
export { listKeywords } from "./list_keywords.ts";
export { maskLiterals } from "./mask_literals.ts";
