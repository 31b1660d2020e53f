/** When in a session something may be told, whatever a host calls it. */
export type HookMoment =
  | "session-start"
  | "prompt"
  | "before-tool"
  | "after-tool"
  | "stop"
  | "subagent-start"
  | "subagent-stop"
  | "before-compaction"
  | "after-compaction"
  | "session-end";

/** How an event of a host takes a text for the agent. */
export type ReplyForm =
  /** As it is, on standard output. */
  | "text"
  /** As `hookSpecificOutput.additionalContext`, beside the name of the event. */
  | "nested"
  /** As the only key of a JSON object. */
  | "flat";

/** An event at which a host runs commands. */
export interface HostEvent {
  /** The host's own name of it. */
  readonly name: string;
  readonly moment: HookMoment;
  /** How a text gets to the agent; absent where none does. */
  readonly reply?: ReplyForm;
  /** Seconds after which the host stops waiting when its configuration does not say. */
  readonly hostTimeoutSeconds: number;
  /** Whether a command of ours is worth a process there. */
  readonly isInstalled: boolean;
  /** The tools at which it is, as the host's configuration names them; absent for all occasions. */
  readonly matcher?: string;
}

/** Most that a host passes on of a text; of more it gives a beginning and the path of a file, or nothing. */
export interface HookTextLimit {
  readonly count: number;
  readonly unit: "characters" | "bytes";
}

/** A program that runs commands at the events of a session. */
export interface HookHost {
  /** What the user types. */
  readonly name: string;
  readonly label: string;
  readonly events: readonly HostEvent[];
  /** Absent where the host documents none. */
  readonly limit?: HookTextLimit;
  /** Whether it gives the rules for some files by itself when one of these is read. */
  readonly givesRulesOnRead: boolean;
  /** Whether it tells MCP servers which session calls, and hooks when subagents begin and end. */
  readonly tellsSession?: true;
  /** The key of a line that the host shows the user; absent where it shows none. */
  readonly noticeKey?: string;
  /** The key of a text in a flat reply. */
  readonly flatKey?: string;
  /** How its configuration writes a time limit. */
  readonly timeout: { readonly key: string; readonly unit: "seconds" | "milliseconds" };
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
export function patienceOf({ moment, hostTimeoutSeconds }: HostEvent): number {
  const deadlineMs = deadlineOf(moment);
  const hostMs = hostTimeoutSeconds * 1000 - SPARE_MS;
  return Math.max(deadlineMs, Math.min(deadlineMs + PATIENCE_MS, hostMs));
}

/** Returns the event of a host with a name. */
export function findHookEvent(host: HookHost, name: string): HostEvent | undefined {
  return host.events.find((event) => event.name === name);
}
