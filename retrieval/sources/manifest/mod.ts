/**
 * Files that the work manifest of an issue names.
 *
 * @module
 */

export { gatherManifest, type ManifestFiles } from "./gather_manifest.ts";
export { openFile } from "./open_file.ts";
export { openTreeFiles } from "./tree_files.ts";
