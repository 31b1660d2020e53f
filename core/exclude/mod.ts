/**
 * Decides which paths of a tree are visible, and which rule hides the others.
 *
 * @module
 */

export * from "./exclusion_rules.ts";
export {
  findSensitiveFolder,
  findSensitiveName,
  findSensitiveNameBelow,
} from "./sensitive_names.ts";
export * from "./visibility.ts";
