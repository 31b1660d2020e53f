import type { LoggedCommit } from "./commit_log.ts";

/** Query from the message of a commit. */
export interface CommitRequest {
  readonly sha: string;
  /** Message, without lines about people and discussions. */
  readonly query: string;
  /** Source files that the commit changed, with `/`. */
  readonly paths: readonly string[];
}

/** Files with the source of a program. */
const SOURCE_REGEXP =
  /\.(?:py|[cm]?[jt]s|[jt]sx|go|rs|java|kt|c|h|cc|cpp|hpp|cs|rb|php|sh|bash|zsh|scala|lua|swift|exs?|hs|zig)$/;

/** Folders of files that a commit changes beside its main source, and of foreign source. */
const ASIDE_FOLDER_REGEXP =
  /(?:^|[/.])(?:tests?|__tests__|specs?|testing|testdata|fixtures?|examples?|bench(?:mark)?s?|docs?|vendor|node_modules|third_party|deps)\//i;

/**
 * Names of test files: `x_test.go`, `x.spec.ts`, `test.ts`, `UserTests.java`, `test_x.py`; not
 * `latest.py`.
 */
const TEST_NAME_REGEXP = /(?:(?:^|[._/-])(?:tests?|spec)|Tests?|Spec)\.[a-z]+$|(?:^|\/)test_[^/]*$/;

/** Beginnings of subjects that release, undo or tidy, which no one would search for. */
const ROUTINE_STARTS = [
  String.raw`(?:merg|releas|prepar)(?:e[sd]?|ing)\b`,
  String.raw`(?:bump|revert)(?:s|ed|ing)?\b`,
  String.raw`(?:version|typo|chore|build|ci|style|lint|fmt|prettier|formatting)\b`,
  String.raw`(?:fix|correct)(?:es|s|ed|ing)? (?:a )?(?:typo|lint|formatting|whitespace)`,
  String.raw`updat(?:e[sd]?|ing) (?:the )?(?:changelog|version|dep(?:s|endenc)|\S+ to v?\d)`,
  String.raw`(?:re|auto)-?format`,
  String.raw`format (?:the |all )?(?:\w+ )?(?:code|files?|sources?)\b`,
  String.raw`(?:run|apply) (?:\w*fmt|prettier|black|clang-format|(?:the )?(?:code )?formatter)\b`,
  String.raw`v?\d+\.\d+`,
];
const ROUTINE_REGEXP = new RegExp(String.raw`^\[?(?:${ROUTINE_STARTS.join("|")})`, "i");

/** Numbers of pull requests, as hosts write them into subjects. */
const PULL_NUMBER_REGEXP = /\s*\(#\d+\)/g;

/** Lines of a body that name people, reviews and issues. */
const TRAILER_REGEXP =
  /^(?:(?:(?:[a-z]+-)+by|change-id|git-svn-id|cc):|(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?|refs?|see)\b.*(?:#\d|https?:\/\/)).*$/gim;

/** Minimum number of words of a subject. */
const MIN_SUBJECT_WORDS = 4;

/** Maximum number of source files of a commit. A larger commit is about none of them. */
const MAX_SOURCE_FILES = 5;

/** Maximum number of files of a commit, of any kind. */
const MAX_FILES = 8;

/**
 * Maximum number of characters of a query: a subject and some paragraphs. A body may list all of a
 * branch.
 */
const MAX_QUERY_LENGTH = 600;

/**
 * Returns the query of a commit's message. Returns undefined when the message says too little or
 * names a routine, and when the commit changes no source, too much, or creates, removes or renames
 * source.
 */
export function toCommitRequest({ sha, message, files }: LoggedCommit): CommitRequest | undefined {
  const sources = files.filter(({ path }) => isSource(path));
  if (sources.length < 1 || sources.length > MAX_SOURCE_FILES) return undefined;
  if (files.length > MAX_FILES || sources.some(({ status }) => status !== "M")) return undefined;
  const [subject = "", ...body] = message.replace(PULL_NUMBER_REGEXP, "").trim().split("\n");
  if (ROUTINE_REGEXP.test(subject) || countWords(subject) < MIN_SUBJECT_WORDS) return undefined;
  const details = body.join("\n").replace(TRAILER_REGEXP, "").split("\n")
    .map((line) => line.trimEnd()).filter((line) => line !== "");
  const query = [...[subject.trim(), ...details].join("\n")].slice(0, MAX_QUERY_LENGTH).join("");
  return { sha, query, paths: sources.map(({ path }) => path) };
}

/** Returns true when a path is source of the project, and not a test, example or documentation. */
export function isSource(path: string): boolean {
  return SOURCE_REGEXP.test(path) && !ASIDE_FOLDER_REGEXP.test(path) &&
    !TEST_NAME_REGEXP.test(path);
}

function countWords(text: string): number {
  return text.split(/\s+/).filter((word) => word !== "").length;
}
