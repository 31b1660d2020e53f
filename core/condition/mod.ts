/**
 * Conditions on facts, and the limit of their evaluation.
 *
 * @module
 */

export * from "./condition.ts";
export * from "./matches_wildcards.ts";
export * from "./step_limit.ts";
