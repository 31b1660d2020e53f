/**
 * Maximum number of texts that wait for a turn of the agent. Source: the rail of the original
 * specification.
 */
export const INBOX_SIZE = 8;

/** A text that is offered to a worker for its agent. */
export interface OfferedInject {
  /** Id for the acknowledgement. */
  readonly deliveryId: string;
  /** The text for the agent. */
  readonly text: string;
  /** Its source: the memory or a user. */
  readonly kind: "memory" | "user";
  /** The turn that it responds to, if any. */
  readonly turnId?: string | undefined;
}

/** The result of an offer. */
export type InjectReceipt =
  /** It waits for the next turn. */
  | "buffered"
  /** The agent had it before, it is empty, or there is no agent: it is only acknowledged. */
  | "acknowledged"
  /** There is no room: it will be offered again. */
  | "refused";

/**
 * The texts that a worker holds for its agent. The server offers the oldest text until it is
 * acknowledged, which is at least once; a known id is never buffered again, so that the agent gets
 * each once.
 */
export class InjectInbox {
  readonly #hasAgent: boolean;
  readonly #seen: Set<string>;
  readonly #waiting: OfferedInject[] = [];
  #acknowledged: string | undefined;

  /**
   * @param options.hasAgent If false, no agent accepts texts. @default true
   *
   * @param options.seen Ids that the agent had before, as after a restart of the worker. @default
   * none
   */
  constructor({ hasAgent = true, seen = [] }: {
    readonly hasAgent?: boolean;
    readonly seen?: Iterable<string>;
  } = {}) {
    this.#hasAgent = hasAgent;
    this.#seen = new Set(seen);
  }

  /** The id that every request to the server acknowledges: the last one seen. */
  get acknowledged(): string | undefined {
    return this.#acknowledged;
  }

  /** Processes an offer and returns the result. */
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

  /** Returns the texts for the agent at the boundary of a turn, oldest first, and removes them. */
  takeAll(): readonly OfferedInject[] {
    return this.#waiting.splice(0);
  }
}
