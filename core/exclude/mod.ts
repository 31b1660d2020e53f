/**
 * What of a tree may be seen, and which rule hides the rest.
 *
 * @module
 */

export * from "./exclusion_rules.ts";
export * from "./visibility.ts";
