/**
 * The conversation of an agent: `item.ts` has its items in the form that models accept,
 * `history.ts` its start and growth, `truncate.ts` the cuts of outputs, `compact.ts` the summary
 * that replaces it, and `token_use.ts` its cost.
 *
 * @module
 */

export * from "./compact.ts";
export * from "./history.ts";
export * from "./item.ts";
export * from "./token_use.ts";
export * from "./truncate.ts";
