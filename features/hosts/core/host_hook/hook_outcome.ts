import { isJsonObject, type JsonObject, parseJsonObject } from "@dossier/core/json";
import { present } from "@dossier/core/present";
import { takeWholeStart } from "@dossier/core/utf8";

/** What may become of a call of a tool, least strict first. */
const PERMISSIONS: readonly ToolPermission[] = ["allow", "ask", "deny"];

/** What may become of a call of a tool; the stricter of two decides: deny before ask before allow. */
export type ToolPermission = "allow" | "ask" | "deny";

/** How a hook's process has ended. */
export interface HookExit {
  /** 0 for all is well, 2 for a refusal; any other is a failure. */
  readonly code: number;
  /** What it wrote to standard output: JSON, or text. */
  readonly stdout: string;
  /** What it wrote to standard error, which says why it refuses. */
  readonly stderr: string;
  /** Whether it was killed as it took too long. @default false */
  readonly isTimedOut?: boolean;
}

/** What one hook, or all hooks of an event, have made of it. */
export interface HookOutcome {
  /** Of a call of a tool; absent when none has decided. */
  readonly permission?: ToolPermission | undefined;
  /** Why that is so, for the model. */
  readonly permissionReasons: readonly string[];
  /** The input that the tool is called with instead. */
  readonly updatedInput?: JsonObject | undefined;
  /** Whether a prompt is dropped, an agent goes on, or a history is not compacted. */
  readonly isBlocked: boolean;
  /** Why, or what is said of the result of a tool, for the model. */
  readonly reasons: readonly string[];
  /** What is added to the context. */
  readonly contexts: readonly string[];
  /** What the user is told. */
  readonly messages: readonly string[];
  /** Why the agent is to stop altogether; empty when no reason is given, absent when it is not to. */
  readonly stopReason?: string | undefined;
  /** Sentences on hooks that have failed, which stops nothing. */
  readonly warnings: readonly string[];
}

/** What becomes of an event without hooks. */
const NOTHING: HookOutcome = {
  permissionReasons: [],
  isBlocked: false,
  reasons: [],
  contexts: [],
  messages: [],
  warnings: [],
};

/** Events of which text that is no JSON becomes context. */
const PLAIN_EVENTS: ReadonlySet<string> = new Set([
  "SessionStart",
  "SubagentStart",
  "UserPromptSubmit",
  "UserPromptExpansion",
]);

/** Events that can be blocked. */
const BLOCKABLE_EVENTS: ReadonlySet<string> = new Set([
  "UserPromptSubmit",
  "UserPromptExpansion",
  "Stop",
  "SubagentStop",
  "PreCompact",
]);

/** Returns what becomes of an event by how a hook has ended. */
export function readHookOutcome(event: string, exit: HookExit): HookOutcome {
  const { code, isTimedOut = false } = exit;
  const stdout = exit.stdout.trim();
  const stderr = exit.stderr.trim();
  if (isTimedOut) return failedHook(`A hook of ${event} took too long`);
  const json = parseJsonObject(stdout);
  if (code === 2) {
    const reason = json === undefined ? undefined : textOf(json.reason);
    return refuse(event, reason ?? (stderr === "" ? "A hook has refused it" : stderr));
  }
  if (code !== 0) {
    return failedHook(`A hook of ${event} ended with the code ${code}${stderr && `: ${stderr}`}`);
  }
  if (json !== undefined) return readJsonOutcome(event, json);
  return stdout !== "" && PLAIN_EVENTS.has(event) ? { ...NOTHING, contexts: [stdout] } : NOTHING;
}

/** Returns what becomes of an event by a hook that has failed, which stops nothing. */
export function failedHook(sentence: string): HookOutcome {
  return { ...NOTHING, warnings: [sentence] };
}

/** Returns what becomes of an event that a hook refuses: what has happened already is only objected to. */
function refuse(event: string, reason: string): HookOutcome {
  if (event === "PreToolUse" || event === "PermissionRequest") {
    return { ...NOTHING, permission: "deny", permissionReasons: [reason] };
  }
  if (BLOCKABLE_EVENTS.has(event)) return { ...NOTHING, isBlocked: true, reasons: [reason] };
  if (event.startsWith("PostTool")) return { ...NOTHING, reasons: [reason] };
  return { ...NOTHING, messages: [reason] };
}

function readJsonOutcome(event: string, reply: JsonObject): HookOutcome {
  const { decision, hookSpecificOutput = {} } = reply;
  const own = isJsonObject(hookSpecificOutput) ? hookSpecificOutput : {};
  // The seed's sample leaves the name out.
  const isOfEvent = own.hookEventName === undefined || own.hookEventName === event;
  const { additionalContext, permissionDecision, permissionDecisionReason, updatedInput } =
    isOfEvent ? own : {};
  const reason = textOf(reply.reason);
  const refusal = decision === "block" ? refuse(event, reason ?? "A hook has refused it") : NOTHING;
  const approval = decision === "approve" && event === "PreToolUse" ? "allow" : undefined;
  const given = PERMISSIONS.find((one) => one === permissionDecision);
  const permission = given ?? refusal.permission ?? approval;
  const why = given === undefined
    ? reason ?? refusal.permissionReasons[0]
    : textOf(permissionDecisionReason);
  return present({
    ...refusal,
    permission,
    permissionReasons: permission === undefined || why === undefined ? [] : [why],
    updatedInput: isJsonObject(updatedInput) ? updatedInput : undefined,
    contexts: listText(additionalContext),
    messages: [...refusal.messages, ...listText(reply.systemMessage)],
    stopReason: reply.continue === false ? textOf(reply.stopReason) ?? "" : undefined,
    warnings: isOfEvent
      ? []
      : [`A hook of ${event} answered for another event: "${String(own.hookEventName)}"`],
  });
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}

