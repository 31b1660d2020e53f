/**
 * The conversation of an agent as it is kept and sent: `item.ts` is what it consists of and what models take,
 * `history.ts` how it begins and grows, `truncate.ts` how outputs are cut, `compact.ts` how a summary takes its place,
 * and `token_use.ts` what it costs.
 *
 * @module
 */

export * from "./compact.ts";
export * from "./history.ts";
export * from "./item.ts";
export * from "./token_use.ts";
export * from "./truncate.ts";
