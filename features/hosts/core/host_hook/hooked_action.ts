import {
  type HookInput,
  type HookMoment,
  readInputText,
  readToolEffect,
  readToolUse,
  TOOL_TEXT_KEYS,
} from "../host/mod.ts";
import { findJson, isJsonObject, type JsonObject, toJsonText } from "@dossier/core/json";

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

/** Claude Code's names of the events that rules know. */
const EVENT_NAMES: { readonly [moment in HookMoment]?: string } = {
  "prompt": "UserPromptSubmit",
  "before-tool": "PreToolUse",
  "after-tool": "PostToolUse",
  "stop": "Stop",
  "subagent-stop": "SubagentStop",
};

/** Lines that a patch adds. */
const ADDED_REGEXP = /^\+(.*)$/gm;

/**
 * Returns what an agent is doing by what any host says of it: a shell is called `Bash`, and what writes into files
 * `Edit` where Claude Code has no such tool. Of a patch of several files the first is named.
 */
export function readHookedAction(
  { event, tool, prompt, reason }: Pick<HookInput, "event" | "tool" | "prompt" | "reason">,
): HookedAction {
  const action = { event: EVENT_NAMES[event.moment] ?? event.name, prompt, reason };
  if (tool === undefined) return action;
  const { name, input } = tool;
  const toolInput = isJsonObject(input) ? input : {};
  const use = readToolUse(tool);
  if (use?.kind === "edit") {
    const patch = typeof input === "string" ? input : toJsonText(toolInput.command ?? "");
    const added = Array.from(patch.matchAll(ADDED_REGEXP), ([, line]) => line).join("\n");
    return {
      ...action,
      toolName: isEditingTool(name) ? name : "Edit",
      toolInput,
      filePath: use.paths[0],
      newText: textOfAction({ toolInput }) ?? added,
    };
  }
  const command = readToolEffect(tool)?.command;
  if (command === undefined) return { ...action, toolName: name, toolInput };
  return { ...action, toolName: "Bash", toolInput: { ...toolInput, command } };
}

/** Tools that write into files. */
const EDITING_TOOLS: ReadonlySet<string> = new Set(["Edit", "Write", "MultiEdit"]);

/** Returns whether a tool writes into a file, by Claude Code's names. */
export function isEditingTool(toolName: string | undefined): boolean {
  return toolName !== undefined && EDITING_TOOLS.has(toolName);
}

/** Returns the file that an action is about; undefined when it is about none. */
export function pathOfAction({ filePath, toolInput = {} }: HookedAction): string | undefined {
  return filePath ?? readInputText(toolInput, "file_path");
}

/**
 * Returns the text that an action writes: the content of a Write, the new text of an Edit, and those of a MultiEdit
 * with a space between them. Undefined when it writes none.
 */
export function textOfAction(
  { newText, toolInput = {} }: Pick<HookedAction, "newText" | "toolInput">,
): string | undefined {
  if (newText !== undefined) return newText;
  const { edits } = toolInput;
  if (!Array.isArray(edits)) return readInputText(toolInput, ...TOOL_TEXT_KEYS);
  return edits.map((edit) => toJsonText(findJson(edit, "new_string"))).join(" ");
}

/** Fields that documents of plugins call by another name: whoever reads one finds either. */
const OTHER_NAMES: readonly (readonly [name: string, other: string])[] = [
  ["tool_response", "tool_result"],
  ["prompt", "user_prompt"],
];

/** Returns what a hook reads on its standard input, as one line of JSON. */
export function toHookInput(event: string, fields: JsonObject): string {
  const others = OTHER_NAMES.flatMap(([name, other]) =>
    name in fields && !(other in fields) ? [[other, fields[name]] as const] : []
  );
  return JSON.stringify({
    hook_event_name: event,
    ...fields,
    ...Object.fromEntries(others),
  });
}
