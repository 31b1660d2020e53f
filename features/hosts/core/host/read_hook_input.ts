import { isJsonObject, type JsonObject, parseJsonObject } from "@dossier/core/json";
import { type HookMoment, type Host, type HostEvent, type HostHooks, HOSTS } from "../hosts/mod.ts";

/** The cause of a session's start, in the terms of most hosts. */
export type SessionSource = "startup" | "resume" | "clear" | "compact" | "fork";

/** A call of a tool, as reported by a host. */
export interface HookToolCall {
  readonly name: string;
  /** The arguments of the tool, of any type. */
  readonly input: unknown;
  /** The output of the tool; undefined before it has run. */
  readonly response: unknown;
}

/** The input of a hook's command. */
export interface HookInput {
  readonly event: HostEvent;
  /** Id of the session; undefined when the host sends none. */
  readonly session: string | undefined;
  /** Absolute path of the folder that the session works in. */
  readonly folder: string | undefined;
  /** Absolute path of the session's transcript, which may lag. */
  readonly transcript: string | undefined;
  /** Id of the subagent of the event; undefined for the session itself. */
  readonly agent: string | undefined;
  readonly agentType: string | undefined;
  /** The cause of the session's start; undefined for an unknown one. */
  readonly source: SessionSource | undefined;
  readonly prompt: string | undefined;
  readonly tool: HookToolCall | undefined;
  /** The cause of the session's end or of the compaction. */
  readonly reason: string | undefined;
}

/** The parsed input, or the problem with it. */
export type HookInputResult =
  | { readonly input: HookInput }
  /** One sentence on why the input cannot be used. */
  | { readonly problem: string };

/** Maximum number of UTF-16 code units of an input: no prompt or file of a host is longer. */
export const MAX_HOOK_INPUT = 10 * 1024 * 1024;

/** Terms of hosts for the causes of a session's start. */
const SOURCES: ReadonlyMap<string, SessionSource> = new Map([
  ["startup", "startup"],
  ["new", "startup"],
  ["resume", "resume"],
  ["clear", "clear"],
  ["compact", "compact"],
  ["fork", "fork"],
]);

/**
 * Returns the input in a host's JSON, or the problem with it. Unknown keys are ignored; known ones
 * may be absent or of another type.
 *
 * @param eventName The event, for hosts whose input does not name it.
 */
export function readHookInput(host: HookHost, text: string, eventName?: string): HookInputResult {
  if (text.length > MAX_HOOK_INPUT) {
    return { problem: `Cannot read an input of more than ${MAX_HOOK_INPUT} characters` };
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    const what = text.trim() === "" ? "it is empty" : "it is not complete JSON";
    return { problem: `Cannot read the input as ${what}` };
  }
  if (!isJsonObject(value)) return { problem: "Cannot read the input as it is not a JSON object" };
  const name = readInputText(value, "hook_event_name", "hookEventName") ?? eventName;
  if (name === undefined) return { problem: "Cannot find the event as the input does not name it" };
  const event = findHookEvent(host, name);
  if (event === undefined) {
    return {
      problem: `Cannot handle the event "${name.slice(0, 80)}" as ${host.label} has no such event`,
    };
  }
  return { input: toInput(event, value) };
}

/** Context of a hook that Gemini CLI puts before the first prompt without a terminal. */
const HOST_CONTEXT_REGEXP = /^<hook_context>[^]*?<\/hook_context>\s*/;

function toInput(event: HostEvent, fields: JsonObject): HookInput {
  const text = (...names: readonly string[]) => readInputText(fields, ...names);
  const toolName = text("tool_name", "toolName");
  const begins = event.moment === "session-start";
  return {
    event,
    session: text("session_id", "sessionId", "conversation_id"),
    folder: text("cwd") ?? readFolder(fields),
    transcript: text("transcript_path", "transcriptPath"),
    agent: text("agent_id", "agentId"),
    agentType: text("agent_type", "agentType"),
    source: begins ? SOURCES.get(text("source") ?? "startup") : undefined,
    prompt: text("prompt", "user_prompt")?.replace(HOST_CONTEXT_REGEXP, ""),
    tool: toolName === undefined ? undefined : {
      name: toolName,
      input: readFirst(fields, "tool_input", "toolArgs"),
      response: readFirst(
        fields,
        ...["tool_response", "tool_result", "tool_output", "toolResult"],
      ),
    },
    reason: text("reason", "trigger"),
  };
}

/** Returns the first of several members that is a non-empty text. */
export function readInputText(
  fields: JsonObject,
  ...names: readonly string[]
): string | undefined {
  for (const name of names) {
    const value = fields[name];
    if (typeof value === "string" && value !== "") return value;
  }
  return undefined;
}

/** Returns the first of several members that exists; JSON in a text is parsed. */
function readFirst(fields: JsonObject, ...names: readonly string[]): unknown {
  const value = names.map((name) => fields[name]).find((one) => one !== undefined);
  return typeof value === "string" ? parseJsonObject(value) ?? value : value;
}

/**
 * Returns the first folder of the workspace, which some hosts send in place of the current folder.
 */
function readFolder(fields: JsonObject): string | undefined {
  const roots = fields["workspace_roots"];
  const [first] = Array.isArray(roots) ? roots : [];
  return typeof first === "string" && first !== "" ? first : undefined;
}

/** A host that runs commands at the events of a session. */
export interface HookHost extends HostHooks, Pick<Host, "name" | "label"> {}

/** The hosts that run commands at their events. */
export const HOOK_HOSTS: readonly HookHost[] = HOSTS.flatMap(({ name, label, hooks }) =>
  hooks === undefined ? [] : { name, label, ...hooks }
);

/** Returns the host with a name. */
export function findHookHost(name: string | undefined): HookHost | undefined {
  return HOOK_HOSTS.find((host) => host.name === name);
}

/** Returns the event of a host with a name. */
export function findHookEvent(host: HostHooks, name: string): HostEvent | undefined {
  return host.events.find((event) => event.name === name);
}

/** Returns the time limit of a moment in milliseconds: the user waits at each of these. */
export function findTimeLimit(moment: HookMoment): number {
  switch (moment) {
    case "session-start":
      return 5000;
    case "subagent-start":
      // It runs once, without a person waiting, and is not repeated.
      return 3000;
    default:
      return 1000;
  }
}

/**
 * Milliseconds beyond its time limit that a hook may wait for a busy server. Hosts wait four
 * seconds longer; with a hundred processes at once on two cores, some take two of these to start
 * and to end.
 */
const PATIENCE_MS = 2000;

/** Milliseconds between the end of a hook and the time limit of its host. */
const SPARE_MS = 1000;

/**
 * Returns the time limit in milliseconds on a machine that is so busy that only a server can
 * respond.
 */
export function findBusyTimeLimit({ moment, timeoutSeconds }: HostEvent): number {
  const deadlineMs = findTimeLimit(moment);
  const hostMs = timeoutSeconds * 1000 - SPARE_MS;
  return Math.max(deadlineMs, Math.min(deadlineMs + PATIENCE_MS, hostMs));
}
