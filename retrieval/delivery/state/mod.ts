/**
 * The durable state of a root: sessions and injections.
 *
 * @module
 */

export { type HeldPassage, holdsPassage } from "./held_passages.ts";
export { APPLICATION_ID, STATE_MIGRATIONS } from "./open_state.ts";
export type { Pruning } from "./prune_injections.ts";
export type { ListInjectionsOptions } from "./read_injections.ts";
export type { Injection, InjectionSummary } from "./injection.ts";
