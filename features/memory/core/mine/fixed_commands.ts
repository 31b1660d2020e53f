import type { SessionEvent } from "@dossier/core/metrics";
import { isTestPath } from "@dossier/core/rank";
import { type CheckRun, findErrorLine, listCheckRuns } from "./command_run.ts";
import { addressesAgent } from "./plain_words.ts";
import { type FindMinedFile, listMarked, type ProposedObservation } from "./proposal.ts";

/** Maximum number of proposals of this rule for one transcript. */
const MAX_FIXED = 4;

/** Maximum number of files and commands that are named as the fix of a command. */
const MAX_NAMED = 3;

/** A longer command is of no use in other sessions. */
const MAX_COMMAND = 200;

/**
 * Maximum number of events between a failure and the run that passed: with more the cause of the
 * success is unknown.
 */
const MAX_BETWEEN = 200;

/** Maximum number of events between a command that cannot run and the one that replaced it. */
const NEAR_EVENTS = 12;

/** Errors of the command itself, or of a missing dependency. */
const ENVIRONMENT_REGEXP = new RegExp(
  "command not found|No module named|ModuleNotFoundError|ImportError|SyntaxError|" +
    "unrecognized arguments|unknown (?:option|command)|is not recognized|not installed|" +
    "Missing script|no such option|unsupported|ImproperlyConfigured",
  "i",
);

/** Commands that prepare others. */
const INSTALL_REGEXP = new RegExp(
  "^(?:\\w+=\\S+\\s+)*\\S+\\s+(?:(?:run|task|exec|-m|pip|\\S*manage\\.py|\\S*setup\\.py)\\s+){0,3}" +
    "(?:install|i|ci|sync|add|update|migrate|build|build_ext|develop|generate|compile|codegen)\\b",
);

