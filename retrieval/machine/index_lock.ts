import { RetrievalError } from "./errors.ts";
import { openOwnFile } from "./file_info.ts";
import { isMissing } from "./plain_file.ts";

/** How long to wait between two tries, in milliseconds. */
const RETRY_MS = 20;

/**
 * Opens the lock file at `path`, made when it is missing. A link is not followed, nor anything made through it.
 *
 * @throws {RetrievalError} `index-unwritable` when something else stands there.
 */
export function openLockFile(path: string): Deno.FsFile {
  try {
    const file = openOwnFile(path);
    if (file !== undefined) return file;
  } catch (cause) {
    if (!isMissing(cause)) throw cause;
    throw refuse(path, "its folder has been moved away: run this again", cause);
  }
  throw refuse(path, "it is no regular file: remove it and run this again");
}

function refuse(path: string, reason: string, cause?: unknown): RetrievalError {
  const message = `Cannot lock the index by "${path}" as ${reason}`;
  return new RetrievalError("index-unwritable", message, { cause });
}

/**
 * Returns the right to write the index of a state folder, given back by disposing of it; undefined when
 * another process held it all the time.
 *
 * One indexer works at a time: two would read and analyze the same files. The operating system gives
 * the lock back when its holder dies, however it dies. Readers need none.
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
  const file = openLockFile(path);
  const deadline = performance.now() + waitMs;
  try {
    for (;;) {
      if (await file.tryLock(true)) return { [Symbol.dispose]: () => unlock(file) };
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

function unlock(file: Deno.FsFile): void {
  // Closing alone leaves the lock to a process that was started just now and still shares the file.
  file.unlockSync();
  file.close();
}
