import type { HookInput } from "../core/host/mod.ts";

/** What a session is at, for the thread that finds out what to tell it. */
export interface HookJob {
  readonly input: HookInput;
  /** Name of the host. */
  readonly host: string;
  /** Whether it gives the rules for some files by itself when one of these is read. */
  readonly givesRulesOnRead: boolean;
  /** Whether the host passes on a text at this event. */
  readonly isHeard: boolean;
  /** Id of the process that runs the hook: the host, unless something stands between them. @default not known */
  readonly hostProcess?: number | undefined;
  /** Absolute path of the tree. */
  readonly root: string;
  /** The user's cache folder, for a tree that can not be written. */
  readonly cache: string | undefined;
  /** The user's home, where policies may be. */
  readonly home: string | undefined;
  /** Whether a session is reminded of what is easily regretted. */
  readonly reminds: boolean;
  /** Whether a session gets a note on a search of its own that found nothing or too much. */
  readonly notesSearches: boolean;
  /** Milliseconds that are left. */
  readonly timeMs: number;
  /** Milliseconds that are left where only a server can answer: the machine is busy. @default those that are left */
  readonly patienceMs?: number | undefined;
  /**
   * Whether whoever waits for the answer finds it out, as it takes no time: what is held by another process is then
   * waited for a moment only. @default false
   */
  readonly isBrief?: boolean | undefined;
  /** Who notes the event: the thread, or the one that waits for it. @default the thread */
  readonly claim?: NoteClaim | undefined;
}

/** Two numbers that threads share: the first one that sets the first notes the event; the second says that nobody waits. */
export type NoteClaim = SharedArrayBuffer;

/** Returns a claim that nobody has taken. */
export function makeClaim(): NoteClaim {
  return new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT);
}

/** Takes a claim, and returns whether nobody else had. */
export function takeClaim(claim: NoteClaim): boolean {
  return Atomics.compareExchange(new Int32Array(claim), 0, 0, 1) === 0;
}

/** Returns whether the event is noted, or is about to be. */
export function isTaken(claim: NoteClaim | undefined): boolean {
  return claim !== undefined && Atomics.load(new Int32Array(claim), 0) === 1;
}

/** Says that nobody waits for an answer any more: what was not noted is not, and nothing counts as told. */
export function giveUpClaim(claim: NoteClaim): void {
  takeClaim(claim);
  Atomics.store(new Int32Array(claim), 1, 1);
}

/** Returns whether nobody waits for an answer any more. */
export function isGivenUp(claim: NoteClaim | undefined): boolean {
  return claim !== undefined && Atomics.load(new Int32Array(claim), 1) === 1;
}

/** What comes of it. */
export interface HookAnswer {
  /** For the agent; empty for nothing. */
  readonly text: string;
  /** For the user, in a line: what the agent is given; absent for nothing. */
  readonly notice?: string | undefined;
  /** What stood in the way, a sentence each. */
  readonly problems: readonly string[];
  /** Number of the record of the bundle in it; absent without one. */
  readonly record?: number | undefined;
  /** Names of texts in it that are noted as told by whoever makes the reply; absent without any. */
  readonly receipts?: readonly string[] | undefined;
}

/**
 * What is said meanwhile: that many others are answered at the same time, that the event was noted, and what there is
 * to tell so far; and last what comes of it.
 */
export type HookMessage =
  | { readonly isCrowded: true }
  | { readonly isNoted: true }
  | { readonly soFar: HookAnswer }
  | HookAnswer;
