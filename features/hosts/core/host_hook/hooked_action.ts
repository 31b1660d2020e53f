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

/** Something that an agent is reminded of when it writes into certain files, or certain words. */
export interface ReminderRule {
  /** Tells the reminders of a file apart. */
  readonly ruleName: string;
  /** What is said. */
  readonly reminder: string;
  /** Whether a path without its first slash is meant; asked before the texts. */
  readonly pathCheck?: (path: string) => boolean;
  /** Any of these texts in what is written. */
  readonly substrings?: readonly string[];
}

/** The reminder of an action. */
export interface ChosenReminder {
  /** Which of a session's reminders it is: one of the same key is given once. */
  readonly key: string;
  /** That of its rule. */
  readonly ruleName: string;
  /** What is said. */
  readonly reminder: string;
}

/** What is easily written and often regretted. The first two are the seed's, all of the words ours. */
export const SECURITY_REMINDERS: readonly ReminderRule[] = [
  {
    ruleName: "child_process_exec",
    substrings: ["child_process.exec", "execSync("],
    reminder:
      "child_process.exec() gives its text to a shell, which runs whatever it holds. execFile() takes the arguments apart.",
  },
  {
    ruleName: "eval_injection",
    substrings: ["eval("],
    reminder: "eval() runs whatever its text holds. JSON.parse() reads data without running it.",
  },
  {
    ruleName: "new_function",
    substrings: ["new Function("],
    reminder: "new Function() runs whatever its text holds, as eval() does.",
  },
  {
    ruleName: "inner_html",
    substrings: ["dangerouslySetInnerHTML", ".innerHTML =", "document.write("],
    reminder: "Markup from a text may bring scripts with it. textContent shows a text as it is.",
  },
  {
    ruleName: "pickle",
    substrings: ["pickle.load"],
    reminder: "pickle runs what the data says. JSON holds data without running it.",
  },
  {
    ruleName: "os_system",
    substrings: ["os.system("],
    reminder:
      "os.system() gives its text to a shell. subprocess.run() with a list takes the arguments apart.",
  },
  {
    ruleName: "github_actions_workflow",
    pathCheck: (path) => /(?:^|\/)\.github\/workflows\/[^/]*\.ya?ml$/.test(path),
    reminder:
      "An expression such as ${{ github.event.issue.title }} within a run step is text of a stranger in a shell. An env entry holds it safely.",
  },
];

/**
 * Returns the reminder of what an agent writes: that of the first rule that matches. Undefined when there is none, or
 * the session has had it for that file.
 *
 * @param given Keys of the reminders that the session has had.
 */
export function chooseReminder(
  rules: readonly ReminderRule[],
  action: HookedAction,
  given: ReadonlySet<string>,
): ChosenReminder | undefined {
  const path = pathOfAction(action);
  if (!isEditingTool(action.toolName) || path === undefined) return undefined;
  const inner = path.replace(/^\/+/, "");
  const text = textOfAction(action) ?? "";
  const rule = rules.find(({ pathCheck, substrings = [] }) =>
    pathCheck?.(inner) === true || substrings.some((one) => text.includes(one))
  );
  if (rule === undefined) return undefined;
  const { ruleName, reminder } = rule;
  const key = `${path}-${ruleName}`;
  return given.has(key) ? undefined : { key, ruleName, reminder };
}
