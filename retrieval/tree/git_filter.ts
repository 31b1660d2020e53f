import { findUserIgnoreFile } from "./git_settings.ts";
import { findCommonFolder, findGitFolder, findGitRoot, readGitText } from "./git_folder.ts";
import { type IgnoreFilter, openIgnoreFilter } from "./ignore_filter.ts";

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
