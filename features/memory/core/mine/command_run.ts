import type { SessionEvent } from "@dossier/core/metrics";
import { takeUtf16Start } from "@dossier/core/utf8";
import { stripForeign, toClaim } from "./plain_words.ts";

/** A command that checks, builds or installs something, with its result. */
export interface CheckRun {
  /** Positions of the call and of its result in the list of events. */
  readonly start: number;
  readonly end: number;
  /** The command without folders, redirections and filters. */
  readonly command: string;
  /** The folder that the command itself changed to. */
  readonly folder?: string;
  readonly hasFailed: boolean;
  readonly output: string;
}

/** Programs that test, build, check or install. */
const CHECKERS = [
  "pytest|py\\.test|tox|nox|jest|vitest|mocha|ava|rspec|phpunit|ctest|make|cmake|ninja|bazel|mvn",
  "gradle|(?:\\./)?gradlew|mvnw|dotnet|mix|swift|sbt|rake|composer|zig|tsc|eslint|prettier|ruff",
  "flake8|mypy|pylint|black|isort|rubocop|shellcheck|biome|playwright|cypress|golangci-lint|buf",
  "(?:python|pypy)[\\d.]*\\s+(?:-\\S+\\s+)*(?:-m\\s+\\S+|\\S+\\.py)|(?:ba|z)?sh\\s+\\S+\\.sh",
  "(?:node|ts-node|tsx|ruby|php|perl)\\s+(?:-\\S+\\s+)*\\S+\\.\\w+|\\.{0,2}/?\\S+/\\S+\\.(?:py|sh|js)",
  "\\./[\\w.-]+(?:/[\\w.-]+)*|(?:bin|scripts?|tools?)/[\\w./-]+|bundle\\s+exec\\s+\\S+",
  "(?:npm|pnpm|yarn|bun|deno|cargo|go|uv|poetry|pipenv|hatch|just|task|nx|turbo|npx)\\s+\\S+",
  "pip[\\d.]*\\s+install|conda\\s+install|apt(?:-get)?\\s+install|brew\\s+install|docker\\s+\\S+",
];
const CHECK_REGEXP = new RegExp(
  `^(?:[A-Z_]+=\\S+\\s+)*(?:time\\s+)?(?:${CHECKERS.join("|")})(?=\\s|$)`,
);

/** Inline programs, which are not run again. */
const INLINE_REGEXP = new RegExp(
  "<<|\\bdeno\\s+eval\\b|" +
    "\\b(?:python[\\d.]*|node|ruby|perl|php|(?:ba|z)?sh)\\s+(?:-\\w+\\s+)*(?:-[cepr]|--eval)\\s",
);
/** Queries about a program itself. */
const QUESTION_REGEXP =
  /\s(?:--?version|--help|-h|-V)(?:\s|$)|^go\s+(?:env|version)|^npm\s+(?:ls|view)/;

/** Filters after a pipe that do not change the result. */
const FILTER_REGEXP = /\s*\|\s*(?:tail|head|tee|cat|less|grep|egrep|rg|sed|awk|sort)\b[^|]*$/;
const REDIRECT_REGEXP = /\s+(?:\d?>&\d|&?\d?>>?\s*\S+|<\s*\S+)/g;
const FOLDER_REGEXP = /^(?:cd|pushd)\s+(\S+)$/;
const SETUP_REGEXP = /^(?:export\s|set\s|source\s|\.\s|true$|sleep\s|clear$|mkdir\s)/;

/** Returns the check in a command; undefined when there is none, or there are several. */
export function readCheck(
  command: string,
): { readonly command: string; readonly folder?: string; readonly isPiped: boolean } | undefined {
  if (command.length > 2000 || INLINE_REGEXP.test(command)) return undefined;
  let folder: string | undefined;
  let found: string | undefined;
  for (const part of command.split(/\s*(?:&&|;|\n)\s*/)) {
    const piece = part.trim();
    const [, into] = FOLDER_REGEXP.exec(piece) ?? [];
    if (into !== undefined) folder = into;
    if (piece === "" || into !== undefined || SETUP_REGEXP.test(piece)) continue;
    if (found !== undefined) return undefined;
    found = piece;
  }
  if (found === undefined) return undefined;
  let bare = found;
  for (let next; (next = bare.replace(FILTER_REGEXP, "")) !== bare;) bare = next;
  if (/\|/.test(bare)) return undefined;
  const isPiped = bare !== found;
  bare = bare.replaceAll(REDIRECT_REGEXP, "").replaceAll(/\s+/g, " ").trim();
  if (!CHECK_REGEXP.test(bare) || QUESTION_REGEXP.test(bare)) return undefined;
  return { command: bare, isPiped, ...(folder !== undefined && { folder }) };
}

