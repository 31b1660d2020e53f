import type { Note } from "@dossier/core";
import { lstatOrUndefined } from "../machine/mod.ts";
import { findGitRoot } from "./git_folder.ts";
import { type GitStatus, parseGitListing } from "./git_status.ts";
import { runGit } from "./run_git.ts";

/** Files that git lists, or kind `none` when git cannot list them. */
type GitListing =
  | {
    readonly kind: "git";
    /** Paths of files, in code unit order. */
    readonly paths: readonly string[];
    /** Folders of submodules, without a slash at the end. */
    readonly submodules: readonly string[];
    /** Folders of other repositories inside this one, with a slash at the end. */
    readonly repositories: readonly string[];
    readonly notes: readonly Note[];
  }
  | { readonly kind: "none"; readonly notes: readonly Note[] };

/** Mode of a submodule's entry in git's index. */
const SUBMODULE_MODE = "160000";

/** Character in place of bytes that are not UTF-8. */
const REPLACEMENT = "\ufffd";

/**
 * Returns the files below `root` that git tracks or does not ignore, relative to `root` and in code
 * unit order; kind `none` when there is no git work tree or no git.
 *
 * @param root Absolute path of a folder in a work tree, its root or not.
 * @param options.among Paths relative to `root`. Only paths that belong to the tree are listed.
 * @default all files
 * @param options.status Status that git reported already.
 */
export async function listGitFiles(
  root: string,
  { among = [], status }: {
    readonly among?: readonly string[];
    readonly status?: GitStatus | undefined;
  } = {},
): Promise<GitListing> {
  const listed = status === undefined
    ? await queryGit(root, among)
    : parseGitListing(status.listing);
  if ("kind" in listed) return { kind: "none", notes: listed.notes };
  const submodules = await listSubmodules(root);
  const paths: string[] = [];
  const repositories: string[] = [];
  let unnameable = 0;
  for (const path of listed.paths) {
    // Git lists an untracked repository inside this one as a folder.
    if (path.endsWith("/")) repositories.push(path);
    else if (path.includes(REPLACEMENT) && lstatOrUndefined(`${root}/${path}`) === undefined) {
      unnameable++;
    } else if (!submodules.has(path)) paths.push(path);
  }
  return {
    kind: "git",
    paths: paths.sort(),
    submodules: [...submodules],
    repositories,
    notes: unnameable === 0 ? [] : [{
      code: "name-not-utf8",
      message: `${unnameable} files are skipped as their names are not UTF-8: rename them`,
    }],
  };
}

/** Returns the paths that git lists below `root`, or the reason why there are none. */
async function queryGit(root: string, among: readonly string[]) {
  const listing = ["ls-files", "-z", "-co", "--exclude-standard"];
  const listed = await runGit(
    root,
    among.length === 0 ? listing : ["--literal-pathspecs", ...listing, "--", ...among],
  );
  if (listed.kind === "failed") return listed;
  // A file with a merge conflict is listed once for each side.
  const paths = new Set(listed.output.split("\0"));
  paths.delete("");
  return { paths };
}

/**
 * Returns the outermost folders below `root` that git ignores as folders, relative to `root` and
 * ending in `/`; undefined when there is no git work tree or no git.
 *
 * A folder that contains only ignored files is not returned, as the next file may not be ignored.
 *
 * @param root Absolute path of a folder in a work tree, its root or not.
 */
export async function listIgnoredFolders(root: string): Promise<ReadonlySet<string> | undefined> {
  const args = ["ls-files", "-z", "-oi", "--exclude-standard", "--directory"];
  const listed = await runGit(root, args);
  if (listed.kind === "failed") return undefined;
  const entries = listed.output.split("\0").sort();
  // The root itself is ignored, and its files are found without git.
  if (entries.includes("./")) return new Set();
  // When a folder contains only ignored files, git lists these files too.
  return new Set(
    entries.filter((entry, i) => entry.endsWith("/") && !entries[i + 1]?.startsWith(entry)),
  );
}

/** Returns the paths of the submodules. Runs git only when there is a `.gitmodules`. */
async function listSubmodules(root: string): Promise<ReadonlySet<string>> {
  const gitRoot = findGitRoot(root);
  const list = gitRoot && lstatOrUndefined(`${gitRoot}/.gitmodules`);
  if (list === undefined) return new Set();
  const staged = await runGit(root, ["ls-files", "-z", "--stage"]);
  if (staged.kind === "failed") return new Set();
  return new Set(
    staged.output.split("\0").filter((entry) => entry.startsWith(SUBMODULE_MODE))
      .map((entry) => entry.slice(entry.indexOf("\t") + 1)),
  );
}
