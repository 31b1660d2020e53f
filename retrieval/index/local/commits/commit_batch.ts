import { commitAgeFactor, commitSizeFactor } from "@dossier/core/rank";
import { COMMIT_EPOCH_S } from "../store/commits.ts";
import { type Commit, createSubjectAnalyzer } from "../../../commits/mod.ts";

/**
 * Files from which on a commit's subject says nothing of any of them. Measured with limits from 3 to
 * 60: it hardly matters, and those above are renamings, reformattings and releases.
 */
const MAX_SUBJECT_FILES = 12;

/** Latest time that is written, in seconds since 1970: it has to fit 32 bits. */
const MAX_TIME_S = 2 ** 32 - 1;

/** No terms: the subject says nothing of the files. */
const NO_TERMS: ReadonlySet<string> = new Set();

/** A commit that changed files of the tree. */
export interface BatchCommit {
  readonly id: string;
  /** When it was made, in seconds since 1970. */
  readonly time: number;
  /** What it is worth to each of its files, as seen from the epoch of the store. */
  readonly weight: number;
  /** Its files, by their places in the batch; none where it has more than {@link MAX_SUBJECT_FILES}. */
  readonly files: readonly number[];
  /** Those of its subject, which may have none, such as "x"; none where it has no files either. */
  readonly terms: ReadonlySet<string>;
}

/** A file that commits of a batch have touched. */
export interface BatchFile {
  /**
   * Its path after the newest commit, relative to the root; undefined when another file has taken its
   * place since.
   */
  readonly path: string | undefined;
  /** Its path before the oldest commit, relative to the root, by which it is known already if it is. */
  pathBefore: string | undefined;
  changes: number;
  /** When the newest of them was made, in seconds since 1970. */
  changed: number;
}

/**
 * What some successive commits say of files, gathered from the newest commit to the oldest, so that
 * reading can stop anywhere and the newest is what it has.
 *
 * A file is followed back through its renamings: what an older commit did to `a` belongs to the file
 * that is `b` today when a newer one has moved `a` to `b`, and not to one put at `a` later. A file that
 * was removed and is there again is taken for the same.
 */
export class CommitBatch {
  readonly #analyze = createSubjectAnalyzer();
  /** Which file is at a path before the commits gathered so far. */
  readonly #filesAt = new Map<string, number>();
  /** Paths that files have after the newest commit. */
  readonly #laterPaths = new Set<string>();
  readonly #files: BatchFile[] = [];
  readonly #folder: string;
  /** How many commits were taken. */
  seenCount = 0;
  /** When the newest of those was made, in seconds since 1970; 0 without commits. */
  newest = 0;
  /** Those that have changed files of the tree, newest first. */
  readonly commits: BatchCommit[] = [];

  /**
   * @param folder The folder of the repository that is the root of the tree, with a slash at the end;
   * empty for the top.
   */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Whether a file of the tree was moved into it: what it was before is not known to the index. */
  get hasFilesFromOutside(): boolean {
    return this.#filesAt.keys().some((path) => !path.startsWith(this.#folder));
  }

  /** Takes the next older commit. */
  add({ id, time, subject, changes }: Commit): void {
    this.seenCount++;
    // A file is in a commit once; of two that change places, both are found before either is moved.
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

  /** Returns the files touched, in the order of their numbers in {@link commits}. */
  files(): readonly BatchFile[] {
    for (const file of this.#files) file.pathBefore = undefined;
    for (const [path, file] of this.#filesAt) {
      if (path.startsWith(this.#folder)) {
        this.#files[file]!.pathBefore = path.slice(this.#folder.length);
      }
    }
    return this.#files;
  }

  /** Returns the file at `path` before the commits gathered so far; undefined when not of the tree. */
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
