/**
 * Files that the work manifest of an issue names, and what a request may see.
 *
 * @module
 */

export { hideIgnored, narrowVisibility } from "./narrow_visibility.ts";
export { openNamedFiles } from "./open_named_files.ts";
