import { runGit } from "./repository.ts";

/** A file that a commit touched. */
export interface TouchedFile {
  /** Path with `/`. */
  readonly path: string;
  /** Letter of git: `M` for a file that is there before and after, `A`, `D`, `T`. */
  readonly status: string;
}

/** A commit that is no merge. */
export interface LoggedCommit {
  readonly sha: string;
  /** All of its message. */
  readonly message: string;
  /** A file that was renamed is one that went and one that came. */
  readonly files: readonly TouchedFile[];
}

/** Which commits are read. */
export interface CommitLogOptions {
  /** Most commits, the newest. */
  readonly limit: number;
}

/** Control characters that no message holds: before a commit, after its name, after its message. */
const COMMIT_MARK = "\x01";
const NAME_END = "\x02";
const MESSAGE_END = "\x03";

const LOG_ARGUMENTS = [
  // What a user has set up must not change what is read.
  ...["-c", "log.showSignature=false", "-c", "diff.orderFile=/dev/null", "log", "-z"],
  ...["--first-parent", "--no-merges", "--name-status", "--no-renames", "--no-color"],
  "--format=%x01%H%x02%B%x03",
];

/**
 * Returns the commits before the head of a repository, newest first, so that each comes after all
 * that follow it in the list; undefined when it has no commit.
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
