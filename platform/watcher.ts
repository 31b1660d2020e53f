import { type FSWatcher, lstatSync, watch } from "node:fs";
import { join } from "node:path";
import { withSystemErrors } from "./errors.ts";

interface WatchOptions {
  readonly recursive?: boolean;
  /** Folder below which changes are not reported. */
  readonly ignore?: string;
}

/**
 * All watchers of this thread. A change that one watcher reports also reaches the watchers of the
 * folders above it, as the system keeps one list of watched folders.
 */
const WATCHERS = new Set<Watcher>();

function report(folder: string, change: string, name: string | null): void {
  const path = name === null ? folder : join(folder, name);
  const kind = change === "change" ? "modify" : exists(path) ? "create" : "remove";
  for (const watcher of WATCHERS) watcher.report({ kind, paths: [path] });
}

function exists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/**
 * Watcher that reports changes directly in some folders, and changes below them that other watchers
 * report.
 */
class Watcher implements Deno.FsWatcher {
  readonly #folders: readonly string[];
  readonly #watches: FSWatcher[] = [];
  readonly #ignored: string | undefined;
  readonly #events: Deno.FsEvent[] = [];
  #isClosed = false;
  #failure: unknown;
  #wake = () => {};

  constructor(folders: readonly string[], ignored: string | undefined) {
    this.#folders = folders;
    this.#ignored = ignored;
    try {
      for (const folder of folders) this.#watches.push(this.#watch(folder));
    } catch (error) {
      this.close();
      throw error;
    }
    WATCHERS.add(this);
  }

  report(event: Deno.FsEvent): void {
    const isIn = (path: string, folder: string) =>
      path === folder || path.startsWith(folder.endsWith("/") ? folder : `${folder}/`);
    const [path = ""] = event.paths;
    if (this.#ignored !== undefined && isIn(path, this.#ignored)) return;
    if (!this.#folders.some((folder) => isIn(path, folder))) return;
    this.#events.push(event);
    this.#wake();
  }

  close(): void {
    this.#isClosed = true;
    WATCHERS.delete(this);
    for (const one of this.#watches) one.close();
    this.#wake();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Deno.FsEvent> {
    for (;;) {
      const event = this.#events.shift();
      if (event !== undefined) yield event;
      else if (this.#failure !== undefined) throw this.#failure;
      else if (this.#isClosed) return;
      else await new Promise<void>((resolve) => this.#wake = resolve);
    }
  }

  #watch(folder: string): FSWatcher {
    const one = withSystemErrors(() =>
      watch(folder, (change, name) => report(folder, change, name as string | null))
    );
    one.on("error", (error) => {
      this.#failure = error;
      this.#wake();
    });
    return one;
  }
}

/** Watches folders, without those below them. */
export function watchFs(
  paths: string | readonly string[],
  { ignore }: WatchOptions = {},
): Watcher {
  return new Watcher([paths].flat(), ignore);
}
