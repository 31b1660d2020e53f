/**
 * What can be shown: a fragment, most often lines of a file, and the forms it is shown in.
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
