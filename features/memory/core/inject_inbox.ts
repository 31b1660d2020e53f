/** Most texts that wait for a turn of the agent. Source: the seed's rail. */
export const INBOX_SIZE = 8;

/** A text that a worker is offered for its agent. */
export interface OfferedInject {
  /** What it is acknowledged by. */
  readonly deliveryId: string;
  /** What the agent is told. */
  readonly text: string;
  /** What it is: of memory, or what a user wrote. */
  readonly kind: "memory" | "user";
  /** The turn that it answers, if any. */
  readonly turnId?: string | undefined;
}

/** What became of an offer. */
export type InjectReceipt =
  /** It waits for the next turn. */
  | "buffered"
  /** The agent had it before, or there is nothing in it, or nobody takes texts: it is acknowledged only. */
  | "acknowledged"
  /** There is no room: it will be offered again. */
  | "refused";

/**
 * The texts that a worker holds for its agent. The server offers the oldest text until it is acknowledged, which is at
 * least once; an id that was seen is never buffered again, so that the agent gets each once.
 */
export class InjectInbox {
  readonly #hasAgent: boolean;
  readonly #seen: Set<string>;
  readonly #waiting: OfferedInject[] = [];
  #acknowledged: string | undefined;

  /**
   * @param options.hasAgent Whether somebody takes texts. @default true
   * @param options.seen Ids that the agent had before, as after a restart of the worker. @default none
   */
  constructor({ hasAgent = true, seen = [] }: {
    readonly hasAgent?: boolean;
    readonly seen?: Iterable<string>;
  } = {}) {
    this.#hasAgent = hasAgent;
    this.#seen = new Set(seen);
  }

  /** The id that every request to the server acknowledges: the last that was seen. */
  get acknowledged(): string | undefined {
    return this.#acknowledged;
  }

  /** Takes an offer and returns what became of it. */
  receive(offer: OfferedInject): InjectReceipt {
    const { deliveryId, text } = offer;
    const isNews = this.#hasAgent && text.trim() !== "" && !this.#seen.has(deliveryId);
    if (isNews && this.#waiting.length >= INBOX_SIZE) return "refused";
    this.#seen.add(deliveryId);
    this.#acknowledged = deliveryId;
    if (!isNews) return "acknowledged";
    this.#waiting.push(offer);
    return "buffered";
  }

  /** Returns the texts for the agent at the boundary of a turn, oldest first, and holds them no longer. */
  takeAll(): readonly OfferedInject[] {
    return this.#waiting.splice(0);
  }
}
