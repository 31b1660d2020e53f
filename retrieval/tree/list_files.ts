import type { Note } from "@dossier/core";
import type { Visibility } from "@dossier/core/exclude";
import { lstatOrUndefined } from "../machine/mod.ts";
import { findGitRoot, isBareRepository } from "./git_folder.ts";
import { type IgnoreFilter, openIgnoreFilter } from "./ignore_filter.ts";
import type { GitStatus } from "./git_status.ts";
import { listGitFiles } from "./list_git_files.ts";
import { noteBare, notePaths } from "./note_paths.ts";
import { type ExcludedPath, type FileListing, readFolder, walkFiles } from "./walk_files.ts";

/** Name of dossier's ignore files in a project, in gitignore syntax. */
export const IGNORE_FILE = ".dossierignore";

/**
 * Maximum total length of paths that are passed to git individually, in characters. Programs accept
 * about 2,000,000 as arguments.
 */
const MAX_PATH_CHARACTERS = 100_000;

const NOTE_IGNORED_ROOT: Note = {
  code: "root-ignored",
  message: "The repository around this folder ignores it, so its files are listed without git",
};

/**
 * Returns the files of the tree at `root`: in a git work tree those that git tracks or does not
 * ignore, elsewhere those that no `.gitignore` ignores. `.dossierignore` files and the exclusion
 * rules apply in both cases.
 *
 * Only names are read. A listed path may be a link, a device, or deleted by now.
 *
 * @param root Absolute path of a folder.
 * @param options.among Paths relative to the root to check. Each is listed if it belongs to the
 * tree; other files may be missing. This is faster for a few of many files. @default all files
 * @param options.isExplained True to return the lines of ignore files that exclude files.
 * @param options.status Status that git reported already.
 * @param options.maxFiles Maximum number of files when git does not list them.
 * @throws {RetrievalError} `root-refused` as soon as there are more files.
 */
export async function listFiles(
  root: string,
  visibility: Visibility,
  { among = [], status, maxFiles, isExplained = false }: {
    readonly among?: readonly string[];
    readonly status?: GitStatus | undefined;
    readonly isExplained?: boolean;
    readonly maxFiles?: number | undefined;
  } = {},
): Promise<FileListing> {
  const folders = listFoldersAbove(among);
  const ignoreFiles = [...folders].map((folder) => folder + IGNORE_FILE);
  const requested = [...among, ...ignoreFiles.filter((path) => exists(`${root}/${path}`))];
  const isPartial = among.length > 0 && requested.join("").length <= MAX_PATH_CHARACTERS;
  const git = await listGitFiles(root, { among: isPartial ? requested : [], status });
  if (git.kind === "none" || (git.paths.length === 0 && findGitRoot(root) !== root)) {
    // Only a complete list shows whether the repository ignores the whole folder, or just these
    // files.
    if (git.kind === "git" && isPartial) return await listFiles(root, visibility, { maxFiles });
    const walked = await walkFiles(root, {
      visibility,
      ignoreFile: IGNORE_FILE,
      // The author of a repository means to work on it, whether git is available or not.
      maxFiles: git.kind === "none" && findGitRoot(root) !== undefined ? undefined : maxFiles,
      isExplained,
      isEntered: among.length === 0 ? undefined : (folder) => folders.has(folder),
    });
    const isIgnored = git.kind === "git" && walked.paths.length > 0;
    const notes = isIgnored ? [NOTE_IGNORED_ROOT] : git.notes;
    return { ...walked, notes: [...notes, ...walked.notes] };
  }
  const excluded: ExcludedPath[] = [];
  const bare = listBare(root, isPartial ? folders : listFoldersWithHead(git.paths));
  const isBelowLink = openLinkCheck(root);
  const named = git.paths.filter((path) => {
    if (bare.some((folder) => path.startsWith(folder)) || isBelowLink(path)) return false;
    const rule = visibility.findHidingRule(path);
    if (rule !== undefined) excluded.push({ path, rule });
    return rule === undefined;
  });
  const { ignores, explain, notes, ignoreFiles: dossierFiles } = await openDossierFilter(
    root,
    named,
  );
  // Excluded folders are not named in notes either. The rules need folders with a slash at the end.
  const isNamed = (path: string) => {
    const folder = path.endsWith("/") ? path : `${path}/`;
    return visibility.isVisible(folder) && !ignores(folder);
  };
  for (const path of isExplained ? named : []) {
    const rule = explain(path);
    if (rule !== undefined) excluded.push({ path, rule });
  }
  return {
    paths: named.filter((path) => !ignores(path)),
    excluded,
    byGit: { ignoreFiles: dossierFiles },
    notes: [
      ...notePaths("submodule-skipped", git.submodules.filter(isNamed)),
      ...notePaths("repository-skipped", git.repositories.filter(isNamed)),
      ...noteBare(bare.filter(isNamed)),
      ...git.notes,
      ...notes,
    ],
  };
}

