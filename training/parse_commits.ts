import type { GitRepository } from "./git_repository.ts";
import { TextLineStream } from "./text_line_stream.ts";

/** Lines of a file that a commit changed. */
export interface ChangedFile {
  /** Path with `/`, the same before and after. */
  readonly path: string;
  /** Object name of the content before. */
  readonly blob: string;
  /** Ranges of lines before, 1-based; the end is the line after the last. */
  readonly ranges: readonly { readonly start: number; readonly end: number }[];
}

/** What a commit says and what it changed. */
export interface Commit {
  /** Its name. */
  readonly hash: string;
  /** The first line of its message. */
  readonly subject: string;
  /** The rest of its message. */
  readonly body: string;
  /** Files that were there before and after. */
  readonly files: readonly ChangedFile[];
}

/** Arguments of git that make it write what {@link parseCommits} reads. */
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

/** Returns the commits in what git writes, as they come. */
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
 * Returns the commits with some names, read as they are asked for.
 *
 * @param names One a line.
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
