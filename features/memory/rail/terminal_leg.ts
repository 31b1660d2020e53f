import {
  type DeadReason,
  type OfferedInject,
  TERMINAL_ATTEMPTS,
  TERMINAL_RETRY_MS,
  toTerminalNotice,
} from "@dossier/memory/core";
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
   * @returns Whether the terminal has taken it, or may have; where it has not, nothing of it was typed, and it is tried
   * again.
   * @throws What has failed before anything was typed.
   */
  type(notice: string): Promise<boolean>;
}

/** Brings texts for an agent, and notes what becomes of them; a rail is one. */
export interface TextSource {
  /** Whether there are no more texts for this agent, and those that it brought are not to be typed. */
  readonly isLost: boolean;
  /** Returns the texts that wait, oldest first; it does not fail. */
  take(): readonly OfferedInject[] | Promise<readonly OfferedInject[]>;
  /** Notes that a text is about to be typed, and returns whether nobody else has given it meanwhile. */
  begin(deliveryId: string): boolean | Promise<boolean>;
  /** Notes that nothing was typed of a text that was begun. */
  release(deliveryId: string): void | Promise<void>;
  /** Notes that a text was typed, or never will be. */
  settle(deliveryId: string): void | Promise<void>;
}

/** What became of a text: its agent has it, or it was given up. */
export type TextReceipt = "given" | DeadReason;

/** What carries texts into a terminal. */
export interface TerminalLeg {
  /** Brings the texts. */
  readonly source: TextSource;
  /** Undefined where the agent has no terminal that we can type into. */
  readonly channel: TerminalChannel | undefined;
  /** Tells the time. */
  readonly clock: RailClock;
  /** Is told what became of each text; it does not fail. */
  readonly report: (offer: OfferedInject, receipt: TextReceipt) => void | Promise<void>;
}

/**
 * Types texts into the terminal of an agent, one after the other, until their source is lost. Each is tried
 * every two seconds, thirty times at most; what cannot change by waiting ends it at once. A text is begun before it is
 * typed, so that a worker that is killed then does not type it twice.
 *
 * @param shutdown Ends it; texts that were not typed wait for the next start.
 */
export async function runTerminalLeg(leg: TerminalLeg, shutdown: AbortSignal): Promise<void> {
  const { source, clock } = leg;
  while (!shutdown.aborted && !source.isLost) {
    for (const offer of await source.take()) await deliver(offer, leg, shutdown);
    await clock.wait(TERMINAL_RETRY_MS, shutdown);
  }
}

async function deliver(
  offer: OfferedInject,
  leg: TerminalLeg,
  shutdown: AbortSignal,
): Promise<void> {
  const { source, clock, report } = leg;
  let receipt: TextReceipt = "attempt-cap-exceeded";
  for (let attempt = 1; attempt <= TERMINAL_ATTEMPTS; attempt++) {
    if (attempt > 1) await clock.wait(TERMINAL_RETRY_MS, shutdown);
    if (shutdown.aborted || source.isLost) return;
    const tried = await tryOnce(offer, leg);
    if (tried === undefined) return;
    receipt = tried;
    if (FINAL_RECEIPTS.has(receipt)) break;
  }
  await source.settle(offer.deliveryId);
  await report(offer, receipt);
}

/** What no further attempt changes. */
const FINAL_RECEIPTS: ReadonlySet<TextReceipt> = new Set([
  "given",
  "harness-exposed-no-channel",
  "channel-not-driven",
  "surface-cannot-accept-notices",
]);

/** Returns what becomes of a text when this was the last attempt; undefined where somebody else has given it. */
async function tryOnce(
  { deliveryId, text }: OfferedInject,
  { source, channel }: TerminalLeg,
): Promise<TextReceipt | undefined> {
  if (channel === undefined) return "harness-exposed-no-channel";
  try {
    if (!await channel.isDriven()) return "channel-not-driven";
    const accepts = await channel.canAccept();
    if (accepts === "never") return "surface-cannot-accept-notices";
    if (accepts === "later") return "attempt-cap-exceeded";
    const notice = toTerminalNotice(text);
    if (!await source.begin(deliveryId)) return undefined;
    let isGiven = false;
    try {
      // Of a text that is all control characters only the return is left, which would submit what stands there.
      isGiven = notice === "\r" || await channel.type(notice);
    } finally {
      if (!isGiven) await source.release(deliveryId);
    }
    return isGiven ? "given" : "not-consumed";
  } catch {
    // The way to the terminal fails; it may work again.
    return "attempt-cap-exceeded";
  }
}
