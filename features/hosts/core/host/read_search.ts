import { isJsonObject, type JsonObject } from "@dossier/core/json";
import { listNamesInText } from "@dossier/core/scan-names";
import { type HookToolCall, readInputText } from "./read_hook_input.ts";
import { readShellSearch, type ShellSearch } from "./shell_search.ts";
import { readToolEffect } from "./tool_effect.ts";

/** A search of the agent, and its number of results. */
export interface ToolSearch {
  /** As written; several patterns are separated by `|`. */
  readonly pattern: string;
  /** The names in the pattern. */
  readonly names: readonly string[];
  /** Searched paths in the notation of the host; empty for the folder of the session. */
  readonly paths: readonly string[];
  /** Number of found lines or files, or a lower bound of it. */
  readonly hits: number;
}

/** Maximum number of names of a pattern. */
const MAX_SEARCHED_NAMES = 12;

/** Shorter names are too common. */
const MIN_NAME = 3;

/** Words that begin a declaration in some language, which searches put before a name. */
const DECLARING_WORDS: ReadonlySet<string> = new Set(
  ("abstract async class const def enum export final function func impl import interface let " +
    "namespace package private protected pub public return self static struct this trait type " +
    "typedef var void").split(" "),
);

/** Wildcards and repetitions of patterns. */
const ESCAPED_REGEXP = /\\(?:[^\w]|[a-zA-Z]|\d)/g;
const EITHER_CASE_REGEXP = /\[([a-z])([A-Z])\]|\[([A-Z])([a-z])\]/g;
const GROUP_REGEXP = /\(\?(?:[a-z-]*[:)]|<?[=!]|P?<\w+>)/g;
const CHARACTERS_REGEXP = /\[(?:\\.|[^\]\\])*\]/g;
const REPETITION_REGEXP = /[*+?]|\{\d*,?\d*\}/g;

/** Keys of the searched folder in inputs of tools. */
const FOLDER_KEYS = ["path", "dir_path", "target_directory"];

/** Tools that search for paths. */
const PATH_TOOLS: ReadonlySet<string> = new Set(["glob", "file_search"]);

/** Options of Claude Code's `Grep` for lines around matches. */
const CONTEXT_KEYS = ["-A", "-B", "-C", "context"];

/**
 * Returns the search of a tool call in the tree, and its number of results; undefined for other
 * tools, for a pattern without names, and when the number is unknown.
 */
export function readSearch(tool: HookToolCall): ToolSearch | undefined {
  const effect = readToolEffect(tool);
  const fields = isJsonObject(tool.input) ? tool.input : {};
  let search: ShellSearch | undefined;
  if (effect?.does === "run" && effect.command !== undefined) {
    const found = readShellSearch(effect.command);
    const { folder } = effect;
    const inFolder = (path: string) =>
      folder === undefined || path.startsWith("/") ? path : `${folder}/${path}`;
    search = found && { ...found, paths: found.paths.map(inFolder) };
  } else if (effect?.does === "search") search = readSearchInput(tool.name, fields);
  if (search === undefined) return undefined;
  const { kind, patterns, paths, hasContext } = search;
  const names = listSearchedNames(patterns, kind);
  const hits = names.length === 0
    ? undefined
    : effect!.does === "run"
    ? countPrinted(tool.response)
    : countFound(tool.response);
  if (hits === undefined || hasContext && hits > 0) return undefined;
  return { pattern: patterns.join("|"), names, paths, hits };
}

/**
 * Returns the names that a tool call searches for, each once; empty for tools that do not search.
 */
export function listSearchTerms(
  { name, input }: Pick<HookToolCall, "name" | "input">,
): readonly string[] {
  const effect = readToolEffect({ name, input });
  const search = effect?.does === "run" && effect.command !== undefined
    ? readShellSearch(effect.command)
    : effect?.does === "search" && isJsonObject(input)
    ? readSearchInput(name, input)
    : undefined;
  return search === undefined ? [] : listSearchedNames(search.patterns, search.kind);
}

