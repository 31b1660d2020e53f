/**
 * Callers and callees of the code that a task names.
 *
 * @module
 */

export { gatherReferences } from "./gather_calls.ts";
