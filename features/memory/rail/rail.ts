import { InjectInbox, type OfferedInject } from "@dossier/memory/core";
import type { RailClock } from "./rail_clock.ts";
import type { SeenIds } from "./seen_ids.ts";

/** Time between heartbeats, in milliseconds. Source: the rail of the original specification. */
const BEAT_MS = 30_000;

/**
 * Pauses before the second and the third attempt, in milliseconds. Source: the rail of the original
 * specification.
 */
const BACK_OFF_MS = [1000, 2000];

/**
 * Failed heartbeats in a row after which the session counts as lost. Source: the rail of the
 * original specification.
 */
const MAX_FAILED_BEATS = 3;

/**
 * Timeout of the last request, in milliseconds. Source: the rail of the original specification.
 */
const LAST_REQUEST_MS = 5000;

/** A heartbeat of a worker, with the text that it has received. */
export interface RefreshRequest {
  /** Name of the worker. */
  readonly worker: string;
  /** The issue in work, if any. */
  readonly issue?: string | undefined;
  /** Id of the last text that it has received. */
  readonly acknowledged?: string | undefined;
}

/** The response of the server: the owner of the session, and at most one text for its agent. */
export interface RefreshReply {
  /** True when the session still belongs to the worker. */
  readonly refreshed: boolean;
  /** True when the worker must stop. */
  readonly stop: boolean;
  /** The offered text. */
  readonly inject?: OfferedInject | undefined;
}

/**
 * Sends one request to the server. Returns the response, or undefined for an empty one.
 *
 * @throws Any error: the request is repeated.
 */
export type AskServer = (
  request: RefreshRequest,
  signal: AbortSignal,
) => Promise<RefreshReply | undefined>;

/** The reason for the end of a rail. */
export type RailEnd =
  /** The worker has ended it. */
  | "shut-down"
  /** The server has requested a stop. */
  | "stop-requested"
  /** The session belongs to another worker. */
  | "ownership-lost"
  /** Three heartbeats in a row have failed: another worker may own the session. */
  | "server-unreachable";

/** The state of an agent at the boundary of a turn. */
export interface TurnState {
  /** True when the session waits for something. */
  readonly isBlocked: boolean;
  /** True when it was stopped as its budget is spent. */
  readonly isOverBudget: boolean;
  /** True when the provider of the agent accepts messages between turns. */
  readonly canInject: boolean;
}

/** Options of a rail. */
export interface RailOptions {
  /** Name of the worker. */
  readonly worker: string;
  /** The issue in work. */
  readonly issue?: string | undefined;
  /** Sends a request to the server. */
  readonly ask: AskServer;
  /** The source of time. */
  readonly clock: RailClock;
  /** The stored state of a restarted worker. @default no state is stored */
  readonly seen?: SeenIds | undefined;
  /**
   * Returns true when the agent has a text that was about to be delivered when the worker was
   * killed, according to its transcript. @default true, as it must not get a text twice
   */
  readonly wasGiven?: ((offer: OfferedInject) => boolean) | undefined;
  /** True when an agent receives texts; else they are acknowledged and dropped. @default true */
  readonly hasAgent?: boolean | undefined;
  /**
   * Receives errors of writing to `seen`: a restarted worker might deliver a text again. @default
   * ignored
   */
  readonly warn?: ((error: unknown) => void) | undefined;
}

/**
 * The worker's side of the delivery: it sends a heartbeat to the server every 30 seconds, receives
 * texts with the responses, acknowledges them, and holds them for the agent. Only the server
 * decides whether a text is sent; it sends each at least once, and the agent gets it once.
 */
export class Rail {
  readonly #options: RailOptions;
  readonly #inbox: InjectInbox;
  /** Texts that were acknowledged before a restart, but not delivered. */
  readonly #restored: OfferedInject[] = [];
  /** The last acknowledged id that has reached the server. */
  #confirmed: string | undefined;
  #end: RailEnd | undefined;

  /** Sends nothing yet; see {@link Rail.run}. */
  constructor(options: RailOptions) {
    this.#options = options;
    const { hasAgent, seen, wasGiven = () => true } = options;
    this.#inbox = new InjectInbox({
      ...hasAgent !== undefined && { hasAgent },
      seen: seen?.ids ?? [],
    });
    if (seen === undefined) return;
    for (const offer of seen.doubtful) {
      if (wasGiven(offer)) this.acknowledge(offer.deliveryId);
      else this.#restored.push(offer);
    }
    this.#restored.push(...seen.waiting);
  }

  /** The reason for its end; undefined while it runs, and before. */
  get end(): RailEnd | undefined {
    return this.#end;
  }

  /**
   * True when the session is lost to this worker: its agent must be stopped, and gets no more
   * texts.
   */
  get isLost(): boolean {
    return this.#end !== undefined && this.#end !== "shut-down";
  }

  /**
   * Sends a heartbeat at once and then every 30 seconds. Returns the reason for its end, and never
   * fails.
   *
   * @param shutdown Ends it; pending acknowledgements are sent within five seconds.
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
   * Returns the texts for the agent's next turn, oldest first; call `acknowledge()` for each when the
   * agent has it. When the agent cannot get texts now, they wait; after the loss of the session
   * there are none.
   */
  takeTurn({ isBlocked, isOverBudget, canInject }: TurnState): readonly OfferedInject[] {
    if (isBlocked || isOverBudget || !canInject) return [];
    const offers = this.take();
    for (const { deliveryId } of offers) this.begin(deliveryId);
    return offers;
  }

  /**
   * Returns the waiting texts, for callers that call `begin()` and `acknowledge()` themselves: after a
   * restart, texts without `begin()` wait again. After the loss of the session there are none.
   */
  take(): readonly OfferedInject[] {
    return this.isLost ? [] : [...this.#restored.splice(0), ...this.#inbox.takeAll()];
  }

  /**
   * Records that the agent is about to get a text: after a kill, the worker does not deliver it
   * again without a check. Returns true: no other worker has it.
   */
  begin(deliveryId: string): true {
    this.#note((seen) => seen.begin(deliveryId));
    return true;
  }

  /**
   * Records that the agent did not get a text that was about to be delivered: after a restart it
   * waits again.
   */
  release(deliveryId: string): void {
    this.#note((seen) => seen.release(deliveryId));
  }

  /** Records that the agent has a text, or will never get it. */
  acknowledge(deliveryId: string): void {
    this.#note((seen) => seen.acknowledge(deliveryId));
  }

  async #beat(signal: AbortSignal): Promise<"refreshed" | "failed" | RailEnd> {
    for (const pauseMs of [0, ...BACK_OFF_MS]) {
      if (pauseMs > 0) await this.#options.clock.wait(pauseMs, signal);
      if (signal.aborted) break;
      try {
        return this.#apply(await this.#ask(signal));
      } catch {
        // Repeated, and after the third attempt at the next heartbeat.
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

  /** Sends the last acknowledgement; its response and errors do not matter. */
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
