import { runGit } from "./repository.ts";

/** File that a commit touched. */
export interface TouchedFile {
  /** Path with `/`. */
  readonly path: string;
  /** Letter of git: `M` for a file that exists before and after, `A`, `D`, `T`. */
  readonly status: string;
}

/** Commit that is not a merge. */
export interface LoggedCommit {
  readonly sha: string;
  /** Complete message. */
  readonly message: string;
  /** Files. A renamed file is a deleted one and an added one. */
  readonly files: readonly TouchedFile[];
}

/** Selection of commits. */
export interface CommitLogOptions {
  /** Maximum number of commits, the newest. */
  readonly limit: number;
}

/**
 * Control characters that no message contains: before a commit, after its hash, after its message.
 */
const COMMIT_MARK = "\x01";
const NAME_END = "\x02";
const MESSAGE_END = "\x03";

const LOG_ARGUMENTS = [
  // The user's configuration must not change the result.
  ...["-c", "log.showSignature=false", "-c", "diff.orderFile=/dev/null", "log", "-z"],
  ...["--first-parent", "--no-merges", "--name-status", "--no-renames", "--no-color"],
  "--format=%x01%H%x02%B%x03",
];

/**
 * Returns the commits before the head of a repository, newest first, so that each comes after all
 * its descendants; undefined when it has no commit.
 */
export async function readCommitLog(
  repository: string,
  { limit }: CommitLogOptions,
): Promise<LoggedCommit[] | undefined> {
  const log = await runGit(repository, ...LOG_ARGUMENTS, `--max-count=${limit}`);
  return log?.split(COMMIT_MARK).slice(1).map(parseEntry);
}

function parseEntry(entry: string): LoggedCommit {
  const [head = "", names = ""] = entry.split(MESSAGE_END);
  const [sha = "", message = ""] = head.split(NAME_END);
  const fields = names.split("\0").map((field) => field.replace(/^\n/, ""))
    .filter((field) => field !== "");
  const files = fields.flatMap((status, i) =>
    i % 2 === 0 ? [{ status, path: fields[i + 1]! }] : []
  );
  return { sha, message, files };
}