/** Options that exclude failures. */
const NARROWED_REGEXP =
  /\s-k\s+["']?not\b|\s--(?:deselect|ignore|exclude|skip|testPathIgnorePatterns)\b/;

/** Paths of one machine, or of one session. */
const PRIVATE_REGEXP = /(?:^|[\s=:"'])(?:\/\w|~|[A-Z]:\\)/;

/**
 * Returns the fixes of failed commands: an edit of files or another command before they passed, or
 * the command that replaced them.
 */
export function findFixedCommands(
  events: readonly SessionEvent[],
  findFile: FindMinedFile,
): readonly ProposedObservation[] {
  const written = listWritten(events);
  const runs = listCheckRuns(events).filter(({ command, folder }) =>
    command.length <= MAX_COMMAND && !PRIVATE_REGEXP.test(command) && !addressesAgent(command) &&
    !/(?:^|\/)dossier\b/.test(command) && !runsScratch(command, { folder, written, findFile })
  );
  const found: ProposedObservation[] = [];
  const reported = new Set<string>();
  for (const [at, run] of runs.entries()) {
    if (found.length >= MAX_FIXED) break;
    if (!run.hasFailed || reported.has(run.command)) continue;
    const error = findErrorLine(run.output);
    if (error === undefined || addressesAgent(error)) continue;
    const later = runs.slice(at + 1);
    const proposal = findFixByRerun(run, { error, later, events, findFile }) ??
      findReplacement(run, { error, later, events });
    if (proposal === undefined) continue;
    reported.add(run.command);
    found.push(proposal);
  }
  return found;
}

interface Failure {
  readonly error: string;
  /** Runs after the one that failed. */
  readonly later: readonly CheckRun[];
  readonly events: readonly SessionEvent[];
}

/** Returns the changes between a failure of a command and its next run, which passed. */
function findFixByRerun(
  run: CheckRun,
  { error, later, events, findFile }: Failure & { readonly findFile: FindMinedFile },
): ProposedObservation | undefined {
  const next = later.find(({ command }) => command === run.command);
  if (next === undefined || next.hasFailed || next.start - run.end > MAX_BETWEEN) return undefined;
  const between = events.slice(run.end + 1, next.start);
  const edited = listEdited(between).flatMap((path) => findFile(path)?.path ?? []);
  const paths = [...new Set(edited)].slice(0, MAX_NAMED);
  const others = later.filter(({ start, hasFailed, command }) =>
    start < next.start && !hasFailed && INSTALL_REGEXP.test(command)
  ).map(({ command }) => command);
  const commands = [...new Set(others)].slice(0, MAX_NAMED);
  const before = new Set(
    listEdited(events.slice(0, run.start)).map((path) => findFile(path)?.path),
  );
  // A test that passed by its own edits was wrong itself, and so was an edit that another one of
  // its file corrected.
  const isOwnFault = paths.every((path) => isTestPath(path) || before.has(path));
  if (commands.length === 0 && isOwnFault) return undefined;
  const deeds = [
    ...(commands.length > 0
      ? [`${listMarked(commands)} ${commands.length === 1 ? "was" : "were"} run`]
      : []),
    ...(paths.length > 0 ? [`an edit of ${paths.join(", ")}`] : []),
  ];
  return toProposal(run, next, {
    events,
    paths,
    content: `\`${run.command}\` failed with "${error}"; it passed after ${deeds.join(" and ")}`,
  });
}

/** Returns the command that replaced one that could not run, and passed. */
function findReplacement(run: CheckRun, failure: Failure): ProposedObservation | undefined {
  const { error, later, events } = failure;
  if (!ENVIRONMENT_REGEXP.test(run.output)) return undefined;
  const next = later.find(({ start, command, hasFailed }) =>
    start - run.end <= NEAR_EVENTS && !hasFailed && command !== run.command &&
    INSTALL_REGEXP.test(command) === INSTALL_REGEXP.test(run.command) &&
    !NARROWED_REGEXP.test(command) && hasSharedOperand(command, run.command)
  );
  if (next === undefined) return undefined;
  if (listEdited(events.slice(run.end + 1, next.start)).length > 0) return undefined;
  return toProposal(run, next, {
    events,
    paths: [],
    content: `\`${run.command}\` failed with "${error}"; \`${next.command}\` passed in its place`,
  });
}

function toProposal(
  run: CheckRun,
  next: CheckRun,
  { content, paths, events }:
    & Pick<ProposedObservation, "content" | "paths">
    & Pick<Failure, "events">,
): ProposedObservation {
  const [from, to] = [events[run.start]!.line, events[next.end]!.line];
  return {
    kind: "error",
    content,
    reason: "The session ran the command, and both results are in its transcript",
    paths,
    evidence: `lines ${from}-${to} of the transcript`,
    tags: ["mended-command"],
  };
}

/** Returns true when a command replaces another: they have an operand in common. */
function hasSharedOperand(command: string, failed: string): boolean {
  const operands = new Set(listOperands(failed));
  return listOperands(command).some((word) => operands.has(word));
}

/** Returns the operands of a command: words other than the program, options and short ones. */
function listOperands(command: string): readonly string[] {
  return command.split(" ").slice(1)
    .filter((word) =>
      !word.startsWith("-") && word.length > 3 && !/^(?:install|test|run)$/.test(word)
    )
    .flatMap((word) => [word, word.replace(/^.*\/|\.\w+$/g, "")]);
}

function listEdited(events: readonly SessionEvent[]): readonly string[] {
  return events.filter(({ kind, failed }) => kind === "result" && !failed)
    .flatMap(({ touches = [] }) => touches)
    .flatMap(({ path, action }) => action === "edit" ? path : []);
}

/** Returns the names of all files that a session has written. */
function listWritten(events: readonly SessionEvent[]): ReadonlySet<string> {
  return new Set(
    events.flatMap(({ touches = [] }) => touches)
      .flatMap(({ path, action }) => action === "edit" ? path.replace(/^.*\//, "") : []),
  );
}

const SCRIPT_REGEXP = /[\w./-]+\.(?:py|js|mjs|ts|sh|rb|php|pl)\b/g;

/** Returns true when a command runs a temporary file of the session that the tree does not have. */
function runsScratch(
  command: string,
  { folder, written, findFile }: {
    readonly folder: string | undefined;
    readonly written: ReadonlySet<string>;
    readonly findFile: FindMinedFile;
  },
): boolean {
  return (command.match(SCRIPT_REGEXP) ?? []).some((path) =>
    written.has(path.replace(/^.*\//, "")) &&
    findFile(path) === undefined &&
    (folder === undefined || findFile(`${folder}/${path}`) === undefined)
  );
}
