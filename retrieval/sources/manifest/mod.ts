/**
 * Files that the work manifest of an issue names.
 *
 * @module
 */

export { openFile } from "./open_file.ts";
export { openTreeFiles } from "./tree_files.ts";
export { manifestSource } from "./manifest_source.ts";
