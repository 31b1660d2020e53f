import type { Visibility } from "@dossier/core/exclude";
import { lstatOrUndefined } from "../../machine/mod.ts";
import { findGitRoot, isBareRepository } from "../git_folder.ts";
import { listIgnoredFolders } from "../list_git_files.ts";
import { readFolder } from "../walk_files.ts";

/** Folder of the settings, which contains no documents. */
const SETTINGS_FOLDER = ".dossier";

interface WatchedFoldersOptions {
  readonly visibility: Visibility;
  /** Listed files, relative to the root. */
  readonly paths: readonly string[];
  /** Absolute path of the folder with the index, whose writes would cause too many reports. */
  readonly state: string;
}

/**
 * Returns the absolute paths of all folders in which a listed file may appear. These are all
 * folders of the tree, also empty ones, except folders that git ignores or the rules exclude; and
 * the folders of git's lists and of the settings.
 *
 * @param root Absolute path of the tree.
 */
export async function findWatchedFolders(
  root: string,
  { visibility, paths, state }: WatchedFoldersOptions,
): Promise<ReadonlySet<string>> {
  const folders = new Set([root]);
  await addOpenFolders(folders, { root, state, visibility });
  // Git may track files in folders that it ignores.
  addFoldersOf(folders, root, paths);
  addGitFolders(folders, root);
  if (isFolder(`${root}/${SETTINGS_FOLDER}`)) folders.add(`${root}/${SETTINGS_FOLDER}`);
  return folders;
}

async function addOpenFolders(
  folders: Set<string>,
  { root, state, visibility }: Omit<WatchedFoldersOptions, "paths"> & { readonly root: string },
): Promise<void> {
  const ignored = await listIgnoredFolders(root);
  // A stack instead of recursion, as folders may be nested deeper than calls.
  const pending = [""];
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    const entries = readFolder(`${root}/${folder}`) ?? [];
    // Git lists a nested repository as one name, without its contents.
    const isNested = ignored !== undefined && folder !== "" &&
      entries.some(({ name }) => name === ".git") &&
      findGitRoot(`${root}/${folder}`) === `${root}/${folder.slice(0, -1)}`;
    if (isNested || isBareRepository(entries)) continue;
    for (const { name, isDirectory } of entries) {
      if (!isDirectory) continue;
      const path = `${folder}${name}/`;
      const absolute = `${root}/${folder}${name}`;
      if (ignored?.has(path) || absolute === state || !visibility.mayContainVisible(path)) continue;
      folders.add(absolute);
      pending.push(path);
    }
  }
}

/** Adds the folders of the files, up to the root. */
function addFoldersOf(folders: Set<string>, root: string, paths: readonly string[]): void {
  for (const path of paths) {
    for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) {
      const folder = `${root}/${path.slice(0, end)}`;
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  }
}

/** Adds the folders from the root up to the top of the repository, and those of git's lists. */
function addGitFolders(folders: Set<string>, root: string): void {
  const gitRoot = findGitRoot(root);
  if (gitRoot === undefined) return;
  for (let folder = root; folder.length >= gitRoot.length;) {
    folders.add(folder);
    folder = folder.slice(0, folder.lastIndexOf("/"));
  }
  for (const folder of [`${gitRoot}/.git`, `${gitRoot}/.git/info`]) {
    if (isFolder(folder)) folders.add(folder);
  }
}

/** Returns true when there is a folder at the path, and not a link to one. */
export function isFolder(path: string): boolean {
  return lstatOrUndefined(path)?.isDirectory === true;
}
