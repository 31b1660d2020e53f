import {
  type DeadReason,
  type OfferedInject,
  TERMINAL_ATTEMPTS,
  TERMINAL_RETRY_MS,
  toTerminalNotice,
} from "@dossier/memory/core";
import type { Rail } from "./rail.ts";
import type { RailClock } from "./rail_clock.ts";

/**
 * The way into the terminal of an interactive agent. What is typed there is a key press for whatever it shows: where
 * that is a question, the carriage return answers it. So a channel says no whenever it is not sure.
 */
export interface TerminalChannel {
  /** Returns whether there is a program behind it that runs. */
  isDriven(): Promise<boolean>;
  /** Returns whether it takes a line now, perhaps later, or never, as it only shows texts. */
  canAccept(): Promise<"now" | "later" | "never">;
  /**
   * Types a line with the carriage return at its end.
   *
   * @returns Whether the terminal has taken it; where it has not, nothing of it was typed, and it is tried again.
   */
  type(notice: string): Promise<boolean>;
}

/** What carries texts from a rail into a terminal. */
export interface TerminalLeg {
  /** Brings the texts. */
  readonly rail: Pick<Rail, "take" | "begin" | "settle" | "isLost">;
  /** Undefined where the agent has no terminal that we can type into. */
  readonly channel: TerminalChannel | undefined;
  /** Tells the time. */
  readonly clock: RailClock;
  /** Is told each text that was given up, and why; it does not fail. */
  readonly deadLetter: (offer: OfferedInject, reason: DeadReason) => void | Promise<void>;
}

/**
 * Types the texts of a rail into the terminal of an agent, one after the other, until the rail is lost. Each is tried
 * every two seconds, thirty times at most; what cannot change by waiting ends it at once. A text is begun before it is
 * typed, so that a worker that is killed then does not type it twice.
 *
 * @param shutdown Ends it; texts that were not typed wait for the next start.
 */
export async function runTerminalLeg(leg: TerminalLeg, shutdown: AbortSignal): Promise<void> {
  const { rail, clock } = leg;
  while (!shutdown.aborted && !rail.isLost) {
    for (const offer of rail.take()) await deliver(offer, leg, shutdown);
    await clock.wait(TERMINAL_RETRY_MS, shutdown);
  }
}

async function deliver(
  offer: OfferedInject,
  leg: TerminalLeg,
  shutdown: AbortSignal,
): Promise<void> {
  const { rail, clock, deadLetter } = leg;
  let reason: DeadReason = "attempt-cap-exceeded";
  for (let attempt = 1; attempt <= TERMINAL_ATTEMPTS; attempt++) {
    if (attempt > 1) await clock.wait(TERMINAL_RETRY_MS, shutdown);
    if (shutdown.aborted || rail.isLost) return;
    const tried = await tryOnce(offer, leg);
    if (tried === "typed") return;
    reason = tried;
    if (FINAL_REASONS.has(reason)) break;
  }
  rail.settle(offer.deliveryId);
  await deadLetter(offer, reason);
}

/** What no further attempt changes. */
const FINAL_REASONS: ReadonlySet<DeadReason> = new Set([
  "harness-exposed-no-channel",
  "channel-not-driven",
  "surface-cannot-accept-notices",
]);

/** Returns that a text was typed, or why it is dead when this was the last attempt. */
async function tryOnce(
  { deliveryId, text }: OfferedInject,
  { rail, channel }: TerminalLeg,
): Promise<"typed" | DeadReason> {
  if (channel === undefined) return "harness-exposed-no-channel";
  try {
    if (!await channel.isDriven()) return "channel-not-driven";
    const accepts = await channel.canAccept();
    if (accepts === "never") return "surface-cannot-accept-notices";
    if (accepts === "later") return "attempt-cap-exceeded";
    const notice = toTerminalNotice(text);
    rail.begin(deliveryId);
    // Of a text that is all control characters only the return is left, which would submit what stands there.
    if (notice !== "\r" && !await channel.type(notice)) return "not-consumed";
    rail.settle(deliveryId);
    return "typed";
  } catch {
    // The way to the terminal fails; it may work again.
    return "attempt-cap-exceeded";
  }
}
