import type { Visibility } from "@dossier/core/exclude";
import { removeStale } from "../../../machine/mod.ts";
import { findGitRoot, listFiles } from "../../../tree/mod.ts";
import type { IndexWatch, WatchOptions } from "../../index_source.ts";
import type { Store } from "../store/open_store.ts";
import { findWatchedFolders, FolderWatcher, isFolder } from "../../../tree/watch/mod.ts";
import { compareListing, planChanges, type RefreshPlan, statKnownFiles } from "../plan_refresh.ts";

/** How long to wait for the system to report a change that was just made, in milliseconds. */
const MARKER_TIMEOUT_MS = 500;

/**
 * Reports since the last plan from which on some may be missing: the system keeps 16,384 for a thread,
 * those included that Deno leaves out, and when there are more, Deno 2.9 says nothing. Measured with 32
 * trees: none of 900 was missing, and of 3,000 a third.
 */
const MAX_REPORTS = 500;

/** All trees that a thread watches: they share what the system keeps of reports. */
const WATCHED_TREES = new Set<WatchedTree>();

/**
 * How long reports alone are believed, in milliseconds: file systems of other machines report nothing
 * of what is done there.
 */
const FULL_COMPARISON_MS = 5000;

/** How often the folders are looked for before they are taken to change faster than that. */
const MAX_ROUNDS = 4;

/** Files whose change may change which files there are, or what of them is indexed. */
const LISTING_FILES = [
  "/.gitignore",
  "/.dossierignore",
  "/.git/index",
  "/.git/config",
  "/.git/info/exclude",
  "/.dossier/config.yaml",
] as const;

/**
 * What git lets go of when another commit is the head, the branch or not: the lists may be written long before that,
 * while a message is typed, or not at all.
 */
const HEAD_REGEXP = /\/\.git\/HEAD(?:\.lock)?$/;

/** Other files of version control and of ours, which change all the time and are no documents. */
const INTERNAL_FILE_REGEXP = /\/\.(?:git|dossier)\//;

/** Options of {@link watchTree}. */
export interface WatchTreeOptions extends WatchOptions {
  /** A clock, in milliseconds from any moment. @default performance.now */
  readonly now?: () => number;
}

/**
 * A tree that is watched, so that what has changed need not be looked for: at 10,000 files listing and
 * comparing takes 150 ms, asking the watcher eight.
 *
 * The system reports changes in the order they were made. Before the reports are believed, a file is
 * written and its report waited for: by then all earlier changes have been reported too. Where that
 * fails, when there may be too many reports, and whenever one leaves a doubt, the whole tree is
 * compared; so it is when that was last done {@link FULL_COMPARISON_MS} ago. All folders are watched
 * that {@link findWatchedFolders} finds, empty ones too.
 */
export class WatchedTree implements IndexWatch {
  readonly #root: string;
  readonly #state: string;
  readonly #markers: string;
  readonly #options: WatchTreeOptions;
  readonly #now: () => number;
  #watcher: FolderWatcher | undefined;
  #folders: ReadonlySet<string> = new Set();
  /** The file whose report is waited for: a new name each time, as its removal is reported as well. */
  #marker = "";
  #onMarker: (() => void) | undefined;
  #changed = new Set<string>();
  #reportCount = 0;
  /** Whether a report left a doubt since the last plan. */
  #mayMissChanges = false;
  /** Whether there may be other commits since the last plan. */
  #isHeadMoved = false;
  /** Whether the last plan was carried out, so that the index is right but for what is reported. */
  #isApplied = false;
  /** Whether a watched folder was reported, so that another may be in its place, unwatched. */
  #isFolderReported = false;
  #comparedAt = -Infinity;
  #notes: RefreshPlan["notes"] = [];

  /** Watches nothing until the first plan; use {@link watchTree}. */
  constructor(root: string, state: string, options: WatchTreeOptions = {}) {
    this.#root = root;
    this.#state = state;
    this.#markers = `${state}/watch`;
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
    Deno.mkdirSync(this.#markers, { recursive: true });
    removeStale(this.#markers, "");
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
      // The folder has gone away or the disk is full.
      return false;
    } finally {
      clearTimeout(timer);
      this.#onMarker = undefined;
    }
  }

  get isBehind(): boolean {
    return this.#changed.size > 0 || this.#mayMissChanges || this.#isHeadMoved;
  }

  /** Returns what has to be done so that the index says what the tree says. */
  async plan(store: Store, visibility: Visibility): Promise<RefreshPlan> {
    const isSettled = await this.waitUntilIdle();
    // By now the system is done with them, and what it has dropped until then may be of any tree.
    if (this.#reportCount >= MAX_REPORTS) assumeAllMissedReports();
    const isKnown = isSettled && this.#isApplied && !this.#mayMissChanges &&
      this.#now() - this.#comparedAt < FULL_COMPARISON_MS;
    // What is watched is the folder itself, whatever is at its path by now: it is to be watched anew.
    if (!isSettled || this.#isFolderReported) await this.#close();
    const paths = [...this.#changed].map((path) => path.slice(this.#root.length + 1));
    this.#reset();
    const changes = isKnown && this.#watcher !== undefined
      ? planChanges(store, { root: this.#root, paths, visibility })
      : undefined;
    if (changes !== undefined) return { ...changes, notes: this.#notes };
    return await this.#planAll(store, visibility);
  }

  /** Says that the last plan was carried out. Without that the next one is of the whole tree again. */
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
    // Watched first and listed then: what changes in between is reported or listed. A folder made
    // before those around it were watched is found only by looking once more.
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

  /** Watches just the folders there are; returns whether others were watched before. */
  async #watch(paths: readonly string[], visibility: Visibility): Promise<boolean> {
    const folders = await findWatchedFolders(this.#root, { visibility, paths, state: this.#state });
    const isSame = this.#watcher !== undefined && folders.size === this.#folders.size &&
      folders.isSubsetOf(this.#folders);
    if (isSame) return false;
    await this.#close();
    this.#folders = folders;
    // The lists of a repository are around the tree, and the index may be elsewhere.
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
      // A folder has gone away, or the system watches no more of them: the next plan tries again.
      return false;
    }
  }

  async #close(): Promise<void> {
    await this.#watcher?.end();
    this[Symbol.dispose]();
  }

  /** Takes it that something of this tree was not reported. */
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
        // With so many reports the whole tree is compared, whatever they say.
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
 * Returns the watched tree at `root`; undefined where changes are reported in no order (other than on
 * Linux), and in a linked work tree, whose lists are elsewhere.
 *
 * @param root Real absolute path of the tree.
 * @param state Absolute path of the folder that holds the index.
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
