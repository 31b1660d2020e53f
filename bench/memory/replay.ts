import type { LineRange } from "../quality/changed_lines.ts";
import type { Remembered } from "./memory_text.ts";

/** Reason why a base task was chosen for a related one; see `pairs.ts`. */
export type PairKind = "linked" | "same-file" | "same-change" | "unrelated";

/** Task that is run, with the earlier tasks that may have memories for it. */
export interface RelatedTask {
  readonly id: string;
  readonly repo: string;
  /** Commit at its start, as git names it. */
  readonly baseCommit: string;
  /** Time of that commit, in seconds since 1970. */
  readonly date: number;
  readonly problem: string;
  /** Lines that the fix replaces, by their numbers at `baseCommit`, without tests and notes. */
  readonly changed: readonly LineRange[];
  readonly kind: PairKind;
  /** Base task of the pair; absent for `unrelated`. */
  readonly base?: string;
  /** Ids of all earlier base tasks of the repository, oldest first. */
  readonly earlier: readonly string[];
}

/** Task that may have memories. */
export interface BaseRecord {
  readonly id: string;
  readonly repo: string;
  readonly baseCommit: string;
  /** Time of that commit, in seconds since 1970. */
  readonly date: number;
  /** Path of its transcript in the data set. */
  readonly transcript: string;
}

/** Tasks in order of time, with the memories of earlier ones. */
export interface Replay {
  readonly bases: readonly BaseRecord[];
  readonly tasks: readonly RelatedTask[];
  /** Memories mined by rules from each base task, by its id. */
  readonly memories: Readonly<Record<string, readonly Remembered[]>>;
  /** Skipped tasks, with the reason. */
  readonly dropped: readonly { readonly id: string; readonly reason: string }[];
}

const ASIDE_REGEXP =
  /(?:^|\/)(?:tests?|testing|testdata|changelog|docs?|\.[\w-]+)\/|(?:^|\/)test_[^/]*$|_test\.\w+$|\.(?:rst|txt|md|jsonl|lock|sum)$|(?:^|\/)\.?[A-Z]+$|\.mailmap$/;

/** Folders whose names only look like tests. */
const CODE_REGEXP = /^django\/test\//;

/** Returns true when a file is a test, or a text about a change beside its code. */
export function isSecondaryFile(path: string): boolean {
  return ASIDE_REGEXP.test(path) && !CODE_REGEXP.test(path);
}
