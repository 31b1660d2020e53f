import { retryUpload } from "./retry.ts";

/** A file that waits to be sent. */
export interface QueuedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly urgent: boolean;
}

/** The files that wait, urgent ones first. */
export class UploadQueue {
  readonly #files: QueuedFile[] = [];

  get length(): number {
    return this.#files.length;
  }

  add(file: QueuedFile): void {
    const place = file.urgent ? this.#files.findIndex(({ urgent }) => !urgent) : -1;
    this.#files.splice(place < 0 ? this.#files.length : place, 0, file);
  }

  next(): QueuedFile | undefined {
    return this.#files.shift();
  }
}

/** Sends all files of a queue. Returns the names of those that were given up. */
export async function drainQueue(
  queue: UploadQueue,
  send: (file: QueuedFile) => Promise<void>,
): Promise<string[]> {
  const givenUp: string[] = [];
  for (let file = queue.next(); file !== undefined; file = queue.next()) {
    const current = file;
    await retryUpload(() => send(current)).catch(() => givenUp.push(current.name));
  }
  return givenUp;
}
