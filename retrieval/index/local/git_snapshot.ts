import type { Note, Visibility } from "@dossier/core";
import { fileCondition, lstatOrUndefined, RACY_MS, textHash } from "../../machine/mod.ts";
import {
  type FileListing,
  type GitStatus,
  identifyGitIndex,
  IGNORE_FILE,
  parseGitListing,
  readGitStatus,
} from "../../tree/mod.ts";
import { findMeta, writeMeta } from "./store/meta.ts";
import type { Store } from "./store/open_store.ts";

/**
 * Report of git about a tree at a time when the index was up to date with it. While git reports the
 * same, a file that git considers unchanged is the indexed one. Neither the disk nor the rules are
 * checked for it.
 *
 * Git checks the state of a file in a tenth of the time that it takes here, and reads the file when
 * its time is too close to the time of git's index to decide. A change of the documents of an index
 * deletes the snapshot.
 */
export interface GitSnapshot {
  /** State of git's index; see `GitStatus`. */
  readonly index: string;
  /**
   * Hash of git's listing and of the rules; undefined when git cannot report which files are
   * unchanged.
   */
  readonly listing?: string;
  /** Paths of files that git does not report as unchanged. Each is checked on disk. */
  readonly unsure: readonly string[];
  /** Ignore files of the project, with their state on disk in JSON. */
  readonly ignores: Readonly<Record<string, string>>;
  /** Notes about the listing. */
  readonly notes: readonly Note[];
}

/** Maximum number of files to check individually. With more, checking all files is faster. */
const MAX_UNSURE = 1000;

/**
 * Name of one of the files that make a folder a bare repository. Git does not list the other ones.
 */
const HEAD_REGEXP = /(?:^|\/)HEAD$/;

/**
 * Returns the snapshot of an index if it may still be valid for a tree, as far as this is known
 * without git.
 */
export function findGitSnapshot(store: Store, root: string): GitSnapshot | undefined {
  const text = findMeta(store, "git");
  if (text === undefined) return undefined;
  const snapshot: GitSnapshot = JSON.parse(text);
  const isSame = snapshot.index === identifyGitIndex(root) &&
    Object.entries(snapshot.ignores).every(([path, traits]) =>
      formatFileState(root, path) === traits
    );
  return isSame ? snapshot : undefined;
}

/**
 * Requests the status from git. Returns "same" when it equals the status in the snapshot, and
 * otherwise the new status.
 */
export async function checkGitSnapshot(
  snapshot: GitSnapshot,
  root: string,
  visibility: Visibility,
): Promise<Awaited<ReturnType<typeof readGitStatus>> | "same"> {
  const status = await readGitStatus(root);
  if (typeof status !== "object" || status.index !== snapshot.index) return status;
  return await hashListing(status, visibility) === snapshot.listing ? "same" : status;
}

/**
 * Returns the snapshot for an index that was compared with the tree file by file; undefined when
 * git does not list the files, or its report is not reliable.
 *
 * @param options.status Status that git reported before the comparison.
 * @param options.changed Files that differ from the index, or are missing.
 */
export async function createGitSnapshot(
  root: string,
  { byGit, paths, notes }: FileListing,
  { status, visibility, changed }: {
    readonly status: GitStatus | "unable" | undefined;
    readonly visibility: Visibility;
    readonly changed: readonly string[];
  },
): Promise<GitSnapshot | undefined> {
  if (byGit === undefined || status === undefined) return undefined;
  if (status === "unable") {
    // Git is not asked again until its index changes.
    const index = identifyGitIndex(root);
    return index === undefined ? undefined : { index, unsure: [], ignores: {}, notes: [] };
  }
  const { index } = status;
  const all = parseGitListing(status.listing);
  const unsure = paths.filter((path) => all.unsure.has(path));
  if (unsure.length > MAX_UNSURE || paths.some((path) => HEAD_REGEXP.test(path))) return undefined;
  // A file that changed or disappeared without git reporting it was changed after git checked it.
  if (changed.some((path) => all.paths.has(path) && !all.unsure.has(path))) return undefined;
  const ignoreFiles = [...new Set([IGNORE_FILE, ...byGit.ignoreFiles])];
  const limit = Date.now() - RACY_MS;
  if (ignoreFiles.some((path) => findChangeTime(root, path) > limit)) return undefined;
  const ignores = Object.fromEntries(
    ignoreFiles.map((path) => [path, formatFileState(root, path)]),
  );
  return { index, listing: await hashListing(status, visibility), unsure, ignores, notes };
}

/**
 * Writes a snapshot into the index, unless the index has it already.
 *
 * @param version State of the index when it was compared with the tree; absent when the caller
 * holds the lock.
 */
export function writeGitSnapshot(store: Store, snapshot: GitSnapshot, version?: string): void {
  const text = JSON.stringify(snapshot);
  if (store.readOnlyError !== undefined || findMeta(store, "git") === text) return;
  try {
    store.write(() => {
      if (version === undefined || store.dataVersion() === version) writeMeta(store, "git", text);
    });
  } catch (error) {
    // When the index cannot be written at the moment, all files are checked again next time.
    if (fileCondition(error) === undefined) throw error;
  }
}

async function hashListing({ listing }: GitStatus, { rules }: Visibility): Promise<string> {
  return await textHash(`${JSON.stringify(rules)}\n${listing}`);
}

/** Returns the state of a file on disk, in JSON. */
function formatFileState(root: string, path: string): string {
  const { size, ino, mtime, ctime } = lstatOrUndefined(`${root}/${path}`) ?? {};
  return JSON.stringify([size, ino, mtime, ctime]);
}

/**
 * Returns the time of the last change of a file in milliseconds since 1970; 0 when the file is
 * missing.
 */
function findChangeTime(root: string, path: string): number {
  const { mtime, ctime } = lstatOrUndefined(`${root}/${path}`) ?? {};
  return Math.max(mtime?.getTime() ?? 0, ctime?.getTime() ?? 0);
}
