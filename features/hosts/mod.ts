/**
 * The programs that start agents: what dossier says at the events of their sessions, and what it reads of their
 * instructions, skills, hooks and transcripts.
 *
 * `core/` is what is pure of it. `hook/` answers the events of sessions, `host_hook/` runs the commands and rules that
 * such sessions are configured with, `instructions/` reads AGENTS.md, rules and skills, and `transcript/` what hosts
 * write of their sessions.
 *
 * @module
 */

export * from "./core/mod.ts";
export * from "./host_hook/mod.ts";
export * from "./instructions/mod.ts";
export * from "./transcript/mod.ts";
