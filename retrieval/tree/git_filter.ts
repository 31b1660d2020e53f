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

const SECTION_REGEXP = /^\s*\[\s*([^\]\s"]+)\s*("[^\]]*")?\s*\]/;
const EXCLUDES_FILE_REGEXP = /^\s*excludesfile\s*=(.*)$/i;

/** A part of a value of git's settings: in quotes, after a backslash, a comment to the end, or plain. */
const VALUE_PART_REGEXP = /"((?:[^"\\]|\\.)*)"|\\(.)|[#;].*$|([^"\\#;]+)/g;

/**
 * Returns the user's own ignore patterns, of all repositories, as git has them by its settings for the
 * system and the user (`core.excludesFile`); empty where there are none. Those that settings include from
 * other files are not looked for.
 */
function readUserExcludes(): string {
  const home = findVariable("HOME");
  const settings = findVariable("XDG_CONFIG_HOME") ?? (home && `${home}/.config`);
  const isSystemRead = findVariable("GIT_CONFIG_NOSYSTEM") === undefined;
  const chosen = findVariable("GIT_CONFIG_GLOBAL");
  // The strongest last.
  const configs = [
    isSystemRead ? findVariable("GIT_CONFIG_SYSTEM") ?? "/etc/gitconfig" : undefined,
    chosen ?? (settings && `${settings}/git/config`),
    chosen ?? (home && `${home}/.gitconfig`),
  ];
  let path = settings && `${settings}/git/ignore`;
  for (const config of configs) {
    const text = config === undefined ? undefined : readGitText(config);
    path = (text === undefined ? undefined : findExcludesFile(text)) ?? path;
  }
  if (path?.startsWith("~/")) path = home && home + path.slice(1);
  return path?.startsWith("/") ? readGitText(path) ?? "" : "";
}

/** Returns the last value of `core.excludesFile` in the text of a settings file. */
function findExcludesFile(text: string): string | undefined {
  let isCore = false;
  let found: string | undefined;
  for (const line of text.split("\n")) {
    const section = SECTION_REGEXP.exec(line);
    if (section !== null) isCore = section[1]!.toLowerCase() === "core" && section[2] === undefined;
    const rest = line.slice(section?.[0].length ?? 0);
    const value = isCore ? EXCLUDES_FILE_REGEXP.exec(rest)?.[1] : undefined;
    if (value !== undefined) found = unquote(value);
  }
  return found;
}

function unquote(value: string): string {
  return value.replace(
    VALUE_PART_REGEXP,
    (_, quoted?: string, escaped?: string, plain?: string) =>
      quoted?.replace(/\\(.)/g, "$1") ?? escaped ?? plain ?? "",
  ).trim();
}

/** Returns a variable; undefined when it is empty, or when the program may not know. */
function findVariable(name: string): string | undefined {
  try {
    return Deno.env.get(name) || undefined;
  } catch {
    return undefined;
  }
}
