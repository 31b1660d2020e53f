import { type HookedAction, isEditingTool, pathOfAction, textOfAction } from "./hooked_action.ts";

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
