import { findGitRoot } from "../tree/mod.ts";

/** What may stand around the path of a folder without meaning anything. */
const SURROUNDING_REGEXP = /^(?:\.?\/)+|\/+$/g;

/** The commits of a repository up to one of them, for a tree that is no work tree of it. */
export interface PinnedHistory {
  /** The repository: its git folder (`.git`, or the folder itself of a bare one). */
  readonly repository: string;
  /** Newest commit to read: its id, or another name of it; what came later is never looked at. */
  readonly revision: string;
  /** Folder of the repository that is the root of the tree. @default the top */
  readonly folder?: string | undefined;
}

/** Where the history of a tree is read. */
export interface HistorySource {
  /** Absolute path of the tree. */
  readonly root: string;
  /** What is read in place of the repository that the tree is a work tree of. */
  readonly pinned?: PinnedHistory | undefined;
}

/**
 * Returns the folder of the repository that is the root of the tree, with a slash at the end; empty for
 * the top. Undefined where there is no repository.
 */
export function findHistoryFolder({ root, pinned }: HistorySource): string | undefined {
  if (pinned !== undefined) {
    const folder = (pinned.folder ?? "").replace(SURROUNDING_REGEXP, "");
    return folder === "" || folder === "." ? "" : `${folder}/`;
  }
  const top = findGitRoot(root);
  return top === undefined ? undefined : `${root}/`.slice(top === "/" ? 1 : top.length + 1);
}

/** Returns a text that differs where two histories are not to be read on from one another. */
export function historyKey(source: HistorySource): string {
  const { pinned } = source;
  return JSON.stringify([pinned?.repository ?? "", findHistoryFolder(source) ?? ""]);
}

/**
 * Most commits that are taken: they take a second or two. On the queries that the ranking was tuned
 * with the newest 5,000 gave all but .002 of what the whole history gave.
 */
export const MAX_COMMITS = 10_000;

/** What a commit did to one file. */
export interface FileChange {
  /** Path of the file after the commit, relative to the root, with `/`. */
  readonly path: string;
  /** Path of the file before the commit, when it was moved. */
  readonly from?: string;
  readonly removed: boolean;
}

/** One commit that changed files below the root. */
export interface Commit {
  /** Its full name: 40 or 64 hexadecimal digits. */
  readonly id: string;
  /** When it was committed, in seconds since 1970. */
  readonly time: number;
  readonly subject: string;
  readonly changes: readonly FileChange[];
}
