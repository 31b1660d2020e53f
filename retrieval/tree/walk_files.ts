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

/** A file or a whole folder that is left out, and the rule that says so. */
export interface ExcludedPath {
  /** Path relative to the root, with `/`; a folder ends in `/`. */
  readonly path: string;
  readonly rule: ExclusionRule;
}

/** The files of a tree. */
export interface FileListing {
  /** Paths relative to the root, with `/`, in code unit order. */
  readonly paths: readonly string[];
  /**
   * What rules on names leave out. When it was asked for, it ends with what the project's own ignore files
   * leave out, and without git all of them.
   */
  readonly excluded: readonly ExcludedPath[];
  /** What else there is to say: submodules and nested repositories that are skipped, and the like. */
  readonly notes: readonly Note[];
  /** Present when git listed them: the project's own ignore files, which git knows nothing of. */
  readonly byGit?: { readonly ignoreFiles: readonly string[] };
}

interface WalkOptions {
  /** What is left out by name; an excluded folder is not entered. */
  readonly visibility: Visibility;
  /** Name of ignore files in gitignore syntax besides git's own; what either ignores is ignored. */
  readonly ignoreFile: string;
  /**
   * Most files that there may be in the folders that are entered, those that a rule leaves out included.
   * @default no bound
   */
  readonly maxFiles?: number | undefined;
  /** Whether it is told which lines of ignore files leave what out. @default false */
  readonly isExplained?: boolean | undefined;
  /** Says of a folder, with a slash at its end, whether it is entered. @default each is */
  readonly isEntered?: ((folder: string) => boolean) | undefined;
}

/**
 * Returns the files below `root` that no rule leaves out, nor what git or an ignore file says.
 *
 * Links are not followed, so the walk cannot go round in circles nor leave the root; a nested git
 * repository is entered like any folder, one without a work tree is not. A folder that cannot be read is
 * noted and passed over.
 *
 * @param root Absolute path of a folder.
 * @throws {RetrievalError} `root-refused` when there are more files than there may be.
 */
export async function walkFiles(
  root: string,
  { visibility, ignoreFile, maxFiles = Infinity, isExplained = false, isEntered = () => true }:
    WalkOptions,
): Promise<FileListing> {
  // One for each name, so that the files of one can not take back what those of another ignore.
  const git = await openGitFilter(root);
  const own = await openIgnoreFilter();
  const addOwn = (path: string) => own.addFile(root, path);
  const ignoreFiles = [[GIT_IGNORE_FILE, git.addFile], [ignoreFile, addOwn]] as const;
  const paths: string[] = [];
  const excluded: ExcludedPath[] = [];
  const ignored: ExcludedPath[] = [];
  const unread: string[] = [];
  const unreadable: string[] = [];
  const bare: string[] = [];
  let fileCount = 0;
  // A folder that is entered for what a glob may let in below it is still not one to be named.
  const isNamed = (path: string) => visibility.isVisible(path);
  // A stack and not recursion: folders may be nested deeper than calls may be.
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
      const ignoring = [git, own].find((filter) => filter.ignoresEntry(path));
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

/** Returns what is in a folder, or undefined when it cannot be read. */
export function readFolder(folder: string): Deno.DirEntry[] | undefined {
  try {
    return [...Deno.readDirSync(folder)];
  } catch (error) {
    // A folder that went away since it was listed held nothing that is still there.
    return error instanceof Deno.errors.NotFound ? [] : undefined;
  }
}

/** Name of git's ignore files in the tree. */
export const GIT_IGNORE_FILE = ".gitignore";

/** What git would ignore in a tree, told without git. Paths are relative to the root of the tree. */
interface GitFilter extends Pick<IgnoreFilter, "ignoresEntry" | "explain"> {
  /** Adds the ignore file at `path`; returns false for one that is not read. */
  addFile(path: string): Promise<boolean>;
  /** Adds what a repository in a folder, whose path ends in `/`, ignores besides its ignore files. */
  addRepository(folder: string): void;
}

/**
 * Returns a filter that knows what git ignores beside the ignore files of the tree itself: by
 * `.git/info/exclude`, by the user's own patterns for all repositories, and by the ignore files of the
 * folders between the top of the work tree and `root`.
 *
 * When these ignore the root as a whole, somebody has asked for it all the same: then what the
 * repository and the user say is read as if it were said of the root, and the ignore files of the folders
 * around it are not read.
 *
 * @param root Absolute path of a folder.
 */
export async function openGitFilter(root: string): Promise<GitFilter> {
  const top = findGitRoot(root) ?? root;
  const above = `${root}/`.slice(top === "/" ? 1 : top.length + 1);
  const outer = await openIgnoreFilter();
  let user: string | undefined;
  /** Adds what the repository whose work tree is at `tree` ignores, and what the user does not want in any. */
  const addExcludes = (filter: IgnoreFilter, folder: string, tree: string) => {
    const gitFolder = findGitFolder(tree);
    if (gitFolder === undefined) return;
    user ??= readUserExcludes();
    // What is added later has the last word, as it has for git.
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
