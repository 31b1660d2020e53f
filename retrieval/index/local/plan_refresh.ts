import type { IndexSource } from "../index_source.ts";
import type { Note, Visibility } from "@dossier/core";
import {
  type FileStamp,
  type FileTraits,
  findDocumentByPath,
  hasDocumentBelow,
  listDocumentStamps,
  listRacyPaths,
} from "./store/documents.ts";
import type { Store } from "./store/open_store.ts";
import { findSkipped, listSkipped } from "./store/skipped.ts";
import { lstatOrUndefined } from "../../machine/mod.ts";
import { type FileListing, listFiles, readGitStatus } from "../../tree/mod.ts";
import {
  checkGitSnapshot,
  createGitSnapshot,
  findGitSnapshot,
  type GitSnapshot,
} from "./git_snapshot.ts";

/** Source of an index, with the lock that prevents others from writing it. */
export interface LocalSource extends IndexSource {
  /** Path of the lock file of the index. The lock file of its vectors is beside it. */
  readonly lockPath: string;
}

/** File that has to be read to find out whether its document is up to date. */
export interface PlannedFile extends FileTraits {
  readonly path: string;
  /** True when the index has a document at this path. */
  readonly known: boolean;
}

/** Changes that bring the index up to date with the tree. */
export interface RefreshPlan {
  /** Files to read, in path order. */
  readonly files: readonly PlannedFile[];
  /** Paths of documents and skipped files that are no longer listed. */
  readonly removed: readonly string[];
  readonly notes: readonly Note[];
  /** Snapshot of git's report to store once the plan is carried out. */
  readonly gitSnapshot?: GitSnapshot | undefined;
}

/**
 * Compares the tree with the index by names, and by the state on disk of each file that git does
 * not report as unchanged. Reads no file.
 *
 * @throws {RetrievalError} `root-refused` when git does not list the files and there are more than
 * `maxFiles`.
 */
export async function planRefresh(
  store: Store,
  root: string,
  { visibility, maxFiles }: {
    readonly visibility: Visibility;
    readonly maxFiles?: number | undefined;
  },
): Promise<RefreshPlan> {
  const snapshot = findGitSnapshot(store, root);
  const isUnable = snapshot !== undefined && snapshot.listing === undefined;
  const checked = snapshot === undefined || isUnable
    ? undefined
    : await checkGitSnapshot(snapshot, root, visibility);
  if (checked === "same") return planUncertain(store, root, snapshot!);
  const status = checked ?? (isUnable ? "unable" : await readGitStatus(root));
  const isListedByGit = typeof status === "object";
  const listed = listFiles(root, visibility, {
    status: isListedByGit ? status : undefined,
    maxFiles,
  });
  // While git lists the files in its own process, most of them are checked here. Files that git
  // reports as unchanged were checked by git before, so changes in the meantime are noticed here.
  const [listing, known] = await Promise.all([
    listed,
    Promise.try(() => statKnownFiles(store, root)),
  ]);
  const { missing, ...plan } = compareListing(root, listing, known);
  const changed = [...plan.files.map(({ path }) => path), ...missing];
  return {
    ...plan,
    gitSnapshot: await createGitSnapshot(root, listing, { status, visibility, changed }),
  };
}

/**
 * Compares only those files with the index that may have changed since the index was up to date.
 */
function planUncertain(store: Store, root: string, snapshot: GitSnapshot): RefreshPlan {
  const files: PlannedFile[] = [];
  const removed: string[] = [];
  const unsure = new Set(snapshot.unsure);
  const racy = listRacyPaths(store).filter((path) => !unsure.has(path));
  for (const path of [...unsure, ...racy].sort()) {
    const document = findDocumentByPath(store, path);
    const stamp = document ?? findSkipped(store, path);
    const info = lstatOrUndefined(`${root}/${path}`);
    if (info !== undefined) {
      const traits = toTraits(info);
      if (stamp !== undefined && isUnchanged(stamp, traits)) continue;
      files.push({ path, known: document !== undefined, ...traits });
    } else if (stamp !== undefined) removed.push(path);
  }
  const areAllUncertain = [...files.map(({ path }) => path), ...removed].every((path) =>
    unsure.has(path)
  );
  return {
    files,
    removed,
    notes: snapshot.notes,
    gitSnapshot: areAllUncertain ? snapshot : undefined,
  };
}

