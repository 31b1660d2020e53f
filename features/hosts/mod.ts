/**
 * The programs that run agents: dossier's context at the events of their sessions, and their
 * instructions, skills, hooks and transcripts.
 *
 * `core/` is the pure part. `hook/` handles the events of sessions, `host_hook/` runs the
 * configured commands and rules of sessions, `instructions/` reads AGENTS.md, rules and skills, and
 * `transcript/` the transcripts of hosts.
 *
 * @module
 */

export * from "./core/mod.ts";
export * from "./host_hook/mod.ts";
export * from "./instructions/mod.ts";
export * from "./transcript/mod.ts";
