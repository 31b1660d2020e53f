import { dirname } from "./paths.ts";

/**
 * Mode of a file that only its owner may read and write. SQLite copies it to the files beside a
 * database.
 */
const OWNER_ONLY = 0o600;

/**
 * Returns information about the file at a path without following links; undefined when there is
 * none, or it may not be read.
 */
export function lstatOrUndefined(path: string): Deno.FileInfo | undefined {
  try {
    return Deno.lstatSync(path);
  } catch {
    return undefined;
  }
}

/**
 * Returns the real path of the file at a path; undefined when there is none, or it may not be read.
 */
export function realPathOrUndefined(path: string): string | undefined {
  try {
    return Deno.realPathSync(path);
  } catch {
    return undefined;
  }
}

/**
 * Returns a text that differs when another file or folder replaces the one at a path; undefined
 * when there is none.
 */
export function fileIdentity(path: string): string | undefined {
  try {
    const { dev, ino } = Deno.statSync(path);
    return `${dev}.${ino}`;
  } catch {
    return undefined;
  }
}

/**
 * Returns a text that differs when a file of ours is replaced or moved; undefined when it is
 * missing, or has become a link or has hard links, through which nothing may be written.
 */
export function privateFileIdentity(path: string): string | undefined {
  try {
    const { dev, ino, isFile, nlink } = Deno.lstatSync(path);
    if (!isFile || (nlink ?? 1) > 1) return undefined;
    return `${dev}.${ino} ${Deno.realPathSync(dirname(path))}`;
  } catch {
    return undefined;
  }
}

/**
 * Returns the entries of a folder, sorted by name; empty when it cannot be read. A later write
 * reports the error.
 */
export function listEntries(folder: string): readonly Deno.DirEntry[] {
  try {
    return [...Deno.readDirSync(folder)].sort((a, b) => a.name < b.name ? -1 : 1);
  } catch {
    return [];
  }
}

/** Returns the names in a folder, sorted; empty when it cannot be read. */
export function listNames(folder: string): readonly string[] {
  return listEntries(folder).map(({ name }) => name);
}

/**
 * Creates an empty file that only its owner can read. Errors about an existing file are reported
 * when it is opened.
 */
export function createPrivateFile(path: string): void {
  try {
    Deno.openSync(path, { write: true, createNew: true, mode: OWNER_ONLY }).close();
  } catch (error) {
    const { AlreadyExists, NotFound, NotADirectory } = Deno.errors;
    if (![AlreadyExists, NotFound, NotADirectory].some((kind) => error instanceof kind)) {
      throw error;
    }
  }
}

/**
 * Opens a regular file without hard links for writing, and creates it when it is missing; returns
 * undefined when something else is at the path. No link is followed, and nothing else is changed.
 */
export function openPrivateFile(
  path: string,
  options: Pick<Deno.OpenOptions, "append"> = {},
): Deno.FsFile | undefined {
  if (lstatOrUndefined(path) === undefined) createPrivateFile(path);
  // Opening a pipe would wait.
  if (lstatOrUndefined(path)?.isFile === false) return undefined;
  const file = Deno.openSync(path, { write: true, ...options });
  const { dev, ino, nlink } = file.statSync();
  const now = lstatOrUndefined(path);
  if (now?.dev === dev && now.ino === ino && (nlink ?? 1) === 1) return file;
  file.close();
  return undefined;
}

/** Fills bytes from the position of an open file, and returns the number of bytes read. */
export function fillBytes(file: Deno.FsFile, bytes: Uint8Array): number {
  let length = 0;
  while (length < bytes.length) {
    const read = file.readSync(bytes.subarray(length));
    if (read === null) break;
    length += read;
  }
  return length;
}

/**
 * Time after a change of a file during which another change may leave its times unchanged, in
 * milliseconds: file systems have a resolution of up to two seconds.
 */
export const RACY_MS = 2000;
