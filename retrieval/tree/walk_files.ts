import type { ExclusionRule, Note } from "@dossier/core";
import type { Visibility } from "@dossier/core/exclude";
import { RetrievalError } from "../machine/mod.ts";
import {
  findCommonFolder,
  findGitFolder,
  findGitRoot,
  isBareRepository,
  readGitText,
} from "./git_folder.ts";
import { findUserIgnoreFile } from "./git_settings.ts";
import { type IgnoreFilter, openIgnoreFilter } from "./ignore_filter.ts";
import { noteBare, notePaths } from "./note_paths.ts";

/** Excluded file or folder, with the rule that excludes it. */
export interface ExcludedPath {
  /** Path relative to the root, with `/`; a folder ends in `/`. */
  readonly path: string;
  readonly rule: ExclusionRule;
}

/** Files of a tree. */
export interface FileListing {
  /** Paths relative to the root, with `/`, in code unit order. */
  readonly paths: readonly string[];
  /**
   * Files excluded by rules on names. When requested, followed by files excluded by dossier's
   * ignore files and, without git, by any ignore file.
   */
  readonly excluded: readonly ExcludedPath[];
  /** Further notes, such as skipped submodules and nested repositories. */
  readonly notes: readonly Note[];
  /**
   * Present when git listed the files. Contains the paths of dossier's ignore files, which git does
   * not read.
   */
  readonly byGit?: { readonly ignoreFiles: readonly string[] };
}

interface WalkOptions {
  /** Rules on names. An excluded folder is not entered. */
  readonly visibility: Visibility;
  /**
   * Name of ignore files in gitignore syntax besides `.gitignore`. A file is ignored when either
   * kind ignores it.
   */
  readonly ignoreFile: string;
  /**
   * Maximum number of files in the entered folders, including excluded files.
   *
   * @default no limit
   */
  readonly maxFiles?: number | undefined;
  /** True to return the lines of ignore files that exclude files. @default false */
  readonly isExplained?: boolean | undefined;
  /**
   * Returns true when a folder, with a slash at its end, is to be entered. @default all folders are
   */
  readonly isEntered?: ((folder: string) => boolean) | undefined;
}

/**
 * Returns the files below `root` that are excluded neither by a rule, nor by git or an ignore file.
 *
 * Links are not followed, so that the walk has no cycles and stays in the root. A nested git
 * repository is entered like any folder, but a bare one is not. A folder that cannot be read is
 * skipped with a note.
 *
 * @param root Absolute path of a folder.
 * @throws {RetrievalError} `root-refused` when there are too many files.
 */
export async function walkFiles(
  root: string,
  { visibility, ignoreFile, maxFiles = Infinity, isExplained = false, isEntered = () => true }:
    WalkOptions,
): Promise<FileListing> {
  // Each kind of ignore file has its own filter, so that one kind cannot include files again that
  // the other kind ignores.
  const git = await openGitFilter(root);
  const dossierFilter = await openIgnoreFilter();
  const addDossierFile = (path: string) => dossierFilter.addFile(root, path);
  const ignoreFiles = [[GIT_IGNORE_FILE, git.addFile], [ignoreFile, addDossierFile]] as const;
  const paths: string[] = [];
  const excluded: ExcludedPath[] = [];
  const ignored: ExcludedPath[] = [];
  const unread: string[] = [];
  const unreadable: string[] = [];
  const bare: string[] = [];
  let fileCount = 0;
  // A folder that is entered because a glob may include files in it is still not named in notes.
  const isNamed = (path: string) => visibility.isVisible(path);
  // A stack instead of recursion, as folders may be nested deeper than calls.
  const pending = [""];
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    const entries = readFolder(`${root}/${folder}`);
    if (entries === undefined) {
      if (isNamed(folder)) unreadable.push(folder);
      continue;
    }
    if (isBareRepository(entries)) {
      if (isNamed(folder)) bare.push(folder);
      continue;
    }
    const names = new Set(entries.map((entry) => entry.name));
    if (folder !== "" && names.has(".git")) git.addRepository(folder);
    for (const [name, addFile] of ignoreFiles) {
      const path = folder + name;
      if (names.has(name) && !await addFile(path) && isNamed(path)) unread.push(path);
    }
    for (const entry of entries) {
      if (!entry.isFile && !entry.isDirectory) continue;
      if (entry.isFile && ++fileCount > maxFiles) throw tooManyFilesError(root, maxFiles);
      const path = folder + entry.name + (entry.isDirectory ? "/" : "");
      const rule = visibility.findHidingRule(path);
      if (rule !== undefined) {
        excluded.push({ path, rule });
        if (!entry.isDirectory || !visibility.mayContainVisible(path)) continue;
      }
      if (entry.isDirectory && !isEntered(path)) continue;
      const ignoring = [git, dossierFilter].find((filter) => filter.ignoresEntry(path));
      if (ignoring !== undefined) {
        const rule = isExplained ? ignoring.explain(path) : undefined;
        if (rule !== undefined) ignored.push({ path, rule });
        continue;
      }
      if (entry.isDirectory) pending.push(path);
      else if (rule === undefined) paths.push(path);
    }
  }
  const notes = [
    ...noteBare(bare.sort()),
    ...notePaths("ignore-file-unread", unread.sort()),
    ...notePaths("folder-unreadable", unreadable.sort()),
  ];
  return { paths: paths.sort(), excluded: [...excluded, ...ignored], notes };
}

