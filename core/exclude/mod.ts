/**
 * What is left out, and which rule says so.
 *
 * @module
 */

export * from "./decide_exclusion.ts";
export * from "./exclusion_rules.ts";
