import { cutFile } from "./cut_file.ts";
import { isPassage } from "./masked_lines.ts";
import { type Pair, stableHash } from "./pair.ts";
import type { ChangedFile, Commit } from "./parse_commits.ts";
import { stripMarkup, toQuery } from "./sentence.ts";

/** Maximum number of files of a commit. A larger commit is about none of them. */
const MAX_FILES = 8;

/** Maximum number of used files of a commit: those with most changes. */
const MAX_USED_FILES = 3;

/** Maximum number of UTF-16 code units of a message that is used as a query. */
const MAX_MESSAGE = 500;

const NUMBER_REGEXP = /\s*\(?(?:#|GH-|gh-)\d+\)?/g;
const ROUTINE_REGEXP =
  /^\W*(?:merge|bump|release|prepare|revert|wip|version|v?\d+\.\d+|(?:fix )?typos?|format|lint|updated? (?:dep|changelog|version|license|copyright|submodule)|(?:chore|build|ci|style)\b|auto|\[?(?:ci skip|skip ci|automated|bot))/i;
const TRAILER_REGEXP =
  /^(?:[\w-]+-by|change-id|closes?|fix(?:es)?|refs?|see|issue|pr|cc|bug)\b\s*[:#].*$/gim;

/** Returns the query of a commit, or undefined when the message does not describe the change. */
export function commitQuery(commit: Commit): string | undefined {
  const title = commitTitle(commit);
  if (title === undefined) return undefined;
  // Half of them are written like a list of changes, half like a report.
  if (stableHash(title) % 2 === 0) return title;
  const rest = stripMarkup(commitBody(commit));
  return `${title} ${rest}`.slice(0, MAX_MESSAGE).trim();
}

/**
 * Returns the subject of a commit without numbers, or undefined when it does not describe the
 * change.
 */
export function commitTitle({ subject }: Commit): string | undefined {
  const title = stripMarkup(subject.replace(NUMBER_REGEXP, ""));
  return ROUTINE_REGEXP.test(title) || toQuery(title) === undefined ? undefined : title;
}

/** Returns the rest of a commit's message, without numbers and trailers. */
export function commitBody({ body }: Commit): string {
  return body.replace(TRAILER_REGEXP, "").replace(NUMBER_REGEXP, "").trim();
}

/**
 * Returns the pairs of a commit: for each file the chunk with most changes, in its version before
 * the commit.
 */
export async function commitPairs(
  commit: Commit,
  readText: (file: ChangedFile) => Promise<string | undefined>,
): Promise<readonly Pair[]> {
  const query = commitQuery(commit);
  if (query === undefined || commit.files.length > MAX_FILES) return [];
  const files = commit.files.toSorted((a, b) => countLines(b) - countLines(a)).slice(
    0,
    MAX_USED_FILES,
  );
  const pairs: Pair[] = [];
  for (const file of files) {
    const text = await readText(file);
    const found = text === undefined ? undefined : mostChanged(file, text);
    if (found !== undefined && isPassage(found.body)) {
      pairs.push({ kind: "commit", query, ...found });
    }
  }
  return pairs;
}

function mostChanged(
  file: ChangedFile,
  text: string,
): Pick<Pair, "language" | "capsule" | "body"> | undefined {
  const { chunks, language } = cutFile({ path: file.path, text });
  let most = 0;
  let found: { readonly capsule: string; readonly lines: readonly string[] } | undefined;
  for (const cut of chunks) {
    const { startLine, endLine } = cut.chunk;
    const changed = file.ranges.reduce(
      (sum, { start, end }) =>
        sum + Math.max(0, Math.min(end, endLine + 1) - Math.max(start, startLine)),
      0,
    );
    if (changed > most) {
      most = changed;
      found = cut;
    }
  }
  return found && { language, capsule: found.capsule, body: found.lines.join("\n") };
}

function countLines({ ranges }: ChangedFile): number {
  return ranges.reduce((sum, { start, end }) => sum + end - start, 0);
}