function tooManyFilesError(root: string, maxFiles: number): RetrievalError {
  return new RetrievalError(
    "root-refused",
    `Cannot use "${root}" as the root as it is not a git work tree and contains more than ${
      maxFiles.toLocaleString("en")
    } files: name a repository with --root, or allow it with --any-root`,
  );
}

/** Returns the entries of a folder; undefined when it cannot be read. */
export function readFolder(folder: string): Deno.DirEntry[] | undefined {
  try {
    return [...Deno.readDirSync(folder)];
  } catch (error) {
    // A folder that was deleted since it was listed contains nothing.
    return error instanceof Deno.errors.NotFound ? [] : undefined;
  }
}

/** Name of git's ignore files in the tree. */
export const GIT_IGNORE_FILE = ".gitignore";

/**
 * Filter of files that git would ignore in a tree, without running git. Paths are relative to the
 * root of the tree.
 */
interface GitFilter extends Pick<IgnoreFilter, "ignoresEntry" | "explain"> {
  /** Adds the ignore file at `path`; returns false when it cannot be read. */
  addFile(path: string): Promise<boolean>;
  /**
   * Adds the ignore rules of a repository in a folder, whose path ends in `/`, that are not in its
   * ignore files.
   */
  addRepository(folder: string): void;
}

/**
 * Returns a filter with the ignore rules of git outside of the tree: `.git/info/exclude`, the
 * user's ignore file for all repositories, and the ignore files of the folders between the top of
 * the work tree and `root`.
 *
 * The root may itself be ignored by these rules, although the user requested it. Then the rules of
 * the repository and of the user are applied relative to the root, and the ignore files of the
 * folders around it are not read.
 *
 * @param root Absolute path of a folder.
 */
export async function openGitFilter(root: string): Promise<GitFilter> {
  const top = findGitRoot(root) ?? root;
  const above = `${root}/`.slice(top === "/" ? 1 : top.length + 1);
  const outer = await openIgnoreFilter();
  let user: string | undefined;
  /**
   * Adds the exclude rules of the repository whose work tree is at `tree`, and those of the user.
   */
  const addExcludes = (filter: IgnoreFilter, folder: string, tree: string) => {
    const gitFolder = findGitFolder(tree);
    if (gitFolder === undefined) return;
    user ??= readUserExcludes();
    // Later rules have priority, as in git.
    filter.addText(folder, user, "the ignore file of the user");
    const exclude = readGitText(`${findCommonFolder(gitFolder)}/info/exclude`) ?? "";
    filter.addText(folder, exclude, `${folder}.git/info/exclude`);
  };
  addExcludes(outer, "", top);
  for (let slash = -1; slash < above.length - 1; slash = above.indexOf("/", slash + 1)) {
    await outer.addFile(top, above.slice(0, slash + 1) + GIT_IGNORE_FILE);
  }
  const isOpen = above === "" || !outer.ignores(above);
  const [filter, prefix, base] = isOpen
    ? [outer, above, top] as const
    : [await openIgnoreFilter(), "", root] as const;
  if (!isOpen) addExcludes(filter, "", top);
  return {
    addFile: (path) => filter.addFile(base, prefix + path),
    addRepository: (folder) =>
      addExcludes(filter, prefix + folder, `${root}/${folder}`.slice(0, -1)),
    ignoresEntry: (path) => filter.ignoresEntry(prefix + path),
    explain: (path) => filter.explain(prefix + path),
  };
}

function readUserExcludes(): string {
  const path = findUserIgnoreFile();
  return path === undefined ? "" : readGitText(path) ?? "";
}
