import { InjectInbox, type OfferedInject } from "@dossier/memory/core";
import type { RailClock } from "./rail_clock.ts";
import type { SeenIds } from "./seen_ids.ts";

/** How often a worker tells the server that it is at work, in milliseconds. Source: the seed's rail. */
const BEAT_MS = 30_000;

/** How long it waits before it asks a second and a third time, in milliseconds. Source: the seed's rail. */
const BACK_OFF_MS = [1000, 2000];

/** Beats in a row that fail, after which the session is taken to be lost. Source: the seed's rail. */
const MAX_FAILED_BEATS = 3;

/** How long the last request may take, in milliseconds. Source: the seed's rail. */
const LAST_REQUEST_MS = 5000;

/** What a worker tells the server: that it is at work, and what it has received. */
export interface RefreshRequest {
  /** Names the worker. */
  readonly worker: string;
  /** The issue that it works on, if any. */
  readonly issue?: string | undefined;
  /** The id of the text that it has received last. */
  readonly acknowledged?: string | undefined;
}

/** What the server answers: whether the session is still this worker's, and at most one text for its agent. */
export interface RefreshReply {
  /** Whether the session is still the worker's. */
  readonly refreshed: boolean;
  /** Whether the worker is to stop. */
  readonly stop: boolean;
  /** The text that is offered. */
  readonly inject?: OfferedInject | undefined;
}

/**
 * Asks the server once. Returns what it answers, or undefined when it has nothing to say.
 *
 * @throws What has failed; it is asked again.
 */
export type AskServer = (
  request: RefreshRequest,
  signal: AbortSignal,
) => Promise<RefreshReply | undefined>;

/** Why a rail has ended. */
export type RailEnd =
  /** The worker has ended it. */
  | "shut-down"
  /** The server has told the worker to stop. */
  | "stop-requested"
  /** The session is another worker's. */
  | "ownership-lost"
  /** Three beats in a row have failed: another worker may have the session by now. */
  | "server-unreachable";

/** Whether the agent may be told something at the boundary of a turn. */
export interface TurnState {
  /** Whether the session waits for something. */
  readonly isBlocked: boolean;
  /** Whether it was stopped as its budget is spent. */
  readonly isOverBudget: boolean;
  /** Whether the provider of the agent takes messages between turns. */
  readonly canInject: boolean;
}

/** What a rail is made of. */
export interface RailOptions {
  /** Names the worker. */
  readonly worker: string;
  /** The issue that it works on. */
  readonly issue?: string | undefined;
  /** Asks the server. */
  readonly ask: AskServer;
  /** Tells the time, and waits. */
  readonly clock: RailClock;
  /** What the worker has seen before it was restarted. @default nothing is kept */
  readonly seen?: SeenIds | undefined;
  /**
   * Returns whether the agent has got a text that it was about to get when the worker was killed, as its transcript
   * says. @default yes, as it must not get a text twice
   */
  readonly wasGiven?: ((offer: OfferedInject) => boolean) | undefined;
  /** Whether somebody takes texts; else they are acknowledged and dropped. @default true */
  readonly hasAgent?: boolean | undefined;
  /** Is told what can not be noted in `seen`: a restarted worker might give a text again then. @default nobody */
  readonly warn?: ((error: unknown) => void) | undefined;
}

/**
 * The worker's side of the delivery: it tells the server every 30 seconds that it is at work, takes the texts that come
 * with the answers, acknowledges them, and holds them for the agent. The server alone decides whether a text is sent;
 * it sends each at least once, and the agent gets it once.
 */
export class Rail {
  readonly #options: RailOptions;
  readonly #inbox: InjectInbox;
  /** Texts that were acknowledged before a restart, and not given. */
  readonly #restored: OfferedInject[] = [];
  /** The id whose acknowledgement has reached the server. */
  #confirmed: string | undefined;
  #end: RailEnd | undefined;

