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
  /** The key of a text in a flat reply. */
  readonly flatKey?: string;
  /** How its configuration writes a time limit. */
  readonly timeout: { readonly key: string; readonly unit: "seconds" | "milliseconds" };
}

/** Milliseconds that we take at most: a user waits for us at each of these moments. */
export function deadlineOf(moment: HookMoment): number {
  return moment === "session-start" ? 5000 : 1000;
}

/** Returns the event of a host with a name. */
export function findHookEvent(host: HookHost, name: string): HostEvent | undefined {
  return host.events.find((event) => event.name === name);
}
