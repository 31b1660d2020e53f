/**
 * What the commands of memory ask, as others ask it over HTTP and MCP.
 *
 * @module
 */

export { MEMORIES_OPERATION, OBSERVATION_OPERATION, REVIEW_OPERATION } from "./memories.ts";
export { REPORT_OPERATION } from "./report.ts";
export { useMemory } from "./shared.ts";
