import type { DatabaseSync } from "node:sqlite";
import { fileCondition, RetrievalError } from "./errors.ts";
import { createPrivateFile, lstatOrUndefined, realPathOrUndefined } from "./file_info.ts";
import { basename, dirname, join } from "./paths.ts";

/** Interval between attempts, in milliseconds. */
const RETRY_MS = 20;

/**
 * Creates the lock file at `path` when it is missing. No link is followed.
 *
 * Only SQLite opens the file: closing it in another way would release all locks of this process on
 * it.
 *
 * @throws {RetrievalError} `index-unwritable` when something else is at the path.
 */
export function createLockFile(path: string): void {
  if (lstatOrUndefined(path) === undefined) createPrivateFile(path);
  const { isFile, nlink } = lstatOrUndefined(path) ?? {};
  if (isFile === undefined) {
    throw refuse(path, "its folder was moved away: run this again");
  }
  if (!isFile || (nlink ?? 1) > 1) {
    throw refuse(path, "it is not a regular file: remove it and run this again");
  }
}

function refuse(path: string, reason: string): RetrievalError {
  const message = `Cannot lock the index by "${path}" as ${reason}`;
  return new RetrievalError("index-unwritable", message);
}

/**
 * Acquires the lock for writing the index of a state folder, and returns it. It is released by
 * disposing of it. Returns undefined when another process held it all the time.
 *
 * Only one indexer works at a time, as two would read and analyze the same files. The operating
 * system releases the lock when its holder ends in any way. Readers need no lock.
 *
 * The lock is SQLite's lock of a file that stays empty. All runtimes support it, and it works
 * between them, while Node cannot take Deno's own locks.
 *
 * The holder keeps it with `using _ = lock`, after checking that it is defined: the bundler of Deno
 * 2.9.6 drops a `using` whose variable is read only once, directly after it, and the lock would
 * never be released.
 *
 * @param path Path of the lock file, created when it is missing.
 * @param options.waitMs Maximum wait for another process, in milliseconds. `signal` stops the wait.
 */
export async function acquireIndexLock(
  path: string,
  { waitMs, signal }: { readonly waitMs: number; readonly signal?: AbortSignal | undefined },
): Promise<Disposable | undefined> {
  createLockFile(path);
  const file = await openLock(path);
  const deadline = performance.now() + waitMs;
  try {
    for (;;) {
      if (tryLock(file)) return { [Symbol.dispose]: () => file.close() };
      if (performance.now() >= deadline || signal?.aborted) break;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  } catch (error) {
    file.close();
    throw error;
  }
  file.close();
  return undefined;
}

/** Opens the lock file that was checked, and no other. */
async function openLock(path: string): Promise<DatabaseSync> {
  const { DatabaseSync } = await import("node:sqlite");
  const file = new DatabaseSync(path);
  const folder = realPathOrUndefined(dirname(path));
  if (folder !== undefined && file.location() === join(folder, basename(path))) return file;
  file.close();
  throw refuse(path, "another file replaced it: run this again");
}

/** Takes the lock; returns false when another connection has it. */
function tryLock(file: DatabaseSync): boolean {
  try {
    // A journal on disk would be a second file, and there are no changes to roll back.
    file.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
    return true;
  } catch (error) {
    if (fileCondition(error) === "busy") return false;
    throw error;
  }
}
