import { isJsonObject, type JsonObject } from "../policy/json_value.ts";
import { type HookToolCall, readInputText } from "./read_hook_input.ts";

/** What a tool did to files. */
export interface ToolUse {
  readonly kind: "read" | "edit";
  /** As the host writes them: absolute, or relative to the folder of the session. */
  readonly paths: readonly string[];
  /** Whether each was read, or written, from its first line to its last. */
  readonly isWhole: boolean;
}

/** The tools of all hosts that read files and that change them, in lower case. */
const READERS = new Set(["read", "read_file", "view", "notebookread"]);
const EDITORS = new Set([
  ...["edit", "multiedit", "write", "notebookedit", "write_file", "replace", "create"],
  ...["str_replace_editor", "apply_patch", "edit_file", "search_replace", "delete"],
]);
const SHELLS = new Set(["bash", "shell", "run_shell_command", "run_terminal_cmd", "local_shell"]);

/** Those that are given all that a file is to hold. */
const WRITERS = new Set(["write", "write_file", "create"]);

/** Where tools are given the path of a file. */
const PATH_KEYS = [
  ...["file_path", "filePath", "absolute_path", "notebook_path", "path", "target_file"],
];

/** What a reading tool is given when it is to read only some lines. */
const PART_KEYS = ["offset", "limit", "view_range", "start_line", "end_line", "pages"];

/** The files of a patch as Codex writes it. */
const PATCH_REGEXP = /^\*\*\* (?:(?:Add|Update|Delete) File|Move to): (.+)$/gm;

/** `cat` of files by names that a shell takes as they are, and nothing else. */
const CAT_REGEXP = /^\s*cat((?:\s+[\w./@+-]+)+)\s*$/;

/** Returns what a call of a tool does to files; undefined when that is nothing, or nobody can tell. */
export function readToolUse({ name, input, response }: HookToolCall): ToolUse | undefined {
  const tool = name.toLowerCase();
  if (SHELLS.has(tool)) {
    const command = readShellCommand({ name, input });
    if (command === undefined) return undefined;
    const patched = listPatchedPaths(command);
    if (patched.length > 0) return { kind: "edit", paths: patched, isWhole: false };
    const names = CAT_REGEXP.exec(command)?.[1]?.trim().split(/\s+/) ?? [];
    const paths = names.filter((name) => !name.startsWith("-"));
    if (paths.length === 0 || paths.length < names.length) return undefined;
    return { kind: "read", paths, isWhole: true };
  }
  const isEditor = EDITORS.has(tool);
  if (!isEditor && !READERS.has(tool)) return undefined;
  const text = typeof input === "string" ? input : undefined;
  const fields = isJsonObject(input) ? input : {};
  const path = readInputText(fields, ...PATH_KEYS);
  const paths = path === undefined
    ? listPatchedPaths(text ?? readInputText(fields, "command", "patch", "input") ?? "")
    : [path];
  if (paths.length === 0) return undefined;
  const isView = readInputText(fields, "command") === "view";
  if (isEditor && !isView) return { kind: "edit", paths, isWhole: WRITERS.has(tool) };
  return { kind: "read", paths, isWhole: isWholeRead(fields, response) };
}

/** Returns whether a reading tool was to give all of a file, and did as far as it says. */
function isWholeRead(input: JsonObject, response: unknown): boolean {
  const file = isJsonObject(response) && isJsonObject(response["file"]) ? response["file"] : {};
  const { numLines, totalLines } = file;
  if (typeof numLines === "number" && typeof totalLines === "number") return numLines >= totalLines;
  return PART_KEYS.every((key) => input[key] === undefined || input[key] === null);
}

/** Returns what a tool gives to a shell, which some hosts write in words; undefined for any other tool. */
export function readShellCommand(
  { name, input }: Pick<HookToolCall, "name" | "input">,
): string | undefined {
  if (!SHELLS.has(name.toLowerCase()) || !isJsonObject(input)) return undefined;
  const { command } = input;
  if (!Array.isArray(command)) return readInputText(input, "command");
  // `bash -lc "…"`, as programs are started that want a shell.
  return typeof command.at(-1) === "string" ? command.at(-1) : undefined;
}

/** Returns the files that the headers of a patch name, as Codex writes it. */
export function listPatchedPaths(text: string): readonly string[] {
  return Array.from(text.matchAll(PATCH_REGEXP), ([, path]) => path!.trim());
}