/** State on disk of a file that the index knows. */
interface KnownFile {
  /** True when the index has a document of the file. Otherwise the file was skipped. */
  readonly isDocument: boolean;
  /** True when the file certainly did not change since it was read. */
  readonly isUnchanged: boolean;
}

/** Returns the state on disk of all files that the index knows, by path. Reads no file. */
export function statKnownFiles(store: Store, root: string): Map<string, KnownFile> {
  const known = new Map<string, KnownFile>();
  const lookUp = (path: string, stamp: FileStamp, isDocument: boolean) => {
    const info = lstatOrUndefined(`${root}/${path}`);
    const isSame = info !== undefined && isUnchanged(stamp, toTraits(info));
    known.set(path, { isDocument, isUnchanged: isSame });
  };
  for (const stamp of listSkipped(store)) lookUp(stamp.path, stamp, false);
  for (const stamp of listDocumentStamps(store)) lookUp(stamp.path, stamp, true);
  return known;
}

/**
 * Compares the listed files with those that the index knows. Reads no file.
 *
 * @param known Files as {@link statKnownFiles} returns them. Listed files are removed from it.
 * @returns The plan, and the listed files that are missing.
 */
export function compareListing(
  root: string,
  { paths, notes }: FileListing,
  known: Map<string, KnownFile>,
): RefreshPlan & { readonly missing: readonly string[] } {
  const files: PlannedFile[] = [];
  const missing: string[] = [];
  for (const path of paths) {
    const file = known.get(path);
    if (file?.isUnchanged) {
      known.delete(path);
      continue;
    }
    const info = lstatOrUndefined(`${root}/${path}`);
    // A file that disappeared after it was listed is treated as one that was never listed.
    if (info === undefined) {
      missing.push(path);
      continue;
    }
    known.delete(path);
    files.push({ path, known: file?.isDocument ?? false, ...toTraits(info) });
  }
  return { files, removed: [...known.keys()], notes, missing };
}

/**
 * Compares only `paths` with the index. Returns undefined when they are not sufficient: git may
 * ignore a new file, and a folder represents all of its files.
 */
export function planChanges(
  store: Store,
  { root, paths, visibility }: {
    readonly root: string;
    readonly paths: readonly string[];
    readonly visibility: Visibility;
  },
): Pick<RefreshPlan, "files" | "removed"> | undefined {
  const files: PlannedFile[] = [];
  const removed: string[] = [];
  for (const path of paths.toSorted()) {
    const document = findDocumentByPath(store, path);
    const stamp = document ?? findSkipped(store, path);
    const info = lstatOrUndefined(`${root}/${path}`);
    if (stamp === undefined) {
      const isMissing = info === undefined && !hasDocumentBelow(store, path);
      const isExcluded = info?.isFile && !visibility.isVisible(path);
      if (!isMissing && !isExcluded) return undefined;
    } else if (info === undefined) removed.push(path);
    else if (info.isDirectory) return undefined;
    else {
      const traits = toTraits(info);
      if (isUnchanged(stamp, traits)) continue;
      files.push({ path, known: document !== undefined, ...traits });
    }
  }
  return { files, removed };
}

/**
 * Inode numbers may exceed the integers that a number represents exactly. Their low bits
 * distinguish them.
 */
const INODE_MODULUS = 2 ** 32;

/** Returns the facts about a file that the index stores; see {@link FileTraits}. */
function toTraits({ size, mtime, ctime, ino }: Deno.FileInfo): FileTraits {
  const [modified = 0, changed = 0] = [mtime?.getTime(), ctime?.getTime()];
  return { size, modified, changed, inode: (ino ?? 0) % INODE_MODULUS };
}

/** Returns true when a file certainly did not change since the stamp was taken. */
function isUnchanged(stamp: FileStamp, traits: FileTraits): boolean {
  return !stamp.racy && stamp.size === traits.size && stamp.modified === traits.modified &&
    stamp.changed === traits.changed && stamp.inode === traits.inode;
}
