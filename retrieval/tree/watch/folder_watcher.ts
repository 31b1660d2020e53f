/**
 * Reporter of changes in many folders.
 *
 * Deno 2.9 has one list of watched paths per thread. It compares each report with each path of each
 * watcher, and opens both. With 3,000 folders one report takes up to 30 ms of processor time, and
 * as much again for each further tree. So one watcher has the folders, and ignores all reports.
 * Another watcher has only their top folders, and receives all reports below these.
 */
export class FolderWatcher implements Disposable {
  readonly #folders: Deno.FsWatcher;
  readonly #reports: Deno.FsWatcher;
  /** Settled when the watcher is closed and has released its folders. */
  readonly #ended: Promise<void>;
  #isClosed = false;

  /**
   * @param folders Absolute paths of the folders.
   * @param options.tops Absolute paths of top folders. Each watched folder is one of these folders
   * or below one.
   * @param options.onFailure Called when no more changes are reported.
   * @throws {Error} When a folder is missing, or the system can watch no more folders.
   */
  constructor(folders: readonly string[], { tops, onReport, onFailure }: {
    readonly tops: readonly string[];
    readonly onReport: (event: Deno.FsEvent) => void;
    readonly onFailure: () => void;
  }) {
    this.#folders = Deno.watchFs([...folders], { recursive: false, ignore: "/" });
    try {
      this.#reports = Deno.watchFs([...tops], { recursive: false });
    } catch (error) {
      this.#folders.close();
      throw error;
    }
    this.#ended = this.#collect(onReport).catch(() => {
      if (!this.#isClosed) onFailure();
    });
  }

  /**
   * Stops watching, and waits until all folders are released: a folder that replaces another can be
   * watched only afterwards.
   */
  async end(): Promise<void> {
    this[Symbol.dispose]();
    await this.#ended;
  }

  /** Stops watching. Nothing is reported afterwards. */
  [Symbol.dispose](): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#folders.close();
    this.#reports.close();
  }

  async #collect(onReport: (event: Deno.FsEvent) => void): Promise<void> {
    for await (const event of this.#reports) if (!this.#isClosed) onReport(event);
  }
}
