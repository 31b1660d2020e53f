/**
 * Trees of files: roots, listing, reading, ignore files, and written paths.
 *
 * @module
 */

export type { ExcludedPath, FileListing } from "./walk_files.ts";
export { findHome } from "./find_root.ts";
export { findCommonFolder, findGitFolder, findGitRoot, readGitText } from "./git_folder.ts";
export { findOrigin } from "./git_origin.ts";
export { gitCommand, GitPipeError, isGitUnavailable } from "./git_command.ts";
export { type GitStatus, identifyGitIndex, parseGitListing, readGitStatus } from "./git_status.ts";
export { runGit } from "./run_git.ts";
export { openIgnoreFilter } from "./ignore_filter.ts";
export { IGNORE_FILE, listFiles, openDossierIgnores } from "./list_files.ts";
export {
  findLiteralPath,
  type LocatedFile,
  locateFile,
  type LocateOptions,
  normaliseManifest,
} from "./locate_file.ts";
export { noteForbidden, openForbidden, openVisibility } from "./open_visibility.ts";
export { createPathCheck, listGlobPaths, openGlobs } from "./open_globs.ts";
export { type ReadableDocument, readDocument, readText, statDocument } from "./read_document.ts";
export { isSameFile, readSources, SourceCache, type SourceTree, toSource } from "./read_sources.ts";
export {
  acceptRoot,
  checkSecretRoot,
  MAX_FILES_WITHOUT_GIT,
  resolveRoot,
  type RootChoice,
} from "./accept_root.ts";
export { CLUSTER_PREFIX } from "./served_roots.ts";
export { toTreePath } from "./tree_path.ts";
