import { listEntries, lstatOrUndefined } from "../machine/mod.ts";
import { findCommonFolder, findGitFolder, findGitRoot, readGitText } from "./git_folder.ts";
import { findUserIgnoreFile, listGitSettings } from "./git_settings.ts";

/**
 * Files that git opens in the git folder of a work tree, and in the folder that all work trees of a
 * repository share.
 */
const WORK_TREE_FILES: readonly string[] = ["HEAD", "index", "commondir", "config.worktree"];
const COMMON_FILES: readonly string[] = [
  ...["config", "packed-refs", "shallow", "info/exclude", "info/grafts"],
  "objects/info/alternates",
];
const IGNORE_FILE = ".gitignore";

/** Content of a file that refers to another one, such as a branch. */
const REFERENCE_REGEXP = /^ref: (.+?)\s*$/;

/** Number of folders that are searched before other work continues. */
const FOLDERS_AT_ONCE = 50;

/**
 * Returns the absolute path of a pipe at the path of a file that git would open, and then wait for
 * forever; undefined when there is none. {@link findPipeBelow} searches the folders below.
 *
 * @param folder Absolute path of git's working folder.
 */
export function findGitPipe(folder: string): string | undefined {
  const top = findGitRoot(folder);
  if (top === undefined) return undefined;
  // When HEAD is a pipe, the git folder cannot be recognized.
  const gitFolder = findGitFolder(top) ?? `${top}/.git`;
  const common = findCommonFolder(gitFolder);
  const [, branch = "HEAD"] = REFERENCE_REGEXP.exec(readGitText(`${gitFolder}/HEAD`) ?? "") ?? [];
  return [
    ...WORK_TREE_FILES.map((name) => `${gitFolder}/${name}`),
    ...[...COMMON_FILES, branch].map((name) => `${common}/${name}`),
    ...listGitSettings(),
    findUserIgnoreFile() ?? [],
    ...listFoldersBetween(top, folder).map((each) => `${each}/${IGNORE_FILE}`),
  ].flat().find(isPipe);
}

/** Returns the folders from one folder down to another, including both. */
export function listFoldersBetween(top: string, folder: string): readonly string[] {
  const names = folder.slice(top.length).split("/").filter((name) => name !== "");
  return [top, ...names.map((_, at) => `${top}/${names.slice(0, at + 1).join("/")}`)];
}

/**
 * Returns the absolute path of a pipe below a folder that git waits for while it lists the files:
 * an ignore file, or a file of a nested repository; undefined when there is none.
 *
 * @param shouldContinue Returns false to stop the search. Called regularly.
 */
export async function findPipeBelow(
  root: string,
  shouldContinue: () => boolean,
): Promise<string | undefined> {
  const pending = [root];
  for (let count = 1; pending.length > 0; count++) {
    const folder = pending.pop()!;
    const entries = listEntries(folder);
    const isRepository = folder !== root && entries.some(({ name }) => name === ".git");
    const files = isRepository ? [".git/HEAD", ".git/config", ".git/commondir"] : [];
    // Most folders have no ignore file.
    if (!isRepository && entries.some(({ name }) => name === IGNORE_FILE)) files.push(IGNORE_FILE);
    const pipe = files.map((name) => `${folder}/${name}`).find(isPipe);
    if (pipe !== undefined) return pipe;
    const folders = entries.filter(({ name, isDirectory }) => isDirectory && name !== ".git");
    if (!isRepository) pending.push(...folders.map(({ name }) => `${folder}/${name}`));
    if (count % FOLDERS_AT_ONCE > 0) continue;
    await new Promise((resolve) => setTimeout(resolve));
    if (!shouldContinue()) return undefined;
  }
  return undefined;
}

/**
 * Returns true when opening a path opens a pipe. Git follows links, except for ignore files of a
 * tree.
 */
function isPipe(path: string): boolean {
  if (path.endsWith(`/${IGNORE_FILE}`)) return lstatOrUndefined(path)?.isFifo === true;
  try {
    return Deno.statSync(path).isFifo === true;
  } catch {
    return false;
  }
}
