import { isJsonObject, type JsonObject } from "@dossier/core/json";
import { HOSTS, type ToolKind } from "../hosts/mod.ts";
import { type HookToolCall, readInputText } from "./read_hook_input.ts";

/** The effect of a tool call. */
export interface ToolEffect {
  readonly does: ToolKind;
  /**
   * Paths in the notation of the host: absolute, or relative to the folder of the session. Empty
   * for a shell.
   */
  readonly paths: readonly string[];
  /** The command of a shell, which some hosts send as words. */
  readonly command?: string | undefined;
  /** The folder that the paths of a command are relative to. @default that of the session */
  readonly folder?: string | undefined;
}

/** The effects of the tools of all hosts, by their names in lower case. */
const TOOLS: ReadonlyMap<string, ToolKind> = new Map(
  HOSTS.flatMap(({ tools = {} }) => Object.entries(tools) as [ToolKind, readonly string[]][])
    .flatMap(([does, names]) => names.map((name) => [name, does])),
);

/** Keys of the path of a file. */
const PATH_KEYS = [
  ...["file_path", "filePath", "absolute_path", "notebook_path", "path", "target_file", "dir_path"],
];

/** Keys of the text that a tool writes. */
export const TOOL_TEXT_KEYS: readonly string[] = [
  ...["content", "new_string", "file_text", "new_str", "insert_text", "new_source"],
];

/** Headers of files in Codex's patches. */
const PATCH_REGEXP = /^\*\*\* (?:(?:Add|Update|Delete) File|Move to): (.+)$/gm;

/** Programs that accept a script, as in `bash -lc "…"`. */
const SHELL_REGEXP = /(?:^|\/)(?:ba|da|k|z)?sh$/;

/** Words that need no quotes in a shell. */
const PLAIN_WORD_REGEXP = /^[\w./@+:,=-]+$/;

/**
 * Returns the effect of a call by the tool's name and input; undefined for tools without a known
 * effect on files.
 */
export function readToolEffect(
  { name, input }: Pick<HookToolCall, "name" | "input">,
): ToolEffect | undefined {
  const does = TOOLS.get(name.toLowerCase());
  if (does === undefined) return undefined;
  const fields = isJsonObject(input) ? input : {};
  if (does === "run") {
    const folder = readInputText(fields, "workdir", "working_directory");
    return { does, paths: [], command: readCommand(fields), folder };
  }
  const path = readInputText(fields, ...PATH_KEYS);
  if (path !== undefined) {
    const isView = readInputText(fields, "command") === "view";
    return { does: isView ? "read" : does, paths: [path] };
  }
  const text = typeof input === "string" ? input : undefined;
  const patch = text ?? readInputText(fields, "command", "patch", "input") ?? "";
  return { does, paths: listPatchedPaths(patch) };
}

/** Returns the files in the headers of a patch in Codex's format. */
export function listPatchedPaths(text: string): readonly string[] {
  return Array.from(text.matchAll(PATCH_REGEXP), ([, path]) => path!.trim());
}

function readCommand(fields: JsonObject): string | undefined {
  const { command } = fields;
  if (!Array.isArray(command)) return readInputText(fields, "command", "cmd");
  const words = command.filter((word) => typeof word === "string");
  const [program = "", ...rest] = words;
  const at = rest.findIndex((word) => !word.startsWith("-"));
  if (SHELL_REGEXP.test(program) && /^-\w*c$/.test(rest[at - 1] ?? "")) return rest[at];
  return words.map((word) =>
    PLAIN_WORD_REGEXP.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
  ).join(" ");
}

/** The use of files by a tool. */
export interface ToolUse {
  readonly kind: "read" | "edit";
  /** Paths in the notation of the host: absolute, or relative to the folder of the session. */
  readonly paths: readonly string[];
  /** True when each was read or written as a whole. */
  readonly isWhole: boolean;
}

/** Keys that limit the lines that are read. */
const PART_KEYS = ["offset", "limit", "view_range", "start_line", "end_line", "pages"];

/** `cat` of files by plain names, and nothing else. */
const CAT_REGEXP = /^\s*cat((?:\s+[\w./@+-]+)+)\s*$/;

/**
 * Returns the certain use of files by a tool call; undefined when there is none, or it is unknown.
 */
export function readToolUse(tool: HookToolCall): ToolUse | undefined {
  const { does, paths, command, folder } = readToolEffect(tool) ?? { paths: [] };
  if (command !== undefined) return readCommandUse(command, folder);
  if (does === "script" || does === "search" || paths.length === 0) return undefined;
  return does === "read"
    ? { kind: "read", paths, isWhole: isWholeRead(tool) }
    : { kind: "edit", paths, isWhole: does === "write" };
}

function readCommandUse(command: string, folder: string | undefined): ToolUse | undefined {
  const join = (path: string) =>
    folder === undefined || path.startsWith("/") ? path : `${folder}/${path}`;
  const patched = listPatchedPaths(command);
  if (patched.length > 0) return { kind: "edit", paths: patched.map(join), isWhole: false };
  const names = CAT_REGEXP.exec(command)?.[1]?.trim().split(/\s+/) ?? [];
  if (names.length === 0 || names.some((name) => name.startsWith("-"))) return undefined;
  return { kind: "read", paths: names.map(join), isWhole: true };
}

/** Returns true when a tool was to read a whole file, and did so by its own report. */
function isWholeRead({ input, response }: HookToolCall): boolean {
  const file = isJsonObject(response) && isJsonObject(response["file"]) ? response["file"] : {};
  const { numLines, totalLines } = file;
  if (typeof numLines === "number" && typeof totalLines === "number") return numLines >= totalLines;
  const fields = isJsonObject(input) ? input : {};
  return PART_KEYS.every((key) => fields[key] === undefined || fields[key] === null);
}
