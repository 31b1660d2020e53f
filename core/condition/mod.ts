/**
 * Conditions that people write down and that must hold of facts, and how much asking them may take.
 *
 * @module
 */

export * from "./condition.ts";
export * from "./matches_wildcards.ts";
export * from "./step_limit.ts";
