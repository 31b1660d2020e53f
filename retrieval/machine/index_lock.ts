import type { DatabaseSync } from "node:sqlite";
import { fileCondition, RetrievalError } from "./errors.ts";
import { lstatOrUndefined, makeOwnFile, realPathOrUndefined } from "./file_info.ts";
import { basename, dirname, join } from "./paths.ts";

/** How long to wait between two tries, in milliseconds. */
const RETRY_MS = 20;

/**
 * Makes the lock file at `path` when it is missing. A link is not followed, nor anything made through it.
 *
 * It is opened by SQLite and by nothing else: to close a file again takes all locks of this process on it.
 *
 * @throws {RetrievalError} `index-unwritable` when something else stands there.
 */
export function makeLockFile(path: string): void {
  if (lstatOrUndefined(path) === undefined) makeOwnFile(path);
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
 * Returns the right to write the index of a state folder, given back by disposing of it; undefined when
 * another process held it all the time.
 *
 * One indexer works at a time: two would read and analyze the same files. The operating system gives
 * the lock back when its holder dies, however it dies. Readers need none.
 *
 * It is SQLite's lock of an empty file that stays empty: all runtimes have it, and it holds between them, where
 * Deno's own lock is one that Node can not take.
 *
 * Whoever holds it keeps it by `using _ = lock`, after the question whether there is one: the bundler of Deno 2.9.6
 * drops a `using` whose variable is read only once, right behind it, and the lock would never be given back.
 *
 * @param path Path of the lock file, made when it is missing.
 * @param options.waitMs How long to wait for another process, in milliseconds; `signal` stops waiting.
 */
export async function acquireIndexLock(
  path: string,
  { waitMs, signal }: { readonly waitMs: number; readonly signal?: AbortSignal | undefined },
): Promise<Disposable | undefined> {
  makeLockFile(path);
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

/** Opens the lock file that was looked at, and no other. */
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
    // A journal on disk would be a second file, and nothing is written that it could undo.
    file.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
    return true;
  } catch (error) {
    if (fileCondition(error) === "busy") return false;
    throw error;
  }
}
