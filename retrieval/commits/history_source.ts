import { findGitRoot } from "../tree/mod.ts";

/** Characters around the path of a folder without a meaning. */
const SURROUNDING_REGEXP = /^(?:\.?\/)+|\/+$/g;

/**
 * Commits of a repository up to a given one, for a tree that is not a work tree of the repository.
 */
export interface PinnedHistory {
  /** Git folder of the repository (`.git`, or the folder itself of a bare repository). */
  readonly repository: string;
  /** Newest commit to read, as an id or another revision name. Later commits are never read. */
  readonly revision: string;
  /** Folder of the repository that is the root of the tree. @default the top */
  readonly folder?: string | undefined;
}

/** Source of the history of a tree. */
export interface HistorySource {
  /** Absolute path of the tree. */
  readonly root: string;
  /** Commits to read instead of the commits of the work tree's repository. */
  readonly pinned?: PinnedHistory | undefined;
}

/**
 * Returns the folder of the repository that is the root of the tree, with a slash at the end; empty
 * for the top. Undefined without a repository.
 */
export function findHistoryFolder({ root, pinned }: HistorySource): string | undefined {
  if (pinned !== undefined) {
    const folder = (pinned.folder ?? "").replace(SURROUNDING_REGEXP, "");
    return folder === "" || folder === "." ? "" : `${folder}/`;
  }
  const top = findGitRoot(root);
  return top === undefined ? undefined : `${root}/`.slice(top === "/" ? 1 : top.length + 1);
}

/**
 * Returns an identifier of a history. Two histories have the same identifier only if one continues
 * the other.
 */
export function historyKey(source: HistorySource): string {
  const { pinned } = source;
  return JSON.stringify([pinned?.repository ?? "", findHistoryFolder(source) ?? ""]);
}

/**
 * Maximum number of commits that are read, which takes a second or two. For the queries of the
 * tuning of the ranking, the newest 5,000 commits gave all but 0.002 of the result of the whole
 * history.
 */
export const MAX_COMMITS = 10_000;

/** Change of one file by a commit. */
export interface FileChange {
  /** Path of the file after the commit, relative to the root, with `/`. */
  readonly path: string;
  /** Path of the file before the commit, when it was renamed. */
  readonly from?: string;
  readonly removed: boolean;
}

/** Commit that changed files below the root. */
export interface Commit {
  /** Full id: 40 or 64 hexadecimal digits. */
  readonly id: string;
  /** Time of the commit, in seconds since 1970. */
  readonly time: number;
  readonly subject: string;
  readonly changes: readonly FileChange[];
}