function listText(value: unknown): readonly string[] {
  return textOf(value) === undefined ? [] : [String(value)];
}

/** Returns the strictest of several permissions; undefined when none is given. */
export function strictestPermission(
  permissions: readonly (ToolPermission | undefined)[],
): ToolPermission | undefined {
  return PERMISSIONS.findLast((one) => permissions.includes(one));
}

/**
 * Returns what becomes of an event by all its hooks: the strictest permission, with the reasons for it, any block,
 * the last input that is not denied, and all texts in the order given.
 *
 * @param configured What the host's own settings say of the call, which no hook makes less strict.
 */
export function combineHookOutcomes(
  outcomes: readonly HookOutcome[],
  configured?: ToolPermission,
): HookOutcome {
  const permission = strictestPermission([configured, ...outcomes.map((one) => one.permission)]);
  const deciding = outcomes.filter((one) => one.permission === permission);
  return present({
    permission,
    permissionReasons: deciding.flatMap(({ permissionReasons }) => permissionReasons),
    updatedInput: permission === "deny"
      ? undefined
      : outcomes.findLast(({ updatedInput }) => updatedInput !== undefined)?.updatedInput,
    isBlocked: outcomes.some(({ isBlocked }) => isBlocked),
    reasons: outcomes.flatMap(({ reasons }) => reasons),
    contexts: outcomes.flatMap(({ contexts }) => contexts),
    messages: outcomes.flatMap(({ messages }) => messages),
    stopReason: outcomes.find(({ stopReason }) => stopReason !== undefined)?.stopReason,
    warnings: outcomes.flatMap(({ warnings }) => warnings),
  });
}

/** Characters of the longest text of a hook that goes to the model as it is; Claude Code's. */
export const MAX_HOOK_CHARACTERS = 10_000;

/** Characters of a longer one that are shown; ours, as no host says. */
const PREVIEW_CHARACTERS = 2000;

/** How often in a row hooks may keep an agent from stopping; Claude Code's. */
const MAX_STOP_BLOCKS = 8;

/** Compactions in a row after which the window is full again at once, before no more is tried; Claude Code's. */
const MAX_REFILLS = 3;

/**
 * Returns an outcome in which each long text is replaced by its beginning and where all of it is.
 *
 * @param save Keeps a text and returns the path of it; undefined when that has failed.
 */
export async function capHookOutcome(
  outcome: HookOutcome,
  save: (text: string) => Promise<string | undefined>,
): Promise<HookOutcome> {
  const cap = async (text: string) => {
    if (text.length <= MAX_HOOK_CHARACTERS) return text;
    const path = await save(text);
    const shown = takeWholeStart(text, PREVIEW_CHARACTERS);
    const where = path === undefined ? "the rest is lost" : `all of it is in ${path}`;
    return `${shown}\n… the first ${shown.length} of ${text.length} characters: ${where}`;
  };
  const capAll = (texts: readonly string[]) => Promise.all(texts.map(cap));
  return {
    ...outcome,
    permissionReasons: await capAll(outcome.permissionReasons),
    reasons: await capAll(outcome.reasons),
    contexts: await capAll(outcome.contexts),
    messages: await capAll(outcome.messages),
    warnings: await capAll(outcome.warnings),
  };
}

/**
 * Returns what becomes of an agent that wants to stop, and how often in a row it has now been kept from that. Beyond
 * `MAX_STOP_BLOCKS` it stops, whatever hooks say.
 *
 * @param blocks How often in a row it was kept from stopping until now.
 */
export function limitStopBlocks(
  outcome: HookOutcome,
  blocks: number,
): { readonly outcome: HookOutcome; readonly blocks: number } {
  if (!outcome.isBlocked) return { outcome, blocks: 0 };
  if (blocks < MAX_STOP_BLOCKS) return { outcome, blocks: blocks + 1 };
  const warning =
    `Hooks have kept the agent from stopping ${MAX_STOP_BLOCKS} times in a row: it stops`;
  return {
    outcome: { ...outcome, isBlocked: false, warnings: [...outcome.warnings, warning] },
    blocks: 0,
  };
}

/**
 * Returns how often in a row the window was full again right after a compaction, and whether another is worth it.
 *
 * @param refills The same until now.
 */
export function countRefills(
  refills: number,
  isFullAgain: boolean,
): { readonly refills: number; readonly mayCompact: boolean } {
  const count = isFullAgain ? refills + 1 : 0;
  return { refills: count, mayCompact: count < MAX_REFILLS };
}
