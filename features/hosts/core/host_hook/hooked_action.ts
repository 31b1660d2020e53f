import {
  type HookInput,
  type HookMoment,
  readInputText,
  readToolEffect,
  readToolUse,
  TOOL_TEXT_KEYS,
} from "../host/mod.ts";
import { findJsonValue, isJsonObject, type JsonObject, toJsonText } from "@dossier/core/json";

/** The action of an agent at a hook, for rules and reminders. */
export interface HookedAction {
  /** Claude Code's name of the event, such as `PreToolUse`. */
  readonly event: string;
  /** Claude Code's name of the tool, such as `Bash`; absent without a tool. */
  readonly toolName?: string | undefined;
  /** The input of the tool. */
  readonly toolInput?: JsonObject | undefined;
  /** The edited file. @default from the input of the tool */
  readonly filePath?: string | undefined;
  /** The written text. @default from the input of the tool */
  readonly newText?: string | undefined;
  /** The prompt of the user. */
  readonly prompt?: string | undefined;
  /** The reason why the agent stops, or its last message. */
  readonly reason?: string | undefined;
}

/** Claude Code's names of the events that rules can name, by moment. */
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
 * Returns the action of an agent in the terms of Claude Code, from the input of any host: a shell
 * becomes `Bash`, and other editing tools become `Edit`. Of a patch of several files only the first
 * is named.
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
      newText: findActionText({ toolInput }) ?? added,
    };
  }
  const command = readToolEffect(tool)?.command;
  if (command === undefined) return { ...action, toolName: name, toolInput };
  return { ...action, toolName: "Bash", toolInput: { ...toolInput, command } };
}

/** Tools that edit files. */
const EDITING_TOOLS: ReadonlySet<string> = new Set(["Edit", "Write", "MultiEdit"]);

/** Returns true for a tool that edits files, by Claude Code's names. */
export function isEditingTool(toolName: string | undefined): boolean {
  return toolName !== undefined && EDITING_TOOLS.has(toolName);
}

/** Returns the file of an action; undefined when there is none. */
export function findActionPath({ filePath, toolInput = {} }: HookedAction): string | undefined {
  return filePath ?? readInputText(toolInput, "file_path");
}

/**
 * Returns the text that an action writes: the content of a Write, the new text of an Edit, and
 * those of a MultiEdit separated by a space. Undefined when it writes none.
 */
export function findActionText(
  { newText, toolInput = {} }: Pick<HookedAction, "newText" | "toolInput">,
): string | undefined {
  if (newText !== undefined) return newText;
  const { edits } = toolInput;
  if (!Array.isArray(edits)) return readInputText(toolInput, ...TOOL_TEXT_KEYS);
  return edits.map((edit) => toJsonText(findJsonValue(edit, "new_string"))).join(" ");
}

/** Fields for which some plugin documentation uses another name. Hooks get both names. */
const ALTERNATIVE_NAMES: readonly (readonly [name: string, other: string])[] = [
  ["tool_response", "tool_result"],
  ["prompt", "user_prompt"],
];

/** Returns the standard input of a hook, as one line of JSON. */
export function toHookInput(event: string, fields: JsonObject): string {
  const others = ALTERNATIVE_NAMES.flatMap(([name, other]) =>
    name in fields && !(other in fields) ? [[other, fields[name]] as const] : []
  );
  return JSON.stringify({
    hook_event_name: event,
    ...fields,
    ...Object.fromEntries(others),
  });
}

/** A reminder for an agent that edits certain files, or writes certain words. */
export interface ReminderRule {
  /** Name of the rule; distinguishes the reminders of a file. */
  readonly ruleName: string;
  /** The text of the reminder. */
  readonly reminder: string;
  /** Returns true for a matching path, without its first slash; checked before the texts. */
  readonly pathCheck?: (path: string) => boolean;
  /** Any of these in the written text. */
  readonly substrings?: readonly string[];
}

/** The reminder for an action. */
export interface ChosenReminder {
  /** Key of the reminder in a session: each key is shown once. */
  readonly key: string;
  /** Name of its rule. */
  readonly ruleName: string;
  /** The text of the reminder. */
  readonly reminder: string;
}

/**
 * Frequent mistakes in written code. The first two rules are from the original specification; all
 * texts are dossier's.
 */
export const SECURITY_REMINDERS: readonly ReminderRule[] = [
  {
    ruleName: "child_process_exec",
    substrings: ["child_process.exec", "execSync("],
    reminder:
      "child_process.exec() passes its text to a shell, which runs everything in it. execFile() takes the arguments separately.",
  },
  {
    ruleName: "eval_injection",
    substrings: ["eval("],
    reminder: "eval() runs everything in its text. JSON.parse() reads data without running it.",
  },
  {
    ruleName: "new_function",
    substrings: ["new Function("],
    reminder: "new Function() runs everything in its text, as eval() does.",
  },
  {
    ruleName: "inner_html",
    substrings: ["dangerouslySetInnerHTML", ".innerHTML =", "document.write("],
    reminder: "Markup from a text may contain scripts. textContent shows a text as it is.",
  },
  {
    ruleName: "pickle",
    substrings: ["pickle.load"],
    reminder: "pickle runs code in the data. JSON contains data only.",
  },
  {
    ruleName: "os_system",
    substrings: ["os.system("],
    reminder:
      "os.system() passes its text to a shell. subprocess.run() with a list takes the arguments separately.",
  },
  {
    ruleName: "github_actions_workflow",
    pathCheck: (path) => /(?:^|\/)\.github\/workflows\/[^/]*\.ya?ml$/.test(path),
    reminder:
      "An expression such as ${{ github.event.issue.title }} within a run step puts text of a stranger into a shell command. An env entry passes it safely.",
  },
];

/**
 * Returns the reminder for an edit: that of the first matching rule. Undefined when there is none,
 * or the session has had it for that file.
 *
 * @param shownKeys Keys of the reminders that the session has had.
 */
export function chooseReminder(
  rules: readonly ReminderRule[],
  action: HookedAction,
  shownKeys: ReadonlySet<string>,
): ChosenReminder | undefined {
  const path = findActionPath(action);
  if (!isEditingTool(action.toolName) || path === undefined) return undefined;
  const inner = path.replace(/^\/+/, "");
  const text = findActionText(action) ?? "";
  const rule = rules.find(({ pathCheck, substrings = [] }) =>
    pathCheck?.(inner) === true || substrings.some((one) => text.includes(one))
  );
  if (rule === undefined) return undefined;
  const { ruleName, reminder } = rule;
  const key = `${path}-${ruleName}`;
  return shownKeys.has(key) ? undefined : { key, ruleName, reminder };
}
