import { commitAgeFactor, commitSizeFactor } from "@dossier/core/rank";
import { COMMIT_EPOCH_S } from "../store/commits.ts";
import { type Commit, createSubjectAnalyzer } from "../../../commits/mod.ts";

/**
 * Maximum number of files of a commit whose subject describes its files. Limits from 3 to 60 hardly
 * differ. Commits above the limit are renames, reformatting and releases.
 */
const MAX_SUBJECT_FILES = 12;

/** Maximum time that is written, in seconds since 1970, as it must fit 32 bits. */
const MAX_TIME_S = 2 ** 32 - 1;

/** Terms of a subject that does not describe its files. */
const NO_TERMS: ReadonlySet<string> = new Set();

/** Commit that changed files of the tree. */
export interface BatchCommit {
  readonly id: string;
  /** Time of the commit, in seconds since 1970. */
  readonly time: number;
  /** Weight of the commit for each of its files, relative to the epoch of the store. */
  readonly weight: number;
  /** Indexes of its files in the batch; empty when it has more than {@link MAX_SUBJECT_FILES}. */
  readonly files: readonly number[];
  /**
   * Terms of its subject; empty for subjects without terms, such as "x", and when `files` is empty.
   */
  readonly terms: ReadonlySet<string>;
}

/** File that commits of a batch changed. */
export interface BatchFile {
  /**
   * Path after the newest commit, relative to the root; undefined when another file has that path
   * now.
   */
  readonly path: string | undefined;
  /** Path before the oldest commit, relative to the root, by which the store may know the file. */
  pathBefore: string | undefined;
  changes: number;
  /** Time of the newest of these changes, in seconds since 1970. */
  changed: number;
}

/**
 * Information about files from consecutive commits, collected from the newest commit to the oldest,
 * so that reading can stop anywhere and still has the newest commits.
 *
 * A file is followed back through renames. When a newer commit moved `a` to `b`, older changes of
 * `a` belong to today's `b`, and not to a file created at `a` later. A file that was removed and
 * added again counts as the same file.
 */
export class CommitBatch {
  readonly #analyze = createSubjectAnalyzer();
  /** Number of the file that had a path before the commits collected so far. */
  readonly #filesAt = new Map<string, number>();
  /** Paths of files after the newest commit. */
  readonly #laterPaths = new Set<string>();
  readonly #files: BatchFile[] = [];
  readonly #folder: string;
  /** Number of commits added. */
  seenCount = 0;
  /** Time of the newest commit, in seconds since 1970; 0 without commits. */
  newest = 0;
  /** Commits that changed files of the tree, newest first. */
  readonly commits: BatchCommit[] = [];

  /**
   * @param folder Folder of the repository that is the root of the tree, with a slash at the end;
   * empty for the top.
   */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** True when a file was moved into the tree, so that the index lacks its earlier commits. */
  get hasFilesFromOutside(): boolean {
    return this.#filesAt.keys().some((path) => !path.startsWith(this.#folder));
  }

  /** Adds the next older commit. */
  add({ id, time, subject, changes }: Commit): void {
    this.seenCount++;
    // A commit contains a file once. When two files are exchanged, both are found before either is
    // moved.
    const touched = new Map<number, string | undefined>();
    for (const { path, from, removed } of changes) {
      const file = removed ? undefined : this.#fileAt(path);
      if (file !== undefined) touched.set(file, from ?? touched.get(file));
    }
    if (touched.size === 0) return;
    const seconds = Math.min(Math.max(0, Math.floor(time)), MAX_TIME_S);
    this.newest = Math.max(this.newest, seconds);
    for (const { path, from } of changes) if (from !== undefined) this.#filesAt.delete(path);
    for (const [file, from] of touched) {
      const entry = this.#files[file]!;
      entry.changes++;
      entry.changed = Math.max(entry.changed, seconds);
      if (from !== undefined) this.#filesAt.set(from, file);
    }
    const isLarge = changes.length > MAX_SUBJECT_FILES;
    this.commits.push({
      id,
      time: seconds,
      weight: commitAgeFactor(COMMIT_EPOCH_S - seconds) * commitSizeFactor(changes.length),
      files: isLarge ? [] : [...touched.keys()],
      terms: isLarge ? NO_TERMS : this.#analyze(subject),
    });
  }

  /** Returns the changed files. Their indexes are those in {@link commits}. */
  files(): readonly BatchFile[] {
    for (const file of this.#files) file.pathBefore = undefined;
    for (const [path, file] of this.#filesAt) {
      if (path.startsWith(this.#folder)) {
        this.#files[file]!.pathBefore = path.slice(this.#folder.length);
      }
    }
    return this.#files;
  }

  /**
   * Returns the number of the file that was at `path` before the commits collected so far;
   * undefined outside of the tree.
   */
  #fileAt(path: string): number | undefined {
    const known = this.#filesAt.get(path);
    if (known !== undefined || !path.startsWith(this.#folder)) return known;
    const file = this.#files.length;
    this.#files.push({
      path: this.#laterPaths.has(path) ? undefined : path.slice(this.#folder.length),
      pathBefore: undefined,
      changes: 0,
      changed: 0,
    });
    this.#laterPaths.add(path);
    this.#filesAt.set(path, file);
    return file;
  }
}
