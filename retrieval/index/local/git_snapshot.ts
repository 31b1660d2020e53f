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
 * What git said of a tree with which the index was in line. While git says the same again, every file that it takes for
 * unchanged is the one that was indexed, however many there are: neither the disk nor the rules are asked about it.
 *
 * Git looks at the state of a file in a tenth of the time that it takes here, and reads the file when its time is too
 * close to that of git's own index to tell. A change of the documents of an index removes the mark with it.
 */
export interface GitSnapshot {
  /** State of git's own index; see `GitStatus`. */
  readonly index: string;
  /** Hash of what git listed, and of the rules; undefined where git is unable to vouch for files. */
  readonly listing?: string;
  /** Files that git does not vouch for: each is looked at. */
  readonly unsure: readonly string[];
  /** The project's own ignore files and what the disk says of them, in JSON. */
  readonly ignores: Readonly<Record<string, string>>;
  /** What there was to say of the listing. */
  readonly notes: readonly Note[];
}

/** Most files that git may not vouch for; of more it is quicker to look at all. */
const MAX_UNSURE = 1000;

/** A file that makes its folder a repository without a work tree, together with others that git does not list. */
const HEAD_REGEXP = /(?:^|\/)HEAD$/;

/** Returns the mark of an index that may hold for a tree, as far as can be told without git. */
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

/** Asks git about the tree, and returns its answer when it is the one that the mark is of. */
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
 * Returns the mark of an index for which a tree was compared with it file by file; undefined where git does not list the
 * files, or where it can not be relied on.
 *
 * @param options.status What git said before that.
 * @param options.changed Files that are not as the index has them, or gone.
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
    // It is not asked again before its index is another.
    const index = identifyGitIndex(root);
    return index === undefined ? undefined : { index, unsure: [], ignores: {}, notes: [] };
  }
  const { index } = status;
  const all = parseGitListing(status.listing);
  const unsure = paths.filter((path) => all.unsure.has(path));
  if (unsure.length > MAX_UNSURE || paths.some((path) => HEAD_REGEXP.test(path))) return undefined;
  // A file that is changed or gone, and of which git does not say so, was changed since git looked at it.
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
 * Writes a mark into the index, unless that holds it already.
 *
 * @param version The state that the index had when it was compared with the tree; left out by who holds the lock.
 */
export function writeGitSnapshot(store: Store, snapshot: GitSnapshot, version?: string): void {
  const text = JSON.stringify(snapshot);
  if (store.unwritable !== undefined || findMeta(store, "git") === text) return;
  try {
    store.write(() => {
      if (version === undefined || store.dataVersion() === version) writeMeta(store, "git", text);
    });
  } catch (error) {
    // Where the index cannot be written just now, all files are looked at again.
    if (fileCondition(error) === undefined) throw error;
  }
}

async function hashListing({ listing }: GitStatus, { rules }: Visibility): Promise<string> {
  return await textHash(`${JSON.stringify(rules)}\n${listing}`);
}

/** Returns what the disk says of a file, in JSON. */
function formatFileState(root: string, path: string): string {
  const { size, ino, mtime, ctime } = lstatOrUndefined(`${root}/${path}`) ?? {};
  return JSON.stringify([size, ino, mtime, ctime]);
}

/** Returns when a file was last changed in milliseconds since 1970; 0 when there is none. */
function findChangeTime(root: string, path: string): number {
  const { mtime, ctime } = lstatOrUndefined(`${root}/${path}`) ?? {};
  return Math.max(mtime?.getTime() ?? 0, ctime?.getTime() ?? 0);
}
