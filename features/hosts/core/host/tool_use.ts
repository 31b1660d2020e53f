import { isJsonObject } from "@dossier/core/json";
import type { HookToolCall } from "./read_hook_input.ts";
import { listPatchedPaths, readToolEffect } from "./tool_effect.ts";

/** What a tool did to files. */
export interface ToolUse {
  readonly kind: "read" | "edit";
  /** As the host writes them: absolute, or relative to the folder of the session. */
  readonly paths: readonly string[];
  /** Whether each was read, or written, from its first line to its last. */
  readonly isWhole: boolean;
}

/** What a reading tool is given when it is to read only some lines. */
const PART_KEYS = ["offset", "limit", "view_range", "start_line", "end_line", "pages"];

/** `cat` of files by names that a shell takes as they are, and nothing else. */
const CAT_REGEXP = /^\s*cat((?:\s+[\w./@+-]+)+)\s*$/;

/** Returns what a call of a tool surely does to files; undefined when that is nothing, or nobody can tell. */
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

/** Returns whether a reading tool was to give all of a file, and did as far as it says. */
function isWholeRead({ input, response }: HookToolCall): boolean {
  const file = isJsonObject(response) && isJsonObject(response["file"]) ? response["file"] : {};
  const { numLines, totalLines } = file;
  if (typeof numLines === "number" && typeof totalLines === "number") return numLines >= totalLines;
  const fields = isJsonObject(input) ? input : {};
  return PART_KEYS.every((key) => fields[key] === undefined || fields[key] === null);
}
