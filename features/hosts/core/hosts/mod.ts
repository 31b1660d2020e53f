/**
 * One record for each program that runs agents: `known_hosts.ts` is the list. The tables of hooks,
 * instructions, tools, transcripts and installations are derived from it.
 *
 * @module
 */

export type * from "./host.ts";
export { CLAUDE_CODE } from "./claude_code.ts";
export { findHost, HOSTS, isHostSummary, isHostText } from "./known_hosts.ts";
export * from "./transcript_line.ts";
