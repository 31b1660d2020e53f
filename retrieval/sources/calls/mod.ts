/**
 * Who calls a definition, and what it calls.
 *
 * @module
 */

export { CallIndex, type CallPlace, isTest, type WantedDefinition } from "./call_index.ts";
export { findCallees } from "./find_callees.ts";
export { findCallers } from "./find_callers.ts";
