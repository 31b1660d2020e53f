import { readCloneRecord } from "./clone_record.ts";
import { findWorkTreeHead } from "../../commits/mod.ts";
import { findGitFolder, findGitRoot, findOrigin, readGitText, runGit } from "../../tree/mod.ts";

/** View of a repository that was written last, independent of its commit. */
export const NEWEST_VIEW = "newest";

/** Maximum number of commits, back from the checked-out one, that are looked up: two weeks of a busy team. */
const MAX_COMMITS = 200;

/** Content of git's file `HEAD` on a branch. */
const BRANCH_REGEXP = /^ref: refs\/heads\/(\S+)\s*$/;

/** Full commit id. */
export const COMMIT_REGEXP = /^[0-9a-f]{40,64}$/;

/**
 * Returns the name of the repository of a tree. It is the same on all machines: the address of the
 * remote `origin`, followed by the folder of the tree in the repository. Without such a remote, it is
 * the path on this machine, which may belong to another tree on another machine.
 */
export function findRepositoryName(root: string): string {
  const gitRoot = findGitRoot(root);
  const folder = gitRoot === undefined ? undefined : findGitFolder(gitRoot);
  const clone = folder === undefined ? undefined : readCloneRecord(folder);
  if (clone !== undefined) return `${clone.repository}${root.slice(gitRoot!.length)}`;
  const origin = folder === undefined ? undefined : findOrigin(folder);
  return origin === undefined ? `file://${root}` : `${origin}${root.slice(gitRoot!.length)}`;
}

/**
 * Returns the views that may be similar to a tree, the most similar first: the checked-out commit, its
 * ancestors, and the newest view.
 */
export async function listSimilarViews(root: string): Promise<readonly string[]> {
  const args = ["log", "--first-parent", `--max-count=${MAX_COMMITS}`, "--format=%H", "HEAD"];
  const run = findGitRoot(root) === undefined ? undefined : await runGit(root, args);
  const commits = run?.kind === "done" ? run.output.split("\n") : [];
  return [...commits.filter((commit) => COMMIT_REGEXP.test(commit)), NEWEST_VIEW];
}

/** Returns the commit to which the files of a tree are equal; undefined when a file differs. */
export async function findExactCommit(root: string): Promise<string | undefined> {
  const head = findWorkTreeHead(root);
  if (head === undefined || !COMMIT_REGEXP.test(head)) return undefined;
  const status = await runGit(root, ["status", "--porcelain", "--untracked-files=normal", "."]);
  return status.kind === "done" && status.output.trim() === "" ? head : undefined;
}

/** Returns the name of the checked-out branch; undefined for a commit without a branch. */
export function findBranch(root: string): string | undefined {
  const folder = findGitFolder(root);
  const head = folder === undefined ? undefined : readGitText(`${folder}/HEAD`);
  return BRANCH_REGEXP.exec(head ?? "")?.[1];
}

/** Returns true when the root of a tree is the top folder of its repository. */
export function isRepositoryRoot(root: string): boolean {
  return findGitRoot(root) === root;
}