  /** Asks nobody yet; see {@link Rail.run}. */
  constructor(options: RailOptions) {
    this.#options = options;
    const { hasAgent, seen, wasGiven = () => true } = options;
    this.#inbox = new InjectInbox({
      ...hasAgent !== undefined && { hasAgent },
      seen: seen?.ids ?? [],
    });
    if (seen === undefined) return;
    for (const offer of seen.doubtful) {
      if (wasGiven(offer)) this.settle(offer.deliveryId);
      else this.#restored.push(offer);
    }
    this.#restored.push(...seen.waiting);
  }

  /** Why it has ended; undefined while it runs, and before. */
  get end(): RailEnd | undefined {
    return this.#end;
  }

  /** Whether the session is no longer this worker's: its agent is to be stopped, and is told nothing more. */
  get isLost(): boolean {
    return this.#end !== undefined && this.#end !== "shut-down";
  }

  /**
   * Beats at once and then every 30 seconds. Returns why it has ended, and never fails.
   *
   * @param shutdown Ends it; what was not acknowledged yet is, within five seconds.
   */
  async run(shutdown: AbortSignal): Promise<RailEnd> {
    const { clock } = this.#options;
    this.#end = undefined;
    let failed = 0;
    while (!shutdown.aborted) {
      const startedMs = clock.now();
      const beat = await this.#beat(shutdown);
      failed = beat === "failed" ? failed + 1 : 0;
      if (beat === "stop-requested" || beat === "ownership-lost") return this.#end = beat;
      if (shutdown.aborted) break;
      if (failed === MAX_FAILED_BEATS) return this.#end = "server-unreachable";
      await clock.wait(Math.max(0, startedMs + BEAT_MS - clock.now()), shutdown);
    }
    await this.#acknowledgeLast();
    return this.#end = "shut-down";
  }

  /**
   * Returns the texts that the agent is told as a message before its next turn, oldest first; each is to be settled when
   * it has got it. They wait where it may not be told now, and nobody gets them once the session is lost.
   */
  takeTurn({ isBlocked, isOverBudget, canInject }: TurnState): readonly OfferedInject[] {
    if (isBlocked || isOverBudget || !canInject) return [];
    const offers = this.take();
    for (const { deliveryId } of offers) this.begin(deliveryId);
    return offers;
  }

  /**
   * Returns the texts that wait, for who begins and settles each by itself: after a restart those that were not begun
   * wait again. There are none once the session is lost.
   */
  take(): readonly OfferedInject[] {
    return this.isLost ? [] : [...this.#restored.splice(0), ...this.#inbox.takeAll()];
  }

  /**
   * Notes that the agent is about to get a text: a worker that is killed now does not give it again unasked. Returns
   * true: no other worker has it.
   */
  begin(deliveryId: string): true {
    this.#note((seen) => seen.begin(deliveryId));
    return true;
  }

  /** Notes that the agent did not get a text that it was about to get: after a restart it waits again. */
  release(deliveryId: string): void {
    this.#note((seen) => seen.release(deliveryId));
  }

  /** Notes that the agent has got a text, or never will. */
  settle(deliveryId: string): void {
    this.#note((seen) => seen.settle(deliveryId));
  }

  async #beat(signal: AbortSignal): Promise<"refreshed" | "failed" | RailEnd> {
    for (const pauseMs of [0, ...BACK_OFF_MS]) {
      if (pauseMs > 0) await this.#options.clock.wait(pauseMs, signal);
      if (signal.aborted) break;
      try {
        return this.#apply(await this.#ask(signal));
      } catch {
        // It is asked again, and after the third time at the next beat.
      }
    }
    return "failed";
  }

  async #ask(signal: AbortSignal): Promise<RefreshReply | undefined> {
    const { ask, worker, issue } = this.#options;
    const { acknowledged } = this.#inbox;
    const reply = await ask({
      worker,
      ...issue !== undefined && { issue },
      ...acknowledged !== undefined && { acknowledged },
    }, signal);
    this.#confirmed = acknowledged;
    return reply;
  }

  #apply(reply: RefreshReply | undefined): "refreshed" | RailEnd {
    if (reply === undefined) return "refreshed";
    if (reply.stop) return "stop-requested";
    if (!reply.refreshed) return "ownership-lost";
    const { inject } = reply;
    if (inject !== undefined && this.#inbox.receive(inject) === "buffered") {
      this.#note((seen) => seen.add(inject));
    }
    return "refreshed";
  }

  /** Sends the last acknowledgement; what the server answers, and whether it does, no longer matters. */
  async #acknowledgeLast(): Promise<void> {
    if (this.#inbox.acknowledged === this.#confirmed) return;
    const late = new AbortController();
    const done = new AbortController();
    const clock = this.#options.clock.wait(LAST_REQUEST_MS, done.signal);
    await Promise.race([this.#ask(late.signal).catch(() => {}), clock]);
    late.abort();
    done.abort();
  }

  #note(change: (seen: SeenIds) => void): void {
    const { seen, warn } = this.#options;
    try {
      if (seen !== undefined) change(seen);
    } catch (error) {
      warn?.(error);
    }
  }
}
