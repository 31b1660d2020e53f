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

/** What an index is made of, and what keeps others from writing it. */
export interface LocalSource extends IndexSource {
  /** Path of the lock file of the index, beside which lies that of its vectors. */
  readonly lockPath: string;
}

/** A file that has to be read to know whether its document is still right. */
export interface PlannedFile extends FileTraits {
  readonly path: string;
  /** Whether the index holds a document at this path. */
  readonly known: boolean;
}

/** The changes that bring the index up to date with the tree. */
export interface RefreshPlan {
  /** Files to read, in path order. */
  readonly files: readonly PlannedFile[];
  /** Paths of documents and left-out files that are no longer listed. */
  readonly removed: readonly string[];
  readonly notes: readonly Note[];
  /** What may be kept of git's answer once the plan is carried out. */
  readonly gitSnapshot?: GitSnapshot | undefined;
}

/**
 * Compares the tree with the index by name and by what the disk says of each file that git does not vouch for; reads no
 * file.
 *
 * @throws {RetrievalError} `root-refused` when there are more than `maxFiles` where git does not list them.
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
  // Git lists the files in a process of its own, and meanwhile most of them are looked at here. Where it vouches for
  // files, it has looked at them before: what was changed in between is seen here.
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

/** Compares only those files with the index that may be other than they were when it was last in line with the tree. */
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

/** A file that the index knows of, as the disk has it now. */
interface KnownFile {
  /** Whether the index holds a document of it; it was left out otherwise. */
  readonly isDocument: boolean;
  /** Whether it is surely what it was when it was read. */
  readonly isUnchanged: boolean;
}

/** Returns what the disk says of all files that the index knows of, by their paths; reads no file. */
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
 * Compares the listed files with those that the index knows of; reads no file.
 *
 * @param known As {@link statKnownFiles} gives them; what is not listed is left in it.
 * @returns The plan, and which listed files are not there.
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
    // A file that is gone since it was listed is treated as one that was never listed.
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
 * Compares only `paths` with the index; undefined when they do not tell all: a new file may be one
 * that git ignores, and a folder stands for what is in it.
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

/** Numbers of files may be larger than what a number holds exactly; their last bits tell them apart. */
const INODE_MODULUS = 2 ** 32;

/** Returns what the index keeps of what the disk says of a file; see {@link FileTraits}. */
function toTraits({ size, mtime, ctime, ino }: Deno.FileInfo): FileTraits {
  const [modified = 0, changed = 0] = [mtime?.getTime(), ctime?.getTime()];
  return { size, modified, changed, inode: (ino ?? 0) % INODE_MODULUS };
}

/** Returns whether a file is surely what it was when the stamp was taken. */
function isUnchanged(stamp: FileStamp, traits: FileTraits): boolean {
  return !stamp.racy && stamp.size === traits.size && stamp.modified === traits.modified &&
    stamp.changed === traits.changed && stamp.inode === traits.inode;
}