/** Last lines of test runners, compilers and packagers after a failure or a success. */
const FAILED_REGEXP = new RegExp(
  [
    "^FAILED \\(",
    "^=+ .*\\b\\d+ (?:failed|errors?)\\b.*=+$",
    "^Tests?:? .*\\b[1-9]\\d* fail",
    "^npm (?:ERR!|error)",
    "^error(?:\\[E\\d+\\])?: ",
    "^test result: FAILED",
    "^FAIL(?:\\s|:)",
    "^make(?:\\[\\d+\\])?: \\*\\*\\*",
    "^Traceback \\(most recent call last\\):",
  ].join("|"),
  "m",
);
const PASSED_REGEXP = new RegExp(
  "^OK(?: \\(.*\\))?$|^=+ .*\\b\\d+ passed\\b.*=+$|^Tests?:? .*\\b\\d+ passed|" +
    "^test result: ok|^ok\\s+\\S+\\s+[\\d.]+s$|^ok \\| \\d+ passed",
  "m",
);

/**
 * Results of the host without information about the command: it was rejected, stopped or timed out.
 */
const UNKNOWN_REGEXP = new RegExp(
  "user (?:doesn't want|rejected|denied)|interrupted|timed? ?out|requires approval|" +
    "cd:\\d*:? ?(?:no such|can't cd|not a dir)|cd: .*No such file|can't open file",
  "i",
);

/** Returns the runs of checks among events, oldest first, without those whose result is unknown. */
export function listCheckRuns(events: readonly SessionEvent[]): readonly CheckRun[] {
  const results = new Map<string, number>();
  for (const [at, { kind, callId }] of events.entries()) {
    if (kind === "result" && callId !== undefined && !results.has(callId)) results.set(callId, at);
  }
  return events.flatMap(({ kind, command, callId = "" }, start): readonly CheckRun[] => {
    const end = kind === "call" ? results.get(callId) : undefined;
    const check = end === undefined || command === undefined ? undefined : readCheck(command);
    if (end === undefined || check === undefined) return [];
    const { text, failed } = events[end]!;
    const output = stripForeign(text).replaceAll(SITE_REGEXP, "");
    if (failed && UNKNOWN_REGEXP.test(output)) return [];
    const saysFailed = FAILED_REGEXP.test(output);
    // A pipe has the exit code of its last program.
    const hasPassed = !failed && !saysFailed && (!check.isPiped || PASSED_REGEXP.test(output));
    if (!failed && !(saysFailed && check.isPiped) && !hasPassed) return [];
    const { command: bare, folder } = check;
    return [{
      start,
      end,
      command: bare,
      hasFailed: !hasPassed,
      output,
      ...(folder && { folder }),
    }];
  });
}

/** Python's messages about a damaged environment, for any program. */
const SITE_REGEXP =
  /^Error processing line \d+ of .*\.pth:\n(?:.*\n){0,40}?Remainder of file ignored\n?/gm;

/** Names of errors in several languages. */
const THROWN =
  "^(?:[\\w.]+\\.)?[A-Z]\\w*(?:Error|Exception|Warning|Failure|Interrupt|DoesNotExist|NotFound)\\b";

/** Patterns of error lines, the most specific first. */
const ERROR_LINES: readonly RegExp[] = [
  new RegExp(`${THROWN}: *\\S`),
  /^E {2,}\S.*(?:Error|Exception|assert)\b.*$/,
  /^error(?:\[E\d+\]|\sTS\d+)?: .*$/,
  /^.*\berror TS\d+: .*$/,
  /^.*: (?:fatal )?error: .*$/,
  /^(?:Error|TypeError|AssertionError|panic|fatal|FATAL|ERROR)\b:? .*$/,
  /^.*(?:command not found|No such file or directory|No module named|Permission denied).*$/,
  new RegExp(`${THROWN}:?$`),
  /^npm (?:ERR!|error) (?!code|errno|syscall|path|A complete log).*$/,
  /^(?:FAIL|FAILED|not ok)\b:?\s.*$/,
  /^.*\b(?:error|failed)\b.*$/i,
];

/** Folders of one machine before the name of a file. */
const FOLDERS_REGEXP = /(?<![\w./-])(?:\/|[A-Z]:\\)(?:[\w.@+ -]{1,100}[/\\]){1,30}(?=[\w.@+-])/g;

/** Maximum number of characters of an error. */
const ERROR_LENGTH = 160;

/** Returns the line of an output with the error, on one line; undefined when there is none. */
export function findErrorLine(output: string): string | undefined {
  const lines = output.split("\n").map((line) => line.trim())
    .filter((line) => line.length > 3 && line.length < 2000 && !/^Exit code \d+$/.test(line));
  for (const pattern of ERROR_LINES) {
    const found = lines.findLast((line) => pattern.test(line));
    if (found === undefined) continue;
    const claim = toClaim(found.replace(/^E\s+/, "")).replaceAll(FOLDERS_REGEXP, "…/");
    return claim.length <= ERROR_LENGTH
      ? claim
      : `${takeUtf16Start(claim, ERROR_LENGTH - 1).trimEnd()}…`;
  }
  return undefined;
}
