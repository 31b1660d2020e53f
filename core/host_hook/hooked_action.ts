import { findJson, type JsonObject, toJsonText } from "../policy/json_value.ts";

/** What an agent is doing when a hook is run, as rules and reminders look at it. */
export interface HookedAction {
  /** Claude Code's name of the event, such as `PreToolUse`. */
  readonly event: string;
  /** Claude Code's name of the tool, such as `Bash`; absent where none is used. */
  readonly toolName?: string | undefined;
  /** What the tool is called with. */
  readonly toolInput?: JsonObject | undefined;
  /** The file that is edited. @default what the input of the tool says */
  readonly filePath?: string | undefined;
  /** What is written into it. @default what the input of the tool says */
  readonly newText?: string | undefined;
  /** What the user has asked for. */
  readonly prompt?: string | undefined;
  /** Why the agent stops, or what it said last. */
  readonly reason?: string | undefined;
}

/** Tools that write into files. */
const EDITING_TOOLS: ReadonlySet<string> = new Set(["Edit", "Write", "MultiEdit"]);

/** Returns whether a tool writes into a file, by Claude Code's names. */
export function isEditingTool(toolName: string | undefined): boolean {
  return toolName !== undefined && EDITING_TOOLS.has(toolName);
}

/** Returns the file that an action is about; undefined when it is about none. */
export function pathOfAction({ filePath, toolInput = {} }: HookedAction): string | undefined {
  const path = filePath ?? findJson(toolInput, "file_path");
  return typeof path === "string" && path !== "" ? path : undefined;
}

/**
 * Returns the text that an action writes: the content of a Write, the new text of an Edit, and those of a MultiEdit
 * with a space between them. Undefined when it writes none.
 */
export function textOfAction({ newText, toolInput = {} }: HookedAction): string | undefined {
  if (newText !== undefined) return newText;
  const { content, new_string: replacement, edits } = toolInput;
  if (Array.isArray(edits)) {
    return edits.map((edit) => toJsonText(findJson(edit, "new_string"))).join(" ");
  }
  if (typeof content === "string") return content;
  return typeof replacement === "string" ? replacement : undefined;
}
