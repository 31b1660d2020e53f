/**
 * The pure part of hosts: `host/` has the programs that run commands at the events of their
 * sessions, `host_hook/` the commands, rules and reminders of such sessions, `instructions/` the
 * texts of AGENTS.md, rules and skills, `transcript/` the transcripts of hosts, and `conversation/`
 * the messages of an agent and its model.
 *
 * @module
 */

export * from "./conversation/mod.ts";
export * from "./hosts/mod.ts";
export * from "./host/mod.ts";
export { estimatePromptNeed, mayNeedContext } from "./host/prompt_need.ts";
export * from "./host_hook/mod.ts";
export * from "./instructions/mod.ts";
export * from "./transcript/mod.ts";
