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
 * Returns the right to write the index of a state folder, or undefined when another process held it
 * all the time.
 *
 * One indexer works at a time: two would read and analyze the same files. The operating system gives
 * the lock back when its holder dies, however it dies. Readers need none.
 *
 * @param path Path of the lock file, made when it is missing.
 */
export async function acquireIndexLock(
  path: string,
  { waitMs, signal }: IndexLockOptions,
): Promise<IndexLock | undefined> {
  const file = Deno.openSync(path, { create: true, write: true });
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
