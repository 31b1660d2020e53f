import type { HookInput } from "../core/host/mod.ts";

/** An event of a session, for the thread that answers it. */
export interface HookJob {
  readonly input: HookInput;
  /** Name of the host. */
  readonly host: string;
  /** True when the host adds the rules for a file itself when the file is read. */
  readonly addsRulesOnRead: boolean;
  /** True when the host accepts a text at this event. */
  readonly acceptsText: boolean;
  /**
   * Id of the process that runs the hook: the host, unless another process is between them.
   * @default not known
   */
  readonly hostProcess?: number | undefined;
  /** Absolute path of the tree. */
  readonly root: string;
  /** The user's cache folder, for a tree that cannot be written. */
  readonly cache: string | undefined;
  /** The user's home folder, which may have policies. */
  readonly home: string | undefined;
  /** If true, a session gets security reminders. */
  readonly showsReminders: boolean;
  /** If true, a session gets notes on its own searches without results or with too many. */
  readonly addsSearchNotes: boolean;
  /** Time that is left, in milliseconds. */
  readonly timeMs: number;
  /**
   * Time that is left on a busy machine, on which only a server can respond, in milliseconds.
   * @default `timeMs`
   */
  readonly patienceMs?: number | undefined;
  /**
   * If true, the waiting thread answers itself: a lock of another process is waited for only
   * briefly. @default false
   */
  readonly isBrief?: boolean | undefined;
  /**
   * Decides whether the answering or the waiting thread records the event. @default the answering
   * thread
   */
  readonly claim?: RecordClaim | undefined;
}

/**
 * Two numbers that threads share: the thread that sets the first one records the event; the second
 * says that no thread waits.
 */
export type RecordClaim = SharedArrayBuffer;

/** Returns a claim that is free. */
export function createClaim(): RecordClaim {
  return new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT);
}

/** Takes a claim; returns true when it was free. */
export function takeClaim(claim: RecordClaim): boolean {
  return Atomics.compareExchange(new Int32Array(claim), 0, 0, 1) === 0;
}

/** Returns true when the event is recorded, or about to be. */
export function isClaimed(claim: RecordClaim | undefined): boolean {
  return claim !== undefined && Atomics.load(new Int32Array(claim), 0) === 1;
}

/** Marks a job as abandoned: nothing more is recorded, and nothing counts as delivered. */
export function abandonClaim(claim: RecordClaim): void {
  takeClaim(claim);
  Atomics.store(new Int32Array(claim), 1, 1);
}

/** Returns true when no thread waits for the answer. */
export function isAbandoned(claim: RecordClaim | undefined): boolean {
  return claim !== undefined && Atomics.load(new Int32Array(claim), 1) === 1;
}

/** The answer to an event. */
export interface HookAnswer {
  /** Text for the agent; empty for none. */
  readonly text: string;
  /** Line for the user about the context of the agent; absent for none. */
  readonly notice?: string | undefined;
  /** One sentence for each problem. */
  readonly problems: readonly string[];
  /** Number of the record of its bundle; absent without one. */
  readonly record?: number | undefined;
  /** Names of texts in it that the sender of the reply records as delivered; absent without any. */
  readonly receipts?: readonly string[] | undefined;
}

/**
 * A message to the hook: that the server is busy, that the event is recorded, and the answer so
 * far; last, the answer.
 */
export type HookMessage =
  | { readonly isBusy: true }
  | { readonly isRecorded: true }
  | { readonly soFar: HookAnswer }
  | HookAnswer;
