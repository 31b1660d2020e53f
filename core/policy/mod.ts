/**
 * What agents are told, as projects declare it: profiles that extend each other, hooks with conditions, and
 * what a profile may do.
 *
 * @module
 */

export type * from "./condition.ts";
export type * from "./hook.ts";
export * from "./policy_error.ts";
export * from "./profile.ts";
