import type { Exclusions, Note } from "@dossier/core";
import { type FileStamp, listDocumentStamps } from "../store/documents.ts";
import type { Store } from "../store/open_store.ts";
import { listSkipped } from "../store/skipped.ts";
import type { FileListing } from "../scan/file_listing.ts";
import { listFiles } from "../scan/list_files.ts";

/** A file that has to be read to know whether its document is still right. */
export interface PlannedFile {
  /** Path relative to the root, with `/`. */
  readonly path: string;
  /** Whether the index holds a document at this path. */
  readonly known: boolean;
  /** Last change in milliseconds since 1970. */
  readonly modified: number;
}

/** What has to be done so that the index says what the tree says. */
export interface RefreshPlan {
  /** Files to read, in path order. */
  readonly files: readonly PlannedFile[];
  /** Paths of documents and left-out files that are no longer listed. */
  readonly removed: readonly string[];
  /** What the scan has to say. */
  readonly notes: readonly Note[];
}

/**
 * Compares the tree with the index by name, size and time of change; reads no file.
 *
 * @param root Absolute path of the tree.
 * @param exclusions What is left out.
 */
export async function planRefresh(
  store: Store,
  root: string,
  exclusions: Exclusions,
): Promise<RefreshPlan> {
  return compareListing(store, root, await listFiles(root, exclusions));
}

/** Compares the listed files with the index by name, size and time of change; reads no file. */
export function compareListing(store: Store, root: string, listing: FileListing): RefreshPlan {
  const documents = new Map<string, FileStamp>();
  for (const stamp of listDocumentStamps(store)) documents.set(stamp.path, stamp);
  const skipped = new Map<string, FileStamp>();
  for (const stamp of listSkipped(store)) skipped.set(stamp.path, stamp);
  const files: PlannedFile[] = [];
  for (const path of listing.paths) {
    const known = documents.get(path);
    const stamp = known ?? skipped.get(path);
    const info = findFile(`${root}/${path}`);
    // A file that is gone since it was listed is treated as one that was never listed.
    if (info === undefined) continue;
    documents.delete(path);
    skipped.delete(path);
    const modified = info.mtime?.getTime() ?? 0;
    if (stamp !== undefined && isUnchanged(stamp, info.size, modified)) continue;
    files.push({ path, known: known !== undefined, modified });
  }
  return {
    files,
    removed: [...documents.keys(), ...skipped.keys()],
    notes: listing.notes,
  };
}

/** Returns what the disk says of the file itself, not of what it links to; undefined when it is gone. */
export function findFile(path: string): Deno.FileInfo | undefined {
  try {
    return Deno.lstatSync(path);
  } catch {
    return undefined;
  }
}

/** Returns whether a file is surely what it was when the stamp was taken. */
export function isUnchanged(stamp: FileStamp, size: number, modified: number): boolean {
  return !stamp.racy && stamp.size === size && stamp.modified === modified;
}
