/**
 * Decides which paths of a tree may be seen, and which rule hides the others.
 *
 * @module
 */

export * from "./exclusion_rules.ts";
export * from "./visibility.ts";
