/**
 * The conversation of an agent as it is kept and sent: `item.ts` is what it consists of, `environment.ts` what a model
 * is told of its surroundings, `history.ts` how it begins and grows, `normalise.ts` what models take, `truncate.ts` how
 * outputs are cut, `compact.ts` and `rebuild.ts` how a summary takes its place, and `token_use.ts` what it costs.
 *
 * @module
 */

export * from "./compact.ts";
export * from "./environment.ts";
export * from "./normalise.ts";
export * from "./item.ts";
export * from "./rebuild.ts";
export * from "./token_use.ts";
export * from "./truncate.ts";
export * from "./history.ts";
