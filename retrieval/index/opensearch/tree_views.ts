import { readCloneRecord } from "./clone_record.ts";
import { findWorkTreeHead } from "../../commits/mod.ts";
import { findGitFolder, findGitRoot, findOrigin, readGitText, runGit } from "../../tree/mod.ts";

/** The view of a repository that was written last, whatever commit it is of. */
export const NEWEST_VIEW = "newest";

/** How many commits before the one that is checked out may have been sent at most: two weeks of a busy team. */
const MAX_COMMITS = 200;

/** Content of git's file `HEAD` on a branch. */
const BRANCH_REGEXP = /^ref: refs\/heads\/(\S+)\s*$/;

const COMMIT_REGEXP = /^[0-9a-f]{40,64}$/;

/**
 * Returns what the repository is called that a tree is of, the same on all machines: by the address of its remote
 * `origin`, with the folder of the tree in it. Without one it is the path, which on another machine may be of another.
 */
export function findRepositoryName(root: string): string {
  const top = findGitRoot(root);
  const folder = top === undefined ? undefined : findGitFolder(top);
  const clone = folder === undefined ? undefined : readCloneRecord(folder);
  if (clone !== undefined) return `${clone.repository}${root.slice(top!.length)}`;
  const origin = folder === undefined ? undefined : findOrigin(folder);
  return origin === undefined ? `file://${root}` : `${origin}${root.slice(top!.length)}`;
}

/** Returns the views that a tree may be much like, the likest first: commits that it comes from, and the newest. */
export async function listSimilarViews(root: string): Promise<readonly string[]> {
  const args = ["log", "--first-parent", `--max-count=${MAX_COMMITS}`, "--format=%H", "HEAD"];
  const run = findGitRoot(root) === undefined ? undefined : await runGit(root, args);
  const commits = run?.kind === "done" ? run.output.split("\n") : [];
  return [...commits.filter((commit) => COMMIT_REGEXP.test(commit)), NEWEST_VIEW];
}

/** Returns the commit that a tree is exactly; undefined when it is none. */
export async function findExactCommit(root: string): Promise<string | undefined> {
  const head = findWorkTreeHead(root);
  if (head === undefined || !COMMIT_REGEXP.test(head)) return undefined;
  const status = await runGit(root, ["status", "--porcelain", "--untracked-files=normal", "."]);
  return status.kind === "done" && status.output.trim() === "" ? head : undefined;
}

/** Returns the name of the branch that is checked out; undefined when there is none. */
export function findBranch(root: string): string | undefined {
  const folder = findGitFolder(root);
  const head = folder === undefined ? undefined : readGitText(`${folder}/HEAD`);
  return BRANCH_REGEXP.exec(head ?? "")?.[1];
}

/** True when the root of a tree is the top of its repository. */
export function isRepositoryRoot(root: string): boolean {
  return findGitRoot(root) === root;
}
