/**
 * What tells names of code apart from its other words: comments and strings are masked, keywords are known.
 *
 * @module
 */

export { areRelated } from "./called_names.ts";
export { isCommonMember } from "./called_names.ts";
export { listKeywords } from "./called_names.ts";
export { maskLiterals } from "./called_names.ts";
