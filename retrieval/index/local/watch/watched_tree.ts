import type { Visibility } from "@dossier/core/exclude";
import { removeStaleDrafts } from "../../../machine/mod.ts";
import { findGitRoot, listFiles } from "../../../tree/mod.ts";
import type { IndexWatch, WatchOptions } from "../../index_source.ts";
import type { Store } from "../store/open_store.ts";
import { findWatchedFolders, FolderWatcher, isFolder } from "../../../tree/watch/mod.ts";
import { compareListing, planChanges, type RefreshPlan, statKnownFiles } from "../plan_refresh.ts";

/** Maximum wait for the system to report a change that was just made, in milliseconds. */
const MARKER_TIMEOUT_MS = 500;

/**
 * Number of reports since the last plan from which on some may be missing. The system keeps 16,384
 * reports per thread, including those that Deno filters, and Deno 2.9 does not report an overflow.
 * Measured with 32 trees: of 900 reports none was missing, of 3,000 a third.
 */
const MAX_REPORTS = 500;

/** All watched trees of a thread, which share the system's queue of reports. */
const WATCHED_TREES = new Set<WatchedTree>();

/**
 * Time after which reports alone are not trusted, in milliseconds: network file systems do not
 * report changes made by other machines.
 */
const FULL_COMPARISON_MS = 5000;

/** Maximum number of searches for folders, before they are assumed to change faster than that. */
const MAX_ROUNDS = 4;

/** Files whose change may change the listing, or what is indexed. */
const LISTING_FILES = [
  "/.gitignore",
  "/.dossierignore",
  "/.git/index",
  "/.git/config",
  "/.git/info/exclude",
  "/.dossier/config.yaml",
] as const;

/**
 * Files that git removes or renames when the head moves to another commit, on the branch or not.
 * The index of git may be written long before, while a message is typed, or not at all.
 */
const HEAD_REGEXP = /\/\.git\/HEAD(?:\.lock)?$/;

/**
 * Other files of version control and of dossier, which change all the time and are not documents.
 */
const INTERNAL_FILE_REGEXP = /\/\.(?:git|dossier)\//;

/** Options of {@link watchTree}. */
export interface WatchTreeOptions extends WatchOptions {
  /** Clock, in milliseconds from any time. @default performance.now */
  readonly now?: () => number;
}

/**
 * Watched tree, in which changes need not be searched for: with 10,000 files, listing and comparing
 * takes 150 ms, and requesting the changes from the watcher 8 ms.
 *
 * The system reports changes in the order in which they were made. Before the reports are trusted,
 * a marker file is written and its report awaited: by then all earlier changes have been reported.
 * The whole tree is compared when this fails, when there may be too many reports, when a report is
 * ambiguous, and when the last full comparison was {@link FULL_COMPARISON_MS} ago. All folders that
 * {@link findWatchedFolders} returns are watched, including empty ones.
 */
export class WatchedTree implements IndexWatch {
  readonly #root: string;
  readonly #state: string;
  readonly #markers: string;
  readonly #options: WatchTreeOptions;
  readonly #now: () => number;
  #watcher: FolderWatcher | undefined;
  #folders: ReadonlySet<string> = new Set();
  /**
   * Path of the awaited marker file. Each time it is a new name, as the removal of the file is
   * reported too.
   */
  #marker = "";
  #onMarker: (() => void) | undefined;
  #changed = new Set<string>();
  #reportCount = 0;
  /** True when changes may have been missed since the last plan. */
  #mayMissChanges = false;
  /** True when the head may have moved since the last plan. */
  #isHeadMoved = false;
  /**
   * True when the last plan was carried out, so that the index is right except for the reported
   * changes.
   */
  #isApplied = false;
  /** True when a watched folder was reported, so that an unwatched folder may have replaced it. */
  #isFolderReported = false;
  #comparedAt = -Infinity;
  #notes: RefreshPlan["notes"] = [];

