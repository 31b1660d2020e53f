import type { GitRepository } from "./git_repository.ts";
import { TextLineStream } from "./text_line_stream.ts";

/** Lines of a file that a commit changed. */
export interface ChangedFile {
  /** Path with `/`, the same before and after. */
  readonly path: string;
  /** Object name of the content before. */
  readonly blob: string;
  /** Ranges of lines before, 1-based. The end is the line after the last. */
  readonly ranges: readonly { readonly start: number; readonly end: number }[];
}

/** Message and changes of a commit. */
export interface Commit {
  /** Hash of the commit. */
  readonly hash: string;
  /** First line of its message. */
  readonly subject: string;
  /** Rest of its message. */
  readonly body: string;
  /** Files that existed before and after. */
  readonly files: readonly ChangedFile[];
}

/** Arguments with which git writes the format that {@link parseCommits} reads. */
const COMMIT_ARGUMENTS: readonly string[] = [
  "log",
  "--no-walk=unsorted",
  "--stdin",
  "--format=%x01%H%x02%s%x02%b%x03",
  "--patch",
  "--unified=0",
  "--full-index",
  "--no-renames",
  "--no-color",
  "--no-ext-diff",
  "--no-textconv",
  "--diff-filter=M",
];

const HUNK_REGEXP = /^@@ -(\d+)(?:,(\d+))? /;
const INDEX_REGEXP = /^index ([0-9a-f]+)\.\.[0-9a-f]+ 100\d{3}$/;
const PATH_PREFIX = "--- a/";

/** Yields the commits in the output of git, as they arrive. */
export async function* parseCommits(lines: AsyncIterable<string>): AsyncGenerator<Commit> {
  let commit: Commit & { files: ChangedFile[] } | undefined;
  let message: string | undefined;
  let blob: string | undefined;
  let ranges: { start: number; end: number }[] = [];
  for await (const line of lines) {
    if (message === undefined && line.startsWith("\x01")) {
      if (commit !== undefined) yield commit;
      commit = undefined;
      message = "";
    }
    if (message !== undefined) {
      message += `${line}\n`;
      if (!line.includes("\x03")) continue;
      const [hash = "", subject = "", body = ""] = message.slice(1).split("\x02");
      commit = { hash, subject, body: body.slice(0, body.indexOf("\x03")), files: [] };
      message = undefined;
      continue;
    }
    const index = INDEX_REGEXP.exec(line);
    if (index !== null) blob = index[1];
    else if (line.startsWith(PATH_PREFIX) && blob !== undefined) {
      ranges = [];
      commit?.files.push({ path: line.slice(PATH_PREFIX.length), blob, ranges });
      blob = undefined;
    } else {
      const [, first, count] = HUNK_REGEXP.exec(line) ?? [];
      if (first === undefined) continue;
      const start = Math.max(1, Number(first));
      ranges.push({ start, end: start + Math.max(1, Number(count ?? 1)) });
    }
  }
  if (commit !== undefined) yield commit;
}

/**
 * Yields the commits with some hashes, read on demand.
 *
 * @param names One hash per line.
 */
export async function* readCommits(
  repository: GitRepository,
  names: string,
): AsyncGenerator<Commit> {
  await using child = repository.start(COMMIT_ARGUMENTS, names);
  yield* parseCommits(
    child.stdout.pipeThrough(new TextDecoderStream()).pipeThrough(new TextLineStream()),
  );
}
