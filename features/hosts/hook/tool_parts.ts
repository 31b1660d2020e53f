import type { HookInput, HookPart } from "../core/host/mod.ts";
import { chooseReminder, readHookedAction, SECURITY_REMINDERS } from "../core/host_hook/mod.ts";
import { estimateTokens } from "@dossier/core/text";
import type { RecordedActivity } from "@dossier/retrieval/state";
import type { HookSession } from "./hook_session.ts";
import type { TouchedFile } from "./touched_file.ts";

/** Options for the parts of a tool call. */
export interface ToolPartOptions {
  readonly session: HookSession;
  /** Earlier activity of the session. */
  readonly before: readonly RecordedActivity[];
  /** Real absolute path of the tree. */
  readonly root: string;
  readonly home: string | undefined;
  readonly host: string;
  /** True when the host adds the rules for a file itself when the file is read. */
  readonly addsRulesOnRead: boolean;
  readonly showsReminders: boolean;
  readonly report: (error: unknown) => void;
}

/**
 * Returns the project's texts about an action of an agent: instructions for its files, messages of
 * rules, and security reminders. A session gets each of them once.
 */
export async function listToolParts(
  input: HookInput,
  touched: readonly TouchedFile[],
  options: ToolPartOptions,
): Promise<readonly HookPart[]> {
  const { session, report } = options;
  const parts: HookPart[] = [];
  for (const list of [listInstructions, listRules, listReminders]) {
    for (const part of await list(input, touched, options).catch((error) => (report(error), []))) {
      if (await session.recordText(part.name, part.text, estimateTokens(part.text))) {
        parts.push(part);
      }
    }
  }
  return parts;
}

/** Returns the instructions for the files that the host does not add itself. */
async function listInstructions(
  { folder }: HookInput,
  touched: readonly TouchedFile[],
  { before, root, home, host, addsRulesOnRead }: ToolPartOptions,
): Promise<HookPart[]> {
  const due = addsRulesOnRead ? touched.filter(({ kind }) => kind === "edit") : touched;
  if (due.length === 0) return [];
  const read = new Set(
    before.flatMap(({ kind, value }) => kind === "read" ? [value] : []),
  );
  const { rulesFor } = await import("../instructions/mod.ts");
  const { toTreePath } = await import("@dossier/retrieval/tree-path");
  const from = toTreePath(folder ?? root, root) ?? "";
  const parts: HookPart[] = [];
  for (const { path } of due) {
    if (addsRulesOnRead && read.has(path)) continue;
    const found = await rulesFor(`${root}/${path}`, { host: host as string, root, home, from });
    for (const { id, text, reason } of found) {
      parts.push({ name: id, text: `"${id}" says, as ${reason}:\n\n${text.trim()}`, more: id });
    }
  }
  return parts;
}

/**
 * Returns the messages of the project's rules for an action, including rules that would reject it:
 * only an orchestrator's own loop can reject it.
 */
async function listRules(
  input: HookInput,
  _touched: readonly TouchedFile[],
  { root, report }: ToolPartOptions,
): Promise<HookPart[]> {
  const { checkAction } = await import("../host_hook/mod.ts");
  const { verdict, problems } = await checkAction(root, readHookedAction(input));
  for (const problem of problems) report(problem);
  if (verdict === undefined) return [];
  return [{
    name: `rule ${verdict.names.join(", ")}`,
    text: verdict.message,
    more: ".dossier/rules",
  }];
}

function listReminders(
  input: HookInput,
  _touched: readonly TouchedFile[],
  { before, showsReminders }: ToolPartOptions,
): Promise<HookPart[]> {
  if (!showsReminders) return Promise.resolve([]);
  const given = new Set(
    before.flatMap(({ kind, value }) =>
      kind === "told" && value.startsWith(REMINDER) ? [value.slice(REMINDER.length)] : []
    ),
  );
  const chosen = chooseReminder(SECURITY_REMINDERS, readHookedAction(input), given);
  if (chosen === undefined) return Promise.resolve([]);
  const { key, reminder } = chosen;
  return Promise.resolve([{ name: `${REMINDER}${key}`, text: reminder, more: "the file" }]);
}

/** Prefix of the names of reminders. */
const REMINDER = "reminder ";
