/**
 * The operations of the memory commands, for HTTP and MCP too.
 *
 * @module
 */

export { MEMORIES_OPERATION, OBSERVATION_OPERATION, REVIEW_OPERATION } from "./memories.ts";
export { REPORT_OPERATION } from "./report.ts";
export { useMemory } from "./shared.ts";
