/**
 * Notices changes of a tree as they happen.
 *
 * @module
 */

export { FolderWatcher } from "./folder_watcher.ts";
export { findWatchedFolders, isFolder } from "./watched_folders.ts";
