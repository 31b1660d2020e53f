import type { Commit, HistorySource } from "../history_source.ts";
import { COMMIT_FORMAT, CommitParser } from "./commit_parser.ts";
import { gitCommand, isGitUnavailable } from "../../tree/mod.ts";

/**
 * Maximum number of renamed files of a commit, as the square root of the pairs that git compares.
 * For a renamed folder of thousands of changed files, it would take minutes.
 */
const MAX_MOVED_FILES = 400;

/** Full commit ids, by SHA-1 or SHA-256. */
const COMMIT_ID_REGEXP = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

const DECODER = new TextDecoder();

/** Range of commits to read. */
export interface CommitRange {
  readonly tip: string;
  /** Commit that is excluded with all of its ancestors. */
  readonly after?: string | undefined;
  readonly limit: number;
  /**
   * Minimum similarity of a removed and a new file that count as a rename, in percent. At 100 git
   * need not read the files, which it cannot in a partial clone.
   */
  readonly similarity: number;
}

/**
 * Outcome of reading: `all` when the whole range was read; `some` when the time was up or the
 * caller stopped it; `interrupted` when another signal ended git, because Ctrl-C reaches git too;
 * `failed` when git refuses the command or lacks data.
 */
export type CommitsReadOutcome = "all" | "some" | "interrupted" | "failed";

/**
 * Calls `visit` with the commits of a range, newest first, until it returns false. Merges are
 * skipped, as their changes are those of the merged commits.
 *
 * The whole repository is read, whichever folder is requested: otherwise git would not follow
 * renames from outside of the folder, and take twice as long for each commit.
 *
 * @param options.maxMs Maximum time in milliseconds, below 2 to the 31st.
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
    // The last commit is incomplete when git was stopped.
    if (success) parser.finish();
    return toReadOutcome({ success, ending, isStopped });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
    kill(child);
    await child.status;
  }
}

/**
 * Returns the outcome of a git process that was stopped by this program, or ended by itself or by a
 * signal.
 */
export function toReadOutcome({ success, ending, isStopped }: {
  readonly success: boolean;
  readonly ending: Deno.Signal | null;
  readonly isStopped: boolean;
}): CommitsReadOutcome {
  if (isStopped) return "some";
  return success ? "all" : ending === null ? "failed" : "interrupted";
}

/** Exit code of `git rev-parse --quiet` for an unknown name, without output. */
const UNKNOWN_NAME = 1;

/**
 * Returns the id of the first commit to read: empty when there is none, as before the first commit
 * of a branch, and undefined when git fails.
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

/** Returns true when `commit` is an ancestor of `tip`; false when it does not exist any more. */
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

/**
 * Starts git for a source, with piped standard output; returns undefined when it cannot be started.
 */
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
 * Returns the complete messages of the commits of a range, newest first; empty when git refuses the
 * command or lacks data, as when a commit does not exist any more.
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
  // Each message ends in NUL.
  return DECODER.decode(stdout).split("\0").slice(0, -1).map((message) => message.trimEnd());
}
