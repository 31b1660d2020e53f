/**
 * Which files a command of a shell reads, edits or searches, as far as its words tell: programs that show a
 * file, and how much of it, and what is written by redirections, `sed -i` and `apply_patch`. Variables and
 * patterns are not expanded, and a script may do anything.
 *
 * @module
 */
import type { LineRange } from "@dossier/core/fragment";
import { isShellDevice, joinFolder, listShellCommands } from "../host/shell_commands.ts";
import { listPatchedPaths } from "../host/tool_effect.ts";
import { present } from "@dossier/core/present";
import type { FileAction, FileTouch } from "./transcript_event.ts";

/** What a program does with the files that it is given. */
interface ProgramRule {
  readonly action: FileAction;
  /** Options whose value is the next word. */
  readonly valued?: RegExp;
  /** Whether the first word is no file but a script or a pattern, unless an option has that. */
  readonly isScripted?: boolean;
}

const SEARCH: ProgramRule = { action: "search", valued: /^-[efABCmgtTr]$|^--(?:glob|type)$/ };
const MATCH: ProgramRule = { ...SEARCH, isScripted: true };
const SHOW: ProgramRule = { action: "read", valued: /^-[bhlr]$/ };
const PROGRAMS: Readonly<Record<string, ProgramRule>> = {
  cat: { action: "read" },
  wc: { action: "read" },
  bat: SHOW,
  nl: SHOW,
  less: SHOW,
  head: { action: "read", valued: /^-[nc]$/ },
  tail: { action: "read", valued: /^-[nc]$/ },
  sed: { action: "read", valued: /^-[ef]$/, isScripted: true },
  grep: MATCH,
  egrep: MATCH,
  fgrep: MATCH,
  rg: MATCH,
  ag: MATCH,
  ack: MATCH,
  fd: MATCH,
  ls: { action: "search" },
  find: { action: "search", valued: /^-/ },
  tree: { action: "search", valued: /^-[LIP]$/ },
  tee: { action: "edit" },
  touch: { action: "edit" },
  rm: { action: "edit" },
  mv: { action: "edit" },
  cp: { action: "edit" },
  perl: { action: "edit", valued: /^-\w*e$/ },
};

const SED_LINES_REGEXP = /^(\d+)(?:,\s*(\d+|\$))?p$/;
const COUNT_REGEXP = /^(?:-n|-|--lines=)(\d+)$/;

/**
 * Returns the files that a command is about, with their paths as they are written there.
 *
 * @param folder The folder that it is run in; paths are put behind it.
 */
export function listShellTouches(command: string, folder?: string): readonly FileTouch[] {
  const touches = listPatchTouches(command)
    .map((touch): FileTouch => ({ ...touch, path: joinFolder(folder, touch.path) }));
  let at = folder;
  /** What the commands before in a pipeline read, which the next one may show lines of. */
  let piped: FileTouch[] = [];
  for (const { words, written, isPiped } of listShellCommands(command)) {
    if (!isPiped) {
      touches.push(...piped);
      piped = [];
    }
    touches.push(
      ...written.map((path) => ({ path: joinFolder(at, path), action: "edit" as const })),
    );
    // `git grep` and `git rm` are like the programs.
    const [program = "", ...rest] = words[0] === "git" ? words.slice(1) : words;
    if (program === "cd" && rest[0] !== undefined) at = joinFolder(at, rest[0]);
    const done = touchesOf(program, rest)
      .map((touch) => ({ ...touch, path: joinFolder(at, touch.path) }));
    if (isPiped && done.length === 0) piped = narrow(piped, linesOf(program, rest));
    // What a pipe searches is what was read before.
    else if (!isPiped || done.some(({ action }) => action !== "search")) piped.push(...done);
  }
  touches.push(...piped);
  const patched = new Set(
    touches.filter(({ action }) => action === "edit").map(({ path }) => path),
  );
  return touches.filter(({ path, action }) => action !== "edit" || patched.delete(path));
}

/** Returns the files that the headers of apply_patch name. */
export function listPatchTouches(patch: string): readonly FileTouch[] {
  return listPatchedPaths(patch).map((path) => ({ path, action: "edit" }));
}

function touchesOf(name: string, words: readonly string[]): readonly FileTouch[] {
  const rule = Object.hasOwn(PROGRAMS, name) ? PROGRAMS[name] : undefined;
  if (rule === undefined) return [];
  const isInPlace = words.some((word) => word.startsWith("-i") || word.startsWith("-pi"));
  if (name === "perl" && !isInPlace) return [];
  const action = name === "sed" && isInPlace ? "edit" : rule.action;
  const hasScript = words.some((word) => word === "-e" || word === "-f");
  const paths = words.filter((word, at) =>
    !word.startsWith("-") && !(rule.valued?.test(words[at - 1] ?? "") ?? false)
  ).slice(rule.isScripted && !hasScript ? 1 : 0);
  if (action === "search") {
    return (paths.length === 0 ? ["."] : paths).map((path) => ({ path, action }));
  }
  const lines = action === "read" ? linesOf(name, words) : undefined;
  return paths.filter((path) => !isShellDevice(path)).map((path) =>
    present({ path, action, lines })
  );
}

/** Returns which lines a program shows; undefined for all of them. */
function linesOf(name: string, words: readonly string[]): LineRange | undefined {
  if (name === "sed") {
    const found = words.map((word) => SED_LINES_REGEXP.exec(word)).find((match) => match !== null);
    if (!found) return undefined;
    const [, start, end = start] = found;
    return { startLine: Number(start), endLine: end === "$" ? Infinity : Number(end) };
  }
  if (name !== "head" && name !== "tail") return undefined;
  const numbers = words.flatMap((word, at) =>
    word === "-n" ? Number(words[at + 1]) : Number(COUNT_REGEXP.exec(word)?.[1] ?? NaN)
  );
  // Ten is what both show by default.
  const count = numbers.find((number) => number > 0) ?? 10;
  return name === "head" ? { startLine: 1, endLine: count } : { startLine: -count, endLine: -1 };
}

function narrow(touches: readonly FileTouch[], lines: LineRange | undefined): FileTouch[] {
  return touches.map((touch) =>
    lines === undefined || touch.lines !== undefined || touch.action !== "read"
      ? touch
      : { ...touch, lines }
  );
}
