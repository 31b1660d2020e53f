import type { Exclusions } from "@dossier/core/exclude";
import { findGitRoot } from "../scan/find_root.ts";
import { listFiles } from "../scan/list_files.ts";
import type { Store } from "../store/open_store.ts";
import { planChanges } from "./plan_changes.ts";
import { compareListing, type RefreshPlan } from "./plan_refresh.ts";

/** How long to wait for the system to report a change that was just made, in milliseconds. */
const SETTLE_MS = 200;

/**
 * Reports that Deno 2.9 keeps for a program that is busy; it drops further ones without a word
 * (measured: 500 files written in one go gave 110 reports). With as many since the last plan, some may
 * be missing.
 */
const REPORT_QUEUE = 16;

/** Files whose change may change which files there are. */
const LISTING_FILE_REGEXP = /\/(?:\.gitignore|\.dossierignore|\.git\/index|\.git\/info\/exclude)$/;

/** Other files of version control, which change all the time and are no documents. */
const GIT_FILE_REGEXP = /\/\.git\//;

/**
 * A tree that is watched, so that what has changed need not be looked for: at 10,000 files listing and
 * comparing takes 70 ms, asking the watcher one.
 *
 * The system reports changes in the order they were made. Before the reports are believed, a file is
 * written and its report waited for: by then all earlier changes have been reported too. Where that
 * fails, when there may be too many reports, and whenever one leaves a doubt, the whole tree is
 * compared. Only folders with listed files are watched: not what git ignores, and not the index, whose
 * writes would drown all else.
 */
export class WatchedTree implements Disposable {
  readonly #root: string;
  /** Folder of the files whose reports are waited for. */
  readonly #markers: string;
  #watcher: Deno.FsWatcher | undefined;
  #folders: ReadonlySet<string> = new Set();
  /** The file whose report is waited for: a new name each time, as its removal is reported as well. */
  #marker = "";
  #onMarker: (() => void) | undefined;
  /** Absolute paths reported since the last plan. */
  #changed = new Set<string>();
  #reportCount = 0;
  /** Whether a report left a doubt since the last plan. */
  #isUnknown = false;
  /** Whether the last plan was carried out, so that the index is right but for what is reported. */
  #isCarriedOut = false;
  /** What the last comparison of the whole tree had to say. */
  #notes: RefreshPlan["notes"] = [];

  /** Watches nothing until the first plan; use {@link watchTree}. */
  constructor(root: string, markers: string) {
    this.#root = root;
    this.#markers = markers;
  }

