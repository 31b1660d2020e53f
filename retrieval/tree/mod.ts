/**
 * The tree of files: roots, listing, reading, ignore files, and the path that somebody wrote.
 *
 * @module
 */

export type { FileListing, IgnoredPath } from "./file_listing.ts";
export { findGitRoot, findRoot } from "./find_root.ts";
export { noteForbidden, openForbidden } from "./forbidden_paths.ts";
export { GIT_PATIENCE_MS, gitCommand, isGitUnavailable } from "./git_command.ts";
export { findCommonFolder, findGitFolder, readGitText } from "./git_folder.ts";
export { listFiles } from "./list_files.ts";
export {
  findLiteralPath,
  type LocatedFile,
  locateFile,
  type LocateOptions,
  toTreePath,
} from "./locate_file.ts";
export { normaliseManifest } from "./normalise_manifest.ts";
export { openVisibility } from "./open_visibility.ts";
export { openGlobs } from "./open_globs.ts";
export { readDocument } from "./read_document.ts";
export { readSources, type SourceTree, toSource } from "./read_sources.ts";
export { resolveRoot } from "./resolve_root.ts";
export { SourceShelf } from "./source_shelf.ts";
export { MAX_FILES_WITHOUT_GIT, type RootChoice, takeRoot } from "./take_root.ts";
