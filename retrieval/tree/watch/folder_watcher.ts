/**
 * Reports what changes in many folders.
 *
 * Deno 2.9 has one list of watched paths a thread, and compares each report with each path of each
 * watcher, opening both: with 3,000 folders one report takes up to 30 ms of processor, and as much again
 * for each other tree. So one watcher has the folders, and ignores whatever is reported; another has only
 * the folders that all of them lie in, and is told all that is reported below these.
 */
export class FolderWatcher implements Disposable {
  readonly #folders: Deno.FsWatcher;
  readonly #reports: Deno.FsWatcher;
  /** Settled once it is closed and all it held is let go. */
  readonly #ended: Promise<void>;
  #isClosed = false;

  /**
   * @param folders Absolute paths of the folders.
   * @param options.tops Absolute paths of folders that each of those is, or lies in.
   * @param options.onFailure Called when nothing is reported any more.
   * @throws {Error} When one of them is not there, or the system watches no more of them.
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
   * Stops watching, and waits until nothing is watched any more: a folder that replaces another is watched
   * only when the one before has been let go.
   */
  async end(): Promise<void> {
    this[Symbol.dispose]();
    await this.#ended;
  }

  /** Stops watching; nothing is reported any more. */
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
