/**
 * Finds the definitions of a program text line by line, with a record for each language.
 *
 * @module
 */

export * from "./outline_symbols.ts";
export type * from "./symbol.ts";
