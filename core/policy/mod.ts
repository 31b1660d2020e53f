/**
 * What agents are told, as projects declare it: profiles that extend each other, hooks with conditions, and
 * what a profile may do.
 *
 * @module
 */

export * from "./condition.ts";
export type * from "./hook.ts";
export * from "./interpolate.ts";
export * from "./json_value.ts";
export * from "./linear_regexp.ts";
export * from "./policy_error.ts";
export * from "./profile.ts";
