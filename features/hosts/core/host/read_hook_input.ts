import { isJsonObject, type JsonObject, parseJsonObject } from "@dossier/core/json";
import { type HookMoment, type Host, type HostEvent, type HostHooks, HOSTS } from "../hosts/mod.ts";

/** How a session came to begin, in the words of the hosts; some have others. */
export type SessionSource = "startup" | "resume" | "clear" | "compact" | "fork";

/** A call of a tool, as a host tells it. */
export interface HookToolCall {
  readonly name: string;
  /** What the tool was given, whatever that is. */
  readonly input: unknown;
  /** What it answered; undefined before it has. */
  readonly response: unknown;
}

/** What a host tells a command at an event. */
export interface HookInput {
  readonly event: HostEvent;
  /** Id of the session; undefined when the host gives none. */
  readonly session: string | undefined;
  /** Absolute path of the folder that the session works in. */
  readonly folder: string | undefined;
  /** Absolute path of the session's transcript, which may lag. */
  readonly transcript: string | undefined;
  /** Id of the subagent that this is about; undefined for the session itself. */
  readonly agent: string | undefined;
  readonly agentType: string | undefined;
  /** How the session began; undefined for words that we do not know. */
  readonly source: SessionSource | undefined;
  readonly prompt: string | undefined;
  readonly tool: HookToolCall | undefined;
  /** Why the session ends, or what set off the compaction. */
  readonly reason: string | undefined;
}

/** What came of reading. */
export type HookInputReading =
  | { readonly input: HookInput }
  /** One sentence on why there is nothing to go by. */
  | { readonly problem: string };

/** UTF-16 code units of an input that is read: no prompt or file of a host has more. */
export const MAX_HOOK_INPUT = 10 * 1024 * 1024;

/** Words of hosts for the beginnings of sessions. */
const SOURCES: ReadonlyMap<string, SessionSource> = new Map([
  ["startup", "startup"],
  ["new", "startup"],
  ["resume", "resume"],
  ["clear", "clear"],
  ["compact", "compact"],
  ["fork", "fork"],
]);

/**
 * Returns what a host tells in its JSON, or why that can not be read. Keys that we do not know mean nothing, and
 * of those that we do each may be absent or of another type.
 *
 * @param eventName The event, for hosts whose input does not name it.
 */
export function readHookInput(host: HookHost, text: string, eventName?: string): HookInputReading {
  if (text.length > MAX_HOOK_INPUT) {
    return { problem: `Cannot read an input of more than ${MAX_HOOK_INPUT} characters` };
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    const what = text.trim() === "" ? "it is empty" : "it is no whole JSON";
    return { problem: `Cannot read the input as ${what}` };
  }
  if (!isJsonObject(value)) return { problem: "Cannot read the input as it is no JSON object" };
  const name = readInputText(value, "hook_event_name", "hookEventName") ?? eventName;
  if (name === undefined) return { problem: "Cannot tell the event as the input does not name it" };
  const event = findHookEvent(host, name);
  if (event === undefined) {
    return {
      problem: `Cannot do anything at "${name.slice(0, 80)}" as ${host.label} has no such event`,
    };
  }
  return { input: toInput(event, value) };
}

/** What Gemini CLI puts before the first prompt when nobody is at its terminal: what our hook has said. */
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
      input: readAny(fields, "tool_input", "toolArgs"),
      response: readAny(
        fields,
        ...["tool_response", "tool_result", "tool_output", "toolResult"],
      ),
    },
    reason: text("reason", "trigger"),
  };
}

/** Returns the first of some members that is a text and not empty. */
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

/** Returns the first of some members that there is; JSON in a text is read. */
function readAny(fields: JsonObject, ...names: readonly string[]): unknown {
  const value = names.map((name) => fields[name]).find((one) => one !== undefined);
  return typeof value === "string" ? parseJsonObject(value) ?? value : value;
}

/** Returns the first folder of the workspace, which some hosts give instead of the one that is worked in. */
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

/** Returns the host that the user names. */
export function findHookHost(name: string | undefined): HookHost | undefined {
  return HOOK_HOSTS.find((host) => host.name === name);
}

/** Returns the event of a host with a name. */
export function findHookEvent(host: HostHooks, name: string): HostEvent | undefined {
  return host.events.find((event) => event.name === name);
}

/** Milliseconds that we take at most: a user waits for us at each of these moments. */
export function deadlineOf(moment: HookMoment): number {
  switch (moment) {
    case "session-start":
      return 5000;
    case "subagent-start":
      // It comes once, without a person at a keyboard, and nothing makes up for it.
      return 3000;
    default:
      return 1000;
  }
}

/**
 * Milliseconds beyond its deadline that a hook may wait for a server which has many to answer. Hosts wait four seconds
 * longer; of a hundred processes at once on two cores, some take two of these to begin and to end.
 */
const PATIENCE_MS = 2000;

/** Milliseconds before its host stops waiting that a hook has ended. */
const SPARE_MS = 1000;

/** Returns the milliseconds that we take at most where the machine is so busy that only a server can answer. */
export function patienceOf({ moment, waits }: HostEvent): number {
  const deadlineMs = deadlineOf(moment);
  const hostMs = waits * 1000 - SPARE_MS;
  return Math.max(deadlineMs, Math.min(deadlineMs + PATIENCE_MS, hostMs));
}
