import { isJsonObject, type JsonObject, parseJsonObject } from "@dossier/core/json";
import { omitUndefined } from "@dossier/core/omit-undefined";
import { takeUtf16Start } from "@dossier/core/utf8";

/** The decisions about a tool call, least strict first. */
const PERMISSIONS: readonly ToolPermission[] = ["allow", "ask", "deny"];

/** The decision about a tool call; the stricter of two wins: deny over ask over allow. */
export type ToolPermission = "allow" | "ask" | "deny";

/** The result of a hook's process. */
export interface HookExit {
  /** 0 for success, 2 for a rejection; any other is a failure. */
  readonly code: number;
  /** Its standard output: JSON, or text. */
  readonly stdout: string;
  /** Its standard error, with the reason of a rejection. */
  readonly stderr: string;
  /** True when it was killed after its time limit. @default false */
  readonly isTimedOut?: boolean;
}

/** The outcome of an event: the result of one hook, or of all its hooks combined. */
export interface HookOutcome {
  /** Decision about a tool call; absent when no hook has decided. */
  readonly permission?: ToolPermission | undefined;
  /** Reasons of the decision, for the model. */
  readonly permissionReasons: readonly string[];
  /** The input that replaces the tool's input. */
  readonly updatedInput?: JsonObject | undefined;
  /** True when a prompt is dropped, an agent must continue, or a history is not compacted. */
  readonly isBlocked: boolean;
  /** Reasons of the block, or remarks on the result of a tool, for the model. */
  readonly reasons: readonly string[];
  /** Texts that are added to the context. */
  readonly contexts: readonly string[];
  /** Messages for the user. */
  readonly messages: readonly string[];
  /**
   * Reason why the agent should stop altogether; empty when none is given, absent when it should
   * not stop.
   */
  readonly stopReason?: string | undefined;
  /** Sentences about failed hooks, which block nothing. */
  readonly warnings: readonly string[];
}

/** The outcome without hooks. */
const EMPTY_OUTCOME: HookOutcome = {
  permissionReasons: [],
  isBlocked: false,
  reasons: [],
  contexts: [],
  messages: [],
  warnings: [],
};

/** Events at which text that is not JSON becomes context. */
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

/** Returns the outcome that the exit of one hook has for an event. */
export function readHookOutcome(event: string, exit: HookExit): HookOutcome {
  const { code, isTimedOut = false } = exit;
  const stdout = exit.stdout.trim();
  const stderr = exit.stderr.trim();
  if (isTimedOut) return toFailedOutcome(`A hook of ${event} took too long`);
  const json = parseJsonObject(stdout);
  if (code === 2) {
    const reason = json === undefined ? undefined : textOf(json.reason);
    return toRejection(event, reason ?? (stderr === "" ? "A hook has blocked it" : stderr));
  }
  if (code !== 0) {
    return toFailedOutcome(
      `A hook of ${event} exited with code ${code}${stderr && `: ${stderr}`}`,
    );
  }
  if (json !== undefined) return readJsonOutcome(event, json);
  return stdout !== "" && PLAIN_EVENTS.has(event)
    ? { ...EMPTY_OUTCOME, contexts: [stdout] }
    : EMPTY_OUTCOME;
}

/** Returns the outcome of a failed hook, which blocks nothing. */
export function toFailedOutcome(sentence: string): HookOutcome {
  return { ...EMPTY_OUTCOME, warnings: [sentence] };
}

/** Returns the outcome of a rejection. An action that has already run is only commented on. */
function toRejection(event: string, reason: string): HookOutcome {
  if (event === "PreToolUse" || event === "PermissionRequest") {
    return { ...EMPTY_OUTCOME, permission: "deny", permissionReasons: [reason] };
  }
  if (BLOCKABLE_EVENTS.has(event)) return { ...EMPTY_OUTCOME, isBlocked: true, reasons: [reason] };
  if (event.startsWith("PostTool")) return { ...EMPTY_OUTCOME, reasons: [reason] };
  return { ...EMPTY_OUTCOME, messages: [reason] };
}

function readJsonOutcome(event: string, reply: JsonObject): HookOutcome {
  const { decision, hookSpecificOutput = {} } = reply;
  const own = isJsonObject(hookSpecificOutput) ? hookSpecificOutput : {};
  // The example in the original specification omits the name.
  const isOfEvent = own.hookEventName === undefined || own.hookEventName === event;
  const { additionalContext, permissionDecision, permissionDecisionReason, updatedInput } =
    isOfEvent ? own : {};
  const reason = textOf(reply.reason);
  const refusal = decision === "block"
    ? toRejection(event, reason ?? "A hook has blocked it")
    : EMPTY_OUTCOME;
  const approval = decision === "approve" && event === "PreToolUse" ? "allow" : undefined;
  const given = PERMISSIONS.find((one) => one === permissionDecision);
  const permission = given ?? refusal.permission ?? approval;
  const why = given === undefined
    ? reason ?? refusal.permissionReasons[0]
    : textOf(permissionDecisionReason);
  return omitUndefined({
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

/** Returns the strictest of several decisions; undefined when there is none. */
export function strictestPermission(
  permissions: readonly (ToolPermission | undefined)[],
): ToolPermission | undefined {
  return PERMISSIONS.findLast((one) => permissions.includes(one));
}

/**
 * Returns the outcome of an event by all its hooks: the strictest decision with its reasons, any
 * block, the last input that is not denied, and all texts in order.
 *
 * @param configured The decision of the host's own settings, which hooks can only make stricter.
 */
export function combineHookOutcomes(
  outcomes: readonly HookOutcome[],
  configured?: ToolPermission,
): HookOutcome {
  const permission = strictestPermission([configured, ...outcomes.map((one) => one.permission)]);
  const deciding = outcomes.filter((one) => one.permission === permission);
  return omitUndefined({
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

/**
 * Maximum number of characters of a hook's text that the model gets unchanged; from Claude Code.
 */
export const MAX_HOOK_CHARACTERS = 10_000;

/**
 * Number of characters that are shown of a longer text. No host documents a number, so dossier has
 * its own.
 */
const PREVIEW_CHARACTERS = 2000;

/**
 * Maximum number of times in a row that hooks may keep an agent from stopping; from Claude Code.
 */
const MAX_STOP_BLOCKS = 8;

/** Maximum number of compactions in a row that leave the window full; from Claude Code. */
const MAX_REFILLS = 3;

/**
 * Returns an outcome in which each long text is replaced by its start and the path of the whole
 * text.
 *
 * @param save Stores a text and returns its path; undefined when that has failed.
 */
export async function capHookOutcome(
  outcome: HookOutcome,
  save: (text: string) => Promise<string | undefined>,
): Promise<HookOutcome> {
  const cap = async (text: string) => {
    if (text.length <= MAX_HOOK_CHARACTERS) return text;
    const path = await save(text);
    const shown = takeUtf16Start(text, PREVIEW_CHARACTERS);
    const where = path === undefined ? "the rest is discarded" : `all of it is in ${path}`;
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
 * Returns the outcome for an agent that wants to stop, and how often in a row it was kept from
 * that. After `MAX_STOP_BLOCKS` times it stops, regardless of hooks.
 *
 * @param blocks How often in a row it was kept from stopping before.
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
 * Returns how often in a row the window was full right after a compaction, and whether another
 * attempt is allowed.
 *
 * @param refills The previous count.
 */
export function countRefills(
  refills: number,
  isFullAgain: boolean,
): { readonly refills: number; readonly mayCompact: boolean } {
  const count = isFullAgain ? refills + 1 : 0;
  return { refills: count, mayCompact: count < MAX_REFILLS };
}
