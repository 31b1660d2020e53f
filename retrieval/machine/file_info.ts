import { dirname } from "./paths.ts";

/** Mode of what only its owner may read and write; SQLite gives what it puts beside a database the same. */
const OWNER_ONLY = 0o600;

/** Returns what stands at a path, links not followed; undefined when nothing does, or nobody may know. */
export function lstatOrUndefined(path: string): Deno.FileInfo | undefined {
  try {
    return Deno.lstatSync(path);
  } catch {
    return undefined;
  }
}

/** Returns the real path of what stands at a path; undefined when nothing does, or nobody may know. */
export function realPathOrUndefined(path: string): string | undefined {
  try {
    return Deno.realPathSync(path);
  } catch {
    return undefined;
  }
}

/**
 * Returns what tells the file or folder at a path apart from another that takes its place; undefined when
 * there is none.
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
 * Returns what tells a file of ours at its place apart from another, and from the same one behind a link or under a
 * second name, through which nothing is written; undefined when there is none, or it is no longer ours alone.
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

/** Returns what is in a folder, sorted by name; nothing when it cannot be read, which shows when it is to be written. */
export function listEntries(folder: string): readonly Deno.DirEntry[] {
  try {
    return [...Deno.readDirSync(folder)].sort((a, b) => a.name < b.name ? -1 : 1);
  } catch {
    return [];
  }
}

/** Returns the names in a folder, sorted; none when it cannot be read. */
export function listNames(folder: string): readonly string[] {
  return listEntries(folder).map(({ name }) => name);
}

/** Makes an empty file that only its owner can read. What stands in the way shows when it is opened. */
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
 * Returns a regular file under no other name, open for writing and made when there is none; undefined when
 * something else stands at the path. Nothing is followed or changed by that.
 */
export function openPrivateFile(
  path: string,
  options: Pick<Deno.OpenOptions, "append"> = {},
): Deno.FsFile | undefined {
  if (lstatOrUndefined(path) === undefined) createPrivateFile(path);
  // A pipe would be waited for.
  if (lstatOrUndefined(path)?.isFile === false) return undefined;
  const file = Deno.openSync(path, { write: true, ...options });
  const { dev, ino, nlink } = file.statSync();
  const now = lstatOrUndefined(path);
  if (now?.dev === dev && now.ino === ino && (nlink ?? 1) === 1) return file;
  file.close();
  return undefined;
}

/** Fills bytes from where an open file stands, and returns how many there were. */
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
 * A file that was touched less than this before it was looked at may be changed once more without a sign:
 * the times of file systems are as coarse as two seconds, in milliseconds.
 */
export const RACY_MS = 2000;
