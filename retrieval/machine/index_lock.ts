import { RetrievalError } from "./errors.ts";

/** What is locked holds nothing, but is the owner's as all beside it. */
const OWNER_ONLY = 0o600;

/** How long to wait between two tries, in milliseconds. */
const RETRY_MS = 20;

/** Options of {@link acquireIndexLock}. */
export interface IndexLockOptions {
  /** How long to wait for another process, in milliseconds. */
  readonly waitMs: number;
  /** Stops waiting. */
  readonly signal?: AbortSignal | undefined;
}

/** The right to write an index, given back by disposing of it. */
export class IndexLock implements Disposable {
  readonly #file: Deno.FsFile;

  /** Takes over a locked file; use {@link acquireIndexLock}. */
  constructor(file: Deno.FsFile) {
    this.#file = file;
  }

  /** Gives the right back. */
  [Symbol.dispose](): void {
    // Closing alone leaves it to a process that was started just now and still shares the file.
    this.#file.unlockSync();
    this.#file.close();
  }
}

/**
 * Opens the lock file at `path`, made when it is missing. A link is not followed, nor anything made through it.
 *
 * @throws {RetrievalError} `index-unwritable` when something else stands there.
 */
export function openLockFile(path: string): Deno.FsFile {
  makeLockFile(path);
  // A pipe would be waited for.
  if (lstatOrUndefined(path)?.isFile === false) throw noFile(path);
  const file = Deno.openSync(path, { write: true });
  const { dev, ino } = file.statSync();
  const now = lstatOrUndefined(path);
  if (now?.dev === dev && now.ino === ino) return file;
  file.close();
  throw noFile(path);
}

function makeLockFile(path: string): void {
  if (lstatOrUndefined(path) !== undefined) return;
  try {
    Deno.openSync(path, { write: true, createNew: true, mode: OWNER_ONLY }).close();
  } catch (error) {
    // Another process has just made it.
    if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
  }
}

function lstatOrUndefined(path: string): Deno.FileInfo | undefined {
  try {
    return Deno.lstatSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

function noFile(path: string): RetrievalError {
  return new RetrievalError(
    "index-unwritable",
    `Cannot lock the index by "${path}" as it is no regular file: remove it and run this again`,
  );
}

/**
 * Returns the right to write the index of a state folder, or undefined when another process held it
 * all the time.
 *
 * One indexer works at a time: two would read and analyze the same files. The operating system gives
 * the lock back when its holder dies, however it dies. Readers need none.
 *
 * Whoever holds it keeps it by `using _ = lock`, after the question whether there is one: the bundler of Deno 2.9.6
 * drops a `using` whose variable is read only once, right behind it, and the lock would never be given back.
 *
 * @param path Path of the lock file, made when it is missing.
 */
export async function acquireIndexLock(
  path: string,
  { waitMs, signal }: IndexLockOptions,
): Promise<IndexLock | undefined> {
  const file = openLockFile(path);
  const deadline = performance.now() + waitMs;
  try {
    for (;;) {
      if (await file.tryLock(true)) return new IndexLock(file);
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
