/**
 * Hooks that a project or its user configures for the sessions of agents: commands with matchers
 * and their outcomes, rules in Markdown files, and reminders that are shown once a session.
 *
 * @module
 */

export * from "./hook_outcome.ts";
export * from "./hook_configuration.ts";
export * from "./hooked_action.ts";
export * from "./rule_file.ts";
