/**
 * Watcher of changes in a tree.
 *
 * @module
 */

export { FolderWatcher } from "./folder_watcher.ts";
export { findWatchedFolders, isFolder } from "./watched_folders.ts";
