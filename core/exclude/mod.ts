/**
 * Decides which paths of a tree may be seen, and which rule hides the others.
 *
 * @module
 */

export * from "./exclusion_rules.ts";
export { findSensitiveContent, findSensitiveFolder, findSensitiveName } from "./sensitive_names.ts";
export * from "./visibility.ts";
