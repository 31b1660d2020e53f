import { RetrievalError } from "./errors.ts";
import { lstatOrUndefined, makeOwnFile } from "./file_info.ts";

/** How long to wait between two tries, in milliseconds. */
const RETRY_MS = 20;

/**
 * Opens the lock file at `path`, made when it is missing. A link is not followed, nor anything made through it.
 *
 * @throws {RetrievalError} `index-unwritable` when something else stands there.
 */
export function openLockFile(path: string): Deno.FsFile {
  if (lstatOrUndefined(path) === undefined) makeOwnFile(path);
  // A pipe would be waited for.
  if (lstatOrUndefined(path)?.isFile === false) throw noFile(path);
  const file = Deno.openSync(path, { write: true });
  const { dev, ino } = file.statSync();
  const now = lstatOrUndefined(path);
  if (now?.dev === dev && now.ino === ino) return file;
  file.close();
  throw noFile(path);
}

function noFile(path: string): RetrievalError {
  return new RetrievalError(
    "index-unwritable",
    `Cannot lock the index by "${path}" as it is no regular file: remove it and run this again`,
  );
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