  /** Watches nothing until the first plan. Callers use {@link watchTree}. */
  constructor(root: string, state: string, options: WatchTreeOptions = {}) {
    this.#root = root;
    this.#state = state;
    this.#markers = `${state}/watch`;
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
    Deno.mkdirSync(this.#markers, { recursive: true });
    removeStaleDrafts(this.#markers, "");
  }

  get isWatching(): boolean {
    return this.#watcher !== undefined;
  }

  get changedCount(): number {
    return this.#changed.size;
  }

  async waitUntilIdle(): Promise<boolean> {
    if (this.#watcher === undefined) return false;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const timer = setTimeout(() => resolve(false), MARKER_TIMEOUT_MS);
    this.#marker = `${this.#markers}/${crypto.randomUUID()}`;
    this.#onMarker = () => resolve(true);
    try {
      Deno.writeTextFileSync(this.#marker, "");
      const isReported = await promise;
      Deno.removeSync(this.#marker);
      return isReported;
    } catch {
      // The folder was removed, or the disk is full.
      return false;
    } finally {
      clearTimeout(timer);
      this.#onMarker = undefined;
    }
  }

  get isBehind(): boolean {
    return this.#changed.size > 0 || this.#mayMissChanges || this.#isHeadMoved;
  }

  /** Returns the plan that brings the index up to date with the tree. */
  async plan(store: Store, visibility: Visibility): Promise<RefreshPlan> {
    const isSettled = await this.waitUntilIdle();
    // By now the system has delivered all reports. Those that it dropped may be of any tree.
    if (this.#reportCount >= MAX_REPORTS) assumeAllMissedReports();
    const isKnown = isSettled && this.#isApplied && !this.#mayMissChanges &&
      this.#now() - this.#comparedAt < FULL_COMPARISON_MS;
    // A watcher follows the folder itself. If another folder is at its path now, that has to be
    // watched.
    if (!isSettled || this.#isFolderReported) await this.#close();
    const paths = [...this.#changed].map((path) => path.slice(this.#root.length + 1));
    this.#reset();
    const changes = isKnown && this.#watcher !== undefined
      ? planChanges(store, { root: this.#root, paths, visibility })
      : undefined;
    if (changes !== undefined) return { ...changes, notes: this.#notes };
    return await this.#planAll(store, visibility);
  }

  /** Marks the last plan as carried out. Otherwise the next plan compares the whole tree again. */
  markApplied(): void {
    this.#isApplied = true;
  }

  [Symbol.dispose](): void {
    WATCHED_TREES.delete(this);
    this.#watcher?.[Symbol.dispose]();
    this.#watcher = undefined;
  }

  async #planAll(store: Store, visibility: Visibility): Promise<RefreshPlan> {
    this.#comparedAt = this.#now();
    // Folders are watched before the tree is listed, so that changes in between are reported or
    // listed. A folder created before its parents were watched is found by another search.
    const list = () => listFiles(this.#root, visibility, { maxFiles: this.#options.maxFiles });
    let listing = await list();
    for (let round = 1; await this.#watch(listing.paths, visibility); round++) {
      if (round === MAX_ROUNDS) {
        this.#mayMissChanges = true;
        break;
      }
      listing = await list();
    }
    this.#notes = listing.notes;
    return compareListing(this.#root, listing, statKnownFiles(store, this.#root));
  }

  /** Watches exactly the existing folders. Returns true when other folders were watched before. */
  async #watch(paths: readonly string[], visibility: Visibility): Promise<boolean> {
    const folders = await findWatchedFolders(this.#root, { visibility, paths, state: this.#state });
    const isSame = this.#watcher !== undefined && folders.size === this.#folders.size &&
      folders.isSubsetOf(this.#folders);
    if (isSame) return false;
    await this.#close();
    this.#folders = folders;
    // The files of a repository may be above the tree, and the index may be outside of it.
    const top = findGitRoot(this.#root) ?? this.#root;
    try {
      this.#watcher = new FolderWatcher([...folders, this.#markers], {
        tops: this.#markers.startsWith(`${top}/`) ? [top] : [top, this.#markers],
        onReport: (event) => this.#handleEvent(event),
        onFailure: () => {
          this[Symbol.dispose]();
          this.#options.onReport?.();
        },
      });
      WATCHED_TREES.add(this);
      return true;
    } catch {
      // A folder was removed, or the system can watch no more folders. The next plan tries again.
      return false;
    }
  }

  async #close(): Promise<void> {
    await this.#watcher?.end();
    this[Symbol.dispose]();
  }

  /** Assumes that a change of this tree was not reported. */
  assumeMissedReports(): void {
    if (this.#mayMissChanges && this.#isFolderReported) return;
    this.#mayMissChanges = this.#isFolderReported = true;
    this.#options.onReport?.();
  }

  #handleEvent({ kind, paths, flag }: Deno.FsEvent): void {
    const hadMost = this.#reportCount >= MAX_REPORTS;
    this.#reportCount += flag === "rescan" ? MAX_REPORTS : 1;
    const hasMost = this.#reportCount >= MAX_REPORTS;
    if (hasMost && !hadMost) assumeAllMissedReports();
    let isRelevant = false;
    for (const path of paths) {
      const isChange = kind !== "access";
      if (isChange && this.#folders.has(path)) this.#isFolderReported = true;
      if (path === this.#marker) this.#onMarker?.();
      else if (LISTING_FILES.some((file) => path.endsWith(file))) {
        isRelevant = this.#mayMissChanges = true;
      } else if (HEAD_REGEXP.test(path)) {
        if (kind === "remove" || kind === "rename") isRelevant = this.#isHeadMoved = true;
      } else if (isChange && this.#isDocumentPath(path)) {
        isRelevant = true;
        // With so many reports the whole tree is compared anyway.
        if (!hasMost) this.#changed.add(path);
      }
    }
    if (isRelevant) this.#options.onReport?.();
  }

  #isDocumentPath(path: string): boolean {
    return path === this.#root ||
      path.startsWith(`${this.#root}/`) && !path.startsWith(`${this.#markers}/`) &&
        !INTERNAL_FILE_REGEXP.test(path);
  }

  #reset(): void {
    this.#changed = new Set();
    this.#reportCount = 0;
    this.#mayMissChanges = false;
    this.#isHeadMoved = false;
    this.#isFolderReported = false;
    this.#isApplied = false;
  }
}

function assumeAllMissedReports(): void {
  for (const tree of WATCHED_TREES) tree.assumeMissedReports();
}

/**
 * Returns the watched tree at `root`. Returns undefined on systems other than Linux, where reports
 * have no order, and in a linked work tree, whose git files are elsewhere.
 *
 * @param root Real absolute path of the tree.
 * @param state Absolute path of the folder that contains the index.
 */
export function watchTree(
  root: string,
  state: string,
  options: WatchTreeOptions = {},
): WatchedTree | undefined {
  const gitRoot = findGitRoot(root);
  const isLinked = gitRoot !== undefined && !isFolder(`${gitRoot}/.git`);
  if (Deno.build.os !== "linux" || isLinked) return undefined;
  return new WatchedTree(root, Deno.realPathSync(state), options);
}