  /** Returns what has to be done so that the index says what the tree says. */
  async plan(store: Store, exclusions: Exclusions): Promise<RefreshPlan> {
    const isSettled = await this.#settle();
    const isKnown = isSettled && this.#isCarriedOut && !this.#isUnknown &&
      this.#reportCount < REPORT_QUEUE;
    const paths = [...this.#changed].map((path) => path.slice(this.#root.length + 1));
    this.#forget();
    const changes = isKnown
      ? planChanges(store, { root: this.#root, paths, exclusions })
      : undefined;
    if (changes !== undefined) return { ...changes, notes: this.#notes };
    return await this.#planAll(store, exclusions);
  }

  /** Says that the last plan was carried out. Without that the next one is of the whole tree again. */
  confirm(): void {
    this.#isCarriedOut = true;
  }

  /** Stops watching. */
  [Symbol.dispose](): void {
    this.#watcher?.close();
    this.#watcher = undefined;
  }

  async #planAll(store: Store, exclusions: Exclusions): Promise<RefreshPlan> {
    let listing = await listFiles(this.#root, exclusions);
    // Watched first and listed then: what changes in between is reported or listed.
    if (this.#watch(foldersOf(this.#root, listing.paths))) {
      listing = await listFiles(this.#root, exclusions);
    }
    this.#notes = listing.notes;
    return compareListing(store, this.#root, listing);
  }

  /** Watches just `folders`; returns whether others were watched before. */
  #watch(folders: ReadonlySet<string>): boolean {
    const isSame = this.#watcher !== undefined && folders.size === this.#folders.size &&
      folders.isSubsetOf(this.#folders);
    if (isSame) return false;
    this.#watcher?.close();
    this.#folders = folders;
    try {
      this.#watcher = Deno.watchFs([...folders, this.#markers], { recursive: false });
      this.#collect(this.#watcher);
    } catch {
      // A folder has gone away, or the system watches no more of them.
      this.#watcher = undefined;
    }
    return true;
  }

  async #collect(watcher: Deno.FsWatcher): Promise<void> {
    try {
      for await (const event of watcher) if (watcher === this.#watcher) this.#note(event);
    } catch {
      // The watcher has failed: nothing it says can be believed from here on.
      if (watcher === this.#watcher) this.#watcher = undefined;
    }
  }

  #note({ kind, paths, flag }: Deno.FsEvent): void {
    this.#reportCount++;
    if (flag === "rescan") this.#isUnknown = true;
    for (const path of paths) {
      if (path === this.#marker) this.#onMarker?.();
      else if (LISTING_FILE_REGEXP.test(path)) this.#isUnknown = true;
      else if (kind !== "access" && this.#isDocumentPath(path)) this.#changed.add(path);
    }
  }

  #isDocumentPath(path: string): boolean {
    return path.startsWith(`${this.#root}/`) && !path.startsWith(`${this.#markers}/`) &&
      !GIT_FILE_REGEXP.test(path);
  }

  #forget(): void {
    this.#changed = new Set();
    this.#reportCount = 0;
    this.#isUnknown = false;
    this.#isCarriedOut = false;
  }

  /** Waits until all changes made before the call are reported; returns whether they are. */
  async #settle(): Promise<boolean> {
    if (this.#watcher === undefined) return false;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const timer = setTimeout(() => resolve(false), SETTLE_MS);
    this.#marker = `${this.#markers}/${crypto.randomUUID()}`;
    this.#onMarker = () => resolve(true);
    try {
      Deno.writeTextFileSync(this.#marker, "");
      const isReported = await promise;
      Deno.removeSync(this.#marker);
      return isReported;
    } catch {
      // The folder has gone away or the disk is full.
      return false;
    } finally {
      clearTimeout(timer);
      this.#onMarker = undefined;
    }
  }
}

/** Returns the folders of the files, of git's own lists, and those between them and the root. */
function foldersOf(root: string, paths: readonly string[]): ReadonlySet<string> {
  const folders = new Set([root]);
  for (const path of paths) {
    for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) {
      const folder = `${root}/${path.slice(0, end)}`;
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  }
  const gitRoot = findGitRoot(root);
  if (gitRoot === undefined) return folders;
  for (let folder = root; folder.length >= gitRoot.length;) {
    folders.add(folder);
    folder = folder.slice(0, folder.lastIndexOf("/"));
  }
  for (const folder of [`${gitRoot}/.git`, `${gitRoot}/.git/info`]) {
    if (isFolder(folder)) folders.add(folder);
  }
  return folders;
}

/**
 * Returns the watched tree at `root`; undefined where changes are reported in no order (other than on
 * Linux), and in a linked work tree, whose lists are elsewhere.
 *
 * @param root Real absolute path of the tree.
 * @param state Absolute path of the folder that holds the index.
 */
export function watchTree(root: string, state: string): WatchedTree | undefined {
  const gitRoot = findGitRoot(root);
  const isLinked = gitRoot !== undefined && !isFolder(`${gitRoot}/.git`);
  if (Deno.build.os !== "linux" || isLinked) return undefined;
  const markers = `${Deno.realPathSync(state)}/watch`;
  Deno.mkdirSync(markers, { recursive: true });
  return new WatchedTree(root, markers);
}

function isFolder(path: string): boolean {
  try {
    return Deno.lstatSync(path).isDirectory;
  } catch {
    return false;
  }
}
