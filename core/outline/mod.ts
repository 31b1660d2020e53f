/**
 * Finds the definitions of a program text line by line, by the profile of its language.
 *
 * @module
 */

export { cleanDoc, docComment, findLeadingCommentRow } from "./doc_comment.ts";
export * from "./outline_symbols.ts";
export * from "../language/symbol.ts";
