/**
 * Fragments, mostly lines of a file, and the forms in which they are shown.
 *
 * @module
 */

export * from "./candidate.ts";
export * from "./elide.ts";
export type * from "./fragment.ts";
export * from "./repository_path.ts";
export {
  fileSource,
  formatHeadings,
  formatLocation,
  formatSymbol,
  POLICY_ROLES,
} from "./fragment.ts";
export * from "./lines.ts";
export * from "./outline_text.ts";
