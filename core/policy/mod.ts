/**
 * What agents are told, as projects declare it: profiles that extend each other, hooks with conditions, and
 * what a profile may do.
 *
 * @module
 */

export * from "./capability.ts";
export * from "./capability_tree.ts";
export * from "./chain_items.ts";
export * from "./choose_parent.ts";
export * from "./compose_budgeted.ts";
export * from "./condition.ts";
export * from "./events.ts";
export * from "./extend_chain.ts";
export * from "./grant_tools.ts";
export * from "./hook.ts";
export * from "./interpolate.ts";
export * from "./item_id.ts";
export * from "./limit_positions.ts";
export * from "./limits.ts";
export * from "./merge_config.ts";
export * from "./merge_hooks.ts";
export * from "./message.ts";
export * from "./palette.ts";
export * from "./parameters_schema.ts";
export * from "./pattern.ts";
export * from "./policy_error.ts";
export * from "./profile.ts";
export * from "./prompt.ts";
export * from "./prompt_limit.ts";
export * from "./provider.ts";
export * from "./read_hooks.ts";
export * from "./resume.ts";
export * from "./risk.ts";
export * from "./step_limit.ts";
export * from "./take_newest.ts";
