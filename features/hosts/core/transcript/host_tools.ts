/**
 * The files that a tool call reads, edits or searches, and dossier's own tools.
 *
 * @module
 */
import type { LineRange } from "@dossier/core/fragment";
import { listPatchedPaths, readToolEffect } from "../host/tool_effect.ts";
import { type JsonObject, parseJsonObject } from "@dossier/core/json";
import { omitUndefined } from "@dossier/core/omit-undefined";
import type { FileAction, FileTouch } from "./transcript_event.ts";
import { type JsonField, stringOf } from "../hosts/mod.ts";
import { isShellDevice, joinFolder, listShellCommands } from "../host/shell_search.ts";

/** The command in a program's call `tools.exec_command({ cmd: "…" })`. */
const COMMAND_REGEXP = /\bcmd\s*:\s*("(?:\\.|[^"\\])*"|`[^`]*`)/g;

/** Tools of a server of dossier, under any name of the server: `mcp__dossier__context`. */
const OWN_TOOL_REGEXP = /^mcp__[^_]*dossier.*?__(\w+)$/;
/** Tools whose answer is a bundle. */
const CONTEXT_TOOLS: ReadonlySet<string | undefined> = new Set(["context", "need"]);

/** Returns true for a tool of dossier whose output is context. */
export function isContextTool(tool: string): boolean {
  return CONTEXT_TOOLS.has(OWN_TOOL_REGEXP.exec(tool)?.[1]);
}

/** The answer of a tool of dossier. */
interface ToolAnswer {
  readonly text: string;
  /** Lines of the file that it read. */
  readonly lines?: LineRange;
}

/**
 * Returns the answer of a tool of dossier, which hosts store as a line of JSON with other text
 * around it; undefined for other tools and other outputs.
 */
export function readToolAnswer(tool: string, output: string): ToolAnswer | undefined {
  if (!OWN_TOOL_REGEXP.test(tool)) return undefined;
  for (const line of output.split("\n")) {
    const { text, startLine, endLine } = line.startsWith("{") ? parseJsonObject(line) ?? {} : {};
    if (typeof text !== "string") continue;
    return typeof startLine === "number" && typeof endLine === "number"
      ? { text, lines: { startLine, endLine } }
      : { text };
  }
  return undefined;
}

/**
 * Returns true for a tool that runs commands, of which some may have succeeded when the last one
 * failed.
 */
export function isShellTool(tool: string): boolean {
  const does = readToolEffect({ name: tool, input: {} })?.does;
  return does === "run" || does === "script";
}

/**
 * Returns the files of a call, with their paths as written; empty for unknown tools.
 *
 * @param tool Its name.
 * @param input Its arguments.
 */
export function listTouches(tool: string, input: JsonObject): readonly FileTouch[] {
  const [, own] = OWN_TOOL_REGEXP.exec(tool) ?? [];
  if (CONTEXT_TOOLS.has(own)) return [];
  const name = own === undefined || own === "read" ? own ?? tool : "grep";
  const { does, paths, command = "", folder } = readToolEffect({ name, input }) ?? { paths: [] };
  switch (does) {
    case "run":
      return listShellTouches(command, folder);
    case "script": {
      const script = stringOf(input["input"]) ?? "";
      const commands = listScriptCommands(script);
      return [...listPatchTouches(script), ...commands.flatMap((text) => listShellTouches(text))];
    }
    case "search":
      return [{ path: paths[0] ?? ".", action: does }];
    case "read": {
      const lines = requestedLines(input["offset"], input["limit"]);
      return paths.map((path) => omitUndefined({ path, action: does, lines }));
    }
    default:
      return paths.map((path) => ({ path, action: "edit" }));
  }
}

/** Returns the shell command of a call; undefined when there is none. */
export function readCallCommand(tool: string, input: JsonObject): string | undefined {
  const { does, command } = readToolEffect({ name: tool, input }) ?? {};
  if (does !== "script") return command;
  const commands = listScriptCommands(stringOf(input["input"]) ?? "");
  return commands.length === 0 ? undefined : commands.join("\n");
}

function listScriptCommands(script: string): readonly string[] {
  return [...script.matchAll(COMMAND_REGEXP)].map(([, text]) => readLiteral(text!));
}

/** Returns the text of a JavaScript literal. */
function readLiteral(literal: string): string {
  return stringOf(parseJsonObject(`{"text":${literal}}`)?.["text"]) ?? literal.slice(1, -1);
}

function requestedLines(offset: JsonField, limit: JsonField) {
  if (typeof offset !== "number" && typeof limit !== "number") return undefined;
  const startLine = typeof offset === "number" ? Math.max(1, offset) : 1;
  return { startLine, endLine: typeof limit === "number" ? startLine + limit - 1 : Infinity };
}

/** The effect of a program on its files. */
interface ProgramRule {
  readonly action: FileAction;
  /** Options whose value is the next word. */
  readonly valued?: RegExp;
  /**
   * True when the first word is not a file but a script or a pattern, unless an option has that.
   */
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
 * Returns the files of a command, with their paths as written.
 *
 * @param folder The folder that it runs in; paths are joined to it.
 */
export function listShellTouches(command: string, folder?: string): readonly FileTouch[] {
  const touches = listPatchTouches(command)
    .map((touch): FileTouch => ({ ...touch, path: joinFolder(folder, touch.path) }));
  let at = folder;
  /** Reads of earlier commands in a pipeline, whose lines the next one may select. */
  let piped: FileTouch[] = [];
  for (const { words, written, isPiped } of listShellCommands(command)) {
    if (!isPiped) {
      touches.push(...piped);
      piped = [];
    }
    touches.push(
      ...written.map((path) => ({ path: joinFolder(at, path), action: "edit" as const })),
    );
    // `git grep` and `git rm` have the same syntax as the programs.
    const [program = "", ...rest] = words[0] === "git" ? words.slice(1) : words;
    if (program === "cd" && rest[0] !== undefined) at = joinFolder(at, rest[0]);
    const done = listProgramTouches(program, rest)
      .map((touch) => ({ ...touch, path: joinFolder(at, touch.path) }));
    if (isPiped && done.length === 0) piped = limitLines(piped, shownLines(program, rest));
    // A search in a pipe is a search of the text read before.
    else if (!isPiped || done.some(({ action }) => action !== "search")) piped.push(...done);
  }
  touches.push(...piped);
  const patched = new Set(
    touches.filter(({ action }) => action === "edit").map(({ path }) => path),
  );
  return touches.filter(({ path, action }) => action !== "edit" || patched.delete(path));
}

/** Returns the files in the headers of apply_patch. */
export function listPatchTouches(patch: string): readonly FileTouch[] {
  return listPatchedPaths(patch).map((path) => ({ path, action: "edit" }));
}

function listProgramTouches(name: string, words: readonly string[]): readonly FileTouch[] {
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
  const lines = action === "read" ? shownLines(name, words) : undefined;
  return paths.filter((path) => !isShellDevice(path)).map((path) =>
    omitUndefined({ path, action, lines })
  );
}

/** Returns the lines that a program shows; undefined for all of them. */
function shownLines(name: string, words: readonly string[]): LineRange | undefined {
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
  // Both show ten lines by default.
  const count = numbers.find((number) => number > 0) ?? 10;
  return name === "head" ? { startLine: 1, endLine: count } : { startLine: -count, endLine: -1 };
}

function limitLines(touches: readonly FileTouch[], lines: LineRange | undefined): FileTouch[] {
  return touches.map((touch) =>
    lines === undefined || touch.lines !== undefined || touch.action !== "read"
      ? touch
      : { ...touch, lines }
  );
}
