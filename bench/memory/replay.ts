import type { LineRange } from "../quality/changed_lines.ts";
import type { Remembered } from "./memory_text.ts";

/** Why a base task was chosen for a related one; see `pairs.ts`. */
export type PairKind = "linked" | "same-file" | "same-change" | "unrelated";

/** A task that is asked, with the earlier tasks that something may be remembered of. */
export interface RelatedTask {
  readonly id: string;
  readonly repo: string;
  /** The commit that it begins with, as git names it. */
  readonly baseCommit: string;
  /** When that commit was made, in seconds since 1970. */
  readonly date: number;
  readonly problem: string;
  /** Lines that the fix replaces, by their numbers at `baseCommit`; tests and notes are not in it. */
  readonly changed: readonly LineRange[];
  readonly kind: PairKind;
  /** The base task that it is paired with; absent for `unrelated`. */
  readonly base?: string;
  /** Ids of all base tasks of the repository that are earlier, oldest first. */
  readonly earlier: readonly string[];
}

/** A task that something may be remembered of. */
export interface BaseRecord {
  readonly id: string;
  readonly repo: string;
  readonly baseCommit: string;
  /** When that commit was made, in seconds since 1970. */
  readonly date: number;
  /** Path of its transcript in the data set. */
  readonly transcript: string;
}

/** Tasks in order of time, with what earlier ones teach. */
export interface Replay {
  readonly bases: readonly BaseRecord[];
  readonly tasks: readonly RelatedTask[];
  /** What is mined by rules of each base task, by its id. */
  readonly memories: Readonly<Record<string, readonly Remembered[]>>;
  /** Tasks that are left out, with the reason. */
  readonly dropped: readonly { readonly id: string; readonly reason: string }[];
}

const ASIDE_REGEXP =
  /(?:^|\/)(?:tests?|testing|testdata|changelog|docs?|\.[\w-]+)\/|(?:^|\/)test_[^/]*$|_test\.\w+$|\.(?:rst|txt|md|jsonl|lock|sum)$|(?:^|\/)\.?[A-Z]+$|\.mailmap$/;

/** Folders that are named as if they held tests. */
const CODE_REGEXP = /^django\/test\//;

/** Returns whether a file is a test, or what is written about a change beside its code. */
export function isAside(path: string): boolean {
  return ASIDE_REGEXP.test(path) && !CODE_REGEXP.test(path);
}