function readSearchInput(name: string, fields: JsonObject): ShellSearch | undefined {
  const pattern = readInputText(fields, "pattern");
  // With an offset, all results may precede it.
  if (pattern === undefined || Number(fields["offset"] ?? 0) > 0) return undefined;
  const kind = PATH_TOOLS.has(name.toLowerCase()) ? "path" : "text";
  const path = kind === "path" && pattern.startsWith("/")
    ? pattern.replace(/[*?[{][^]*$/, "")
    : readInputText(fields, ...FOLDER_KEYS);
  return {
    kind,
    patterns: [pattern],
    paths: path === undefined ? [] : [path],
    hasContext: CONTEXT_KEYS.some((key) => Number(fields[key] ?? 0) > 0),
  };
}

/** Returns the literal names in patterns, each once. */
export function listSearchedNames(
  patterns: readonly string[],
  kind: ShellSearch["kind"],
): readonly string[] {
  const names = patterns.flatMap((pattern) =>
    kind === "path" ? extractGlobNames(pattern) : extractTextNames(pattern)
  );
  return [...new Set(names)].slice(0, MAX_SEARCHED_NAMES);
}

/** Returns the names of the last part of a path that has any, without its extension. */
function extractGlobNames(glob: string): readonly string[] {
  const parts = glob.split("/").map((part) =>
    extractTextNames(part.replace(/(?!^)\.[\w{},*]+$/, "").replaceAll(/[*?{}]/g, " "))
  );
  return parts.findLast((names) => names.length > 0) ?? [];
}

function extractTextNames(pattern: string): readonly string[] {
  const literal = pattern
    .replaceAll(EITHER_CASE_REGEXP, "$2$4")
    .replaceAll(GROUP_REGEXP, " ")
    .replaceAll(CHARACTERS_REGEXP, " ")
    .replaceAll(ESCAPED_REGEXP, " ")
    .replaceAll(REPETITION_REGEXP, "")
    .replaceAll(/[.$]/g, " ");
  return listNamesInText(literal).filter((name) =>
    name.length >= MIN_NAME && /\p{L}/u.test(name) && !DECLARING_WORDS.has(name)
  );
}

/**
 * Returns the number of lines that a command has printed; undefined when it may have failed, or
 * continues.
 */
function countPrinted(response: unknown): number | undefined {
  // Codex sends only the combined output.
  if (typeof response === "string") return countLines(response);
  if (!isJsonObject(response)) return undefined;
  const { stdout, stderr = "", interrupted = false, text_result_for_llm: copilot } = response;
  if (typeof copilot === "string") {
    const [printed] = COPILOT_END_REGEXP.exec(copilot) ?? [];
    return printed === undefined ? undefined : countLines(copilot.slice(0, -printed.length));
  }
  if (typeof stdout !== "string" || interrupted !== false) return undefined;
  const count = countLines(stdout);
  return count === 0 && stderr !== "" ? undefined : count;
}

/**
 * The line that Copilot adds after the output of a command; a search without results has the code
 * 1.
 */
const COPILOT_END_REGEXP = /<shellId: \d+ completed with exit code [01]>\s*$/;

function countLines(text: string): number {
  const trimmed = text.trim();
  return trimmed === "" ? 0 : trimmed.split("\n").length;
}

/** Start of the responses of Gemini CLI. */
const NONE_REGEXP = /^No (?:matches|files) found\b/;
const FOUND_REGEXP = /^Found (\d+) (?:match|file)/;

/** Returns the number of results that a tool reports. */
function countFound(response: unknown): number | undefined {
  if (!isJsonObject(response)) return undefined;
  const { mode, numFiles, numLines, numMatches, totalMatches, llmContent } = response;
  if (typeof llmContent === "string") {
    const [, count] = FOUND_REGEXP.exec(llmContent) ?? [];
    return count !== undefined ? Number(count) : NONE_REGEXP.test(llmContent) ? 0 : undefined;
  }
  const counts = new Map<unknown, unknown>([
    ...[["content", numLines], ["count", numMatches]] as const,
    ...[["files_with_matches", numFiles], [undefined, totalMatches ?? numFiles]] as const,
  ]);
  const count = counts.get(mode);
  return typeof count === "number" ? count : undefined;
}
