/** When commits changed documents; times are in seconds since 1970. */
export interface CommitTimes {
  /** When the newest commit was made; undefined without commits. */
  readonly newest: number | undefined;
  /** Name of the newest commit; undefined without commits. */
  readonly tip: string | undefined;
  /**
   * Returns when a commit changed a document last; undefined when none did. Where there are older commits
   * than were read, a document without a commit was changed before all that were.
   */
  findLastChange(document: number): number | undefined;
  /**
   * Returns how many commits changed some documents after a time. Those that touched very many files, as renamings,
   * reformattings and releases do, are not counted, but where there are no others it is 1.
   */
  countSince(documents: readonly number[], time: number): number;
  /**
   * Returns the name of the first commit made at a time or later, or of the newest where there is none: its
   * tree has what was there at that time, whatever other commits were made then.
   */
  findCommitFrom(time: number): string | undefined;
}

/** A file of a commit's tree: its path, relative to the root, and what git calls its bytes. */
export type PastFile = readonly [path: string, blob: string];

/** Where a commit's tree had a name, as far as it was looked for. */
export interface PastName {
  /** The change of the index that was last when it was looked for. */
  readonly change: number;
  /** Files that had it; of those that the index had unchanged then, there may be more. */
  readonly files: readonly PastFile[];
}

/** Names and paths that a commit's tree may have had. */
export interface PastMentions {
  readonly commit: string;
  /** Names that the code of the index does not have. */
  readonly names: readonly string[];
  /** Paths that lead to nothing in the index. */
  readonly paths: readonly string[];
}

/** What an index knows of names and paths in a commit's tree. */
export interface KnownPast {
  readonly found: ReadonlyMap<string, PastName>;
  /** Whether there is nothing to ask git. */
  readonly isCurrent: boolean;
  /** Whether all names were looked for before, so that only `changed` has to be looked through. */
  readonly isLookedFor: boolean;
  readonly changed: readonly string[];
  readonly change: number;
  readonly version: string;
}