/**
 * Returns a function that returns true when a `.dossierignore` file above some paths ignores one of
 * them. The paths need not exist.
 *
 * @param root Absolute path of the tree.
 * @param paths Paths relative to the root.
 */
export async function openDossierIgnores(
  root: string,
  paths: readonly string[],
): Promise<(path: string) => boolean> {
  const files = [...listFoldersAbove(paths)].map((folder) => folder + IGNORE_FILE).sort();
  const { ignores } = await openDossierFilter(
    root,
    files.filter((path) => exists(`${root}/${path}`)),
  );
  return ignores;
}

/** Returns the rules of the `.dossierignore` files among the paths, and of the one in the root. */
async function openDossierFilter(
  root: string,
  paths: readonly string[],
): Promise<
  Pick<IgnoreFilter, "ignores" | "explain"> & {
    readonly ignoreFiles: readonly string[];
    readonly notes: readonly Note[];
  }
> {
  const ignoreFiles = paths.filter((path) => path.endsWith(`/${IGNORE_FILE}`));
  // The file in the root counts even if git ignores it, as for a file that is not shared.
  if (exists(`${root}/${IGNORE_FILE}`)) ignoreFiles.unshift(IGNORE_FILE);
  if (ignoreFiles.length === 0) {
    return { ignores: () => false, explain: () => undefined, ignoreFiles, notes: [] };
  }
  const filter = await openIgnoreFilter();
  // The file of a folder is listed before the files in its subfolders, but not before its
  // neighbours.
  const unread: string[] = [];
  for (const path of ignoreFiles) if (!await filter.addFile(root, path)) unread.push(path);
  const notes = notePaths("ignore-file-unread", unread.filter((path) => !filter.ignores(path)));
  return { ...filter, ignoreFiles, notes };
}

/**
 * Returns a function that returns true when a path is below a link that replaced a folder. Git
 * still lists the tracked files of the folder.
 */
function openLinkCheck(root: string): (path: string) => boolean {
  const known = new Map<string, boolean>();
  const isBelowLink = (path: string): boolean => {
    const slash = path.lastIndexOf("/");
    if (slash < 0) return false;
    const folder = path.slice(0, slash);
    let isBehind = known.get(folder);
    if (isBehind === undefined) {
      isBehind = isBelowLink(folder) || lstatOrUndefined(`${root}/${folder}`)?.isSymlink === true;
      known.set(folder, isBehind);
    }
    return isBehind;
  };
  return isBelowLink;
}

/** Returns the folders that are bare repositories, whose contents git lists as files. */
function listBare(root: string, folders: Iterable<string>): readonly string[] {
  return [...folders].filter((folder) =>
    exists(`${root}/${folder}HEAD`) && isBareRepository(readFolder(`${root}/${folder}`) ?? [])
  );
}

/** Returns the folders with a file `HEAD`, as each repository has one. */
function listFoldersWithHead(paths: readonly string[]): readonly string[] {
  return paths.filter((path) => path === "HEAD" || path.endsWith("/HEAD"))
    .map((path) => path.slice(0, -"HEAD".length));
}

/** Returns all folders above some paths, with a slash at the end. The root is the empty string. */
function listFoldersAbove(paths: readonly string[]): ReadonlySet<string> {
  const folders = new Set([""]);
  for (const path of paths) {
    for (let slash = path.indexOf("/"); slash >= 0; slash = path.indexOf("/", slash + 1)) {
      folders.add(path.slice(0, slash + 1));
    }
  }
  return folders;
}

function exists(path: string): boolean {
  return lstatOrUndefined(path) !== undefined;
}
