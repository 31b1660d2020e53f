/**
 * Policies as projects declare them: profiles that extend each other, hooks with conditions, and
 * permissions.
 *
 * @module
 */

export * from "./capability.ts";
export * from "./grant_tools.ts";
export * from "./chain_items.ts";
export * from "./compose_budgeted.ts";
export * from "./events.ts";
export * from "./hook.ts";
export * from "./interpolate.ts";
export * from "./profile.ts";
export * from "./limits.ts";
export * from "./merge_config.ts";
export * from "./prompt.ts";
export * from "./palette.ts";
export * from "./policy_error.ts";
export * from "./read_hooks.ts";
export * from "./risk.ts";
