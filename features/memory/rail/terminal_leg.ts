import {
  type DeadReason,
  type OfferedInject,
  TERMINAL_ATTEMPTS,
  TERMINAL_RETRY_MS,
  toTerminalNotice,
} from "@dossier/memory/core";
import type { RailClock } from "./rail_clock.ts";

/**
 * The input of an interactive agent's terminal. The program takes the text as key presses: where it
 * shows a question, the carriage return answers it. So a channel returns false when it is unsure.
 */
export interface TerminalChannel {
  /** Returns true when a program runs in the terminal. */
  isDriven(): Promise<boolean>;
  /**
   * Returns "now" or "later" for the time when the program accepts a line, or "never" when it only
   * shows texts.
   */
  canAccept(): Promise<"now" | "later" | "never">;
  /**
   * Types a line with the carriage return at its end.
   *
   * @returns False when nothing was typed, so that the caller tries again; true when the terminal
   * has the line, or may have it.
   * @throws Any error before the first key.
   */
  type(notice: string): Promise<boolean>;
}

/** The source of an agent's texts, which records their delivery; a rail is one. */
export interface TextSource {
  /**
   * True when there are no more texts for this agent, and those that it has returned must not be
   * typed.
   */
  readonly isLost: boolean;
  /** Returns the waiting texts, oldest first; never fails. */
  take(): readonly OfferedInject[] | Promise<readonly OfferedInject[]>;
  /**
   * Records that a text is about to be typed; returns false when it was delivered elsewhere
   * meanwhile.
   */
  begin(deliveryId: string): boolean | Promise<boolean>;
  /** Records that a begun text was not typed. */
  release(deliveryId: string): void | Promise<void>;
  /** Records that a text was typed, or never will be. */
  acknowledge(deliveryId: string): void | Promise<void>;
}

/** The result of a delivery: "given", or the reason why it was abandoned. */
export type TextReceipt = "given" | DeadReason;

/** The parts of a delivery into a terminal. */
export interface TerminalLeg {
  /** The source of the texts. */
  readonly source: TextSource;
  /** Undefined when the agent has no terminal that accepts typed texts. */
  readonly channel: TerminalChannel | undefined;
  /** The source of time. */
  readonly clock: RailClock;
  /** Receives the result for each text; never fails. */
  readonly report: (offer: OfferedInject, receipt: TextReceipt) => void | Promise<void>;
}

/**
 * Types texts into the terminal of an agent, one after the other, until the source is lost. Each
 * has at most thirty attempts, one every two seconds; a reason that waiting cannot change ends it
 * at once. `begin()` is called before the text is typed, so that a worker that is killed then does
 * not type it twice.
 *
 * @param shutdown Ends it; untyped texts wait for the next start.
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
  await source.acknowledge(offer.deliveryId);
  await report(offer, receipt);
}

/** Results that no further attempt changes. */
const FINAL_RECEIPTS: ReadonlySet<TextReceipt> = new Set([
  "given",
  "harness-exposed-no-channel",
  "channel-not-driven",
  "surface-cannot-accept-notices",
]);

/**
 * Returns the result of a text if this was the last attempt; undefined when it was delivered
 * elsewhere.
 */
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
      // A text of control characters only becomes a bare carriage return, which would submit the
      // current line.
      isGiven = notice === "\r" || await channel.type(notice);
    } finally {
      if (!isGiven) await source.release(deliveryId);
    }
    return isGiven ? "given" : "not-consumed";
  } catch {
    // The terminal is unreachable for the moment.
    return "attempt-cap-exceeded";
  }
}
