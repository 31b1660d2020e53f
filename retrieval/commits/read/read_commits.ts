import type { Commit, HistorySource } from "../history_source.ts";
import { COMMIT_FORMAT, CommitParser } from "./commit_parser.ts";
import { gitCommand, isGitUnavailable } from "../../tree/mod.ts";

/**
 * Files that may have been moved in one commit, as a square root of the pairs that git compares: a
 * moved folder of thousands of files, each changed as well, would take minutes.
 */
const MAX_MOVED_FILES = 400;

/** Full names of commits, by SHA-1 or SHA-256. */
const COMMIT_ID_REGEXP = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

const DECODER = new TextDecoder();

/** Which commits are read. */
export interface CommitRange {
  readonly tip: string;
  /** A commit whose whole past is left out, itself included. */
  readonly after?: string | undefined;
  readonly limit: number;
  /**
   * How alike a removed and a new file must be for one to be the other moved, in percent. At 100 git
   * reads no file for it, which it can not in a clone that has left out old ones.
   */
  readonly similarity: number;
}

/**
 * How reading ended: with `all` of the range; stopped by the time or the caller after `some`;
 * `interrupted` by someone else, as Ctrl-C reaches git too; or `failed`, where git refuses or lacks what
 * it needs.
 */
export type CommitsReadOutcome = "all" | "some" | "interrupted" | "failed";

/**
 * Calls `visit` with the commits of a range, newest first, until it returns false; merges are left out,
 * as their changes are those of the commits merged.
 *
 * All of the repository is read, whichever folder of it is asked for: git would follow no file back
 * beyond the folder, and take twice as long for each commit.
 *
 * @param options.maxMs How long it may take, in milliseconds; below 2 to the 31st.
 */
export async function readCommits(
  source: HistorySource,
  { tip, after, limit, similarity }: CommitRange,
  visit: (commit: Commit) => boolean,
  { maxMs, signal }: { readonly maxMs: number; readonly signal?: AbortSignal | undefined },
): Promise<CommitsReadOutcome> {
  const child = spawnGit(source, [
    ...["log", "-z", "--name-status", COMMIT_FORMAT, "--encoding=UTF-8", "--no-color"],
    ...["--no-merges", `--max-count=${limit}`, "--no-relative"],
    ...[`--find-renames=${similarity}%`, `-l${MAX_MOVED_FILES}`, "-O/dev/null"],
    ...[tip, ...(after === undefined ? [] : [`^${after}`]), "--"],
  ]);
  if (child === undefined) return "failed";
  let isStopped = false;
  const stop = () => {
    isStopped = true;
    kill(child);
  };
  const timer = setTimeout(stop, maxMs);
  signal?.addEventListener("abort", stop);
  if (signal?.aborted) stop();
  try {
    let shouldContinue = true;
    const parser = new CommitParser((commit) => {
      shouldContinue &&= !isStopped && visit(commit);
    });
    for await (const bytes of child.stdout) {
      parser.push(bytes);
      if (!shouldContinue) return isStopped ? "some" : "all";
    }
    const { success, signal: ending } = await child.status;
    // What it was writing when it was stopped is not all there.
    if (success) parser.finish();
    return toReadOutcome({ success, ending, isStopped });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
    kill(child);
    await child.status;
  }
}

/** Returns what came of a git that was stopped by this program, or ended by itself or by a signal. */
export function toReadOutcome({ success, ending, isStopped }: {
  readonly success: boolean;
  readonly ending: Deno.Signal | null;
  readonly isStopped: boolean;
}): CommitsReadOutcome {
  if (isStopped) return "some";
  return success ? "all" : ending === null ? "failed" : "interrupted";
}

/** What `git rev-parse --quiet` ends with, having printed nothing, for a name of no commit. */
const UNKNOWN_NAME = 1;

/**
 * Returns the id of the commit that is to be read first: empty when there is none, as before the first commit of a
 * branch, and undefined when git fails.
 */
export async function findTip(source: HistorySource, head: string): Promise<string | undefined> {
  if (COMMIT_ID_REGEXP.test(head)) return head;
  const name = source.pinned === undefined ? "HEAD" : head;
  const child = spawnGit(source, [
    ...["rev-parse", "--verify", "--quiet", "--end-of-options", `${name}^{commit}`],
  ]);
  if (child === undefined) return undefined;
  const { code, stdout } = await child.output();
  return code <= UNKNOWN_NAME ? DECODER.decode(stdout).trim() : undefined;
}

/** Returns whether `commit` is in the past of `tip`; not when it is no longer there. */
export async function isAncestor(
  source: HistorySource,
  { commit, tip }: { readonly commit: string; readonly tip: string },
): Promise<boolean> {
  const child = spawnGit(source, ["merge-base", "--is-ancestor", commit, tip]);
  return child !== undefined && (await child.output()).success;
}

function kill(child: Deno.ChildProcess): void {
  try {
    child.kill();
  } catch {
    // It has ended by itself.
  }
}

/** Starts git for a source, its standard output a pipe; undefined when it can not be started. */
export function spawnGit(
  { root, pinned }: HistorySource,
  args: readonly string[],
): Deno.ChildProcess | undefined {
  const where = pinned === undefined ? [] : [`--git-dir=${pinned.repository}`];
  try {
    return gitCommand([...where, ...args], { cwd: root, stderr: "null" }).spawn();
  } catch (error) {
    if (isGitUnavailable(error)) return undefined;
    throw error;
  }
}

/**
 * Returns the whole messages of the commits of a range, newest first; none where git refuses or lacks what it needs,
 * as when a commit is no longer there.
 */
export async function readMessages(
  source: HistorySource,
  { tip, after, limit }: Omit<CommitRange, "similarity">,
): Promise<readonly string[]> {
  const child = spawnGit(source, [
    ...["log", "-z", "--format=%B", "--encoding=UTF-8", "--no-color", `--max-count=${limit}`],
    ...[tip, ...(after === undefined ? [] : [`^${after}`]), "--"],
  ]);
  if (child === undefined) return [];
  const { success, stdout } = await child.output();
  if (!success) return [];
  // A zero ends each.
  return DECODER.decode(stdout).split("\0").slice(0, -1).map((message) => message.trimEnd());
}
