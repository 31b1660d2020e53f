/**
 * What is pure of hosts: `host/` is the programs that run commands at the events of their sessions, `host_hook/` the
 * commands, rules and reminders that such sessions are configured with, `instructions/` what AGENTS.md, rules and
 * skills say, `transcript/` what hosts write of their sessions, and `conversation/` what an agent and its model have
 * said.
 *
 * @module
 */

export * from "./conversation/mod.ts";
export * from "./hosts/mod.ts";
export * from "./host/mod.ts";
export { mayNeedTree, promptNeed } from "./host/prompt_need.ts";
export * from "./host_hook/mod.ts";
export * from "./instructions/mod.ts";
export * from "./transcript/mod.ts";
