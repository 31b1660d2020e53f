import { ServerError } from "../problem/mod.ts";

/** Something that is told. */
export interface ContextEvent {
  /** Tells it from all others, also from those of another run of the server. */
  readonly id: string;
  /** What it is called, as the operation says that gives it. */
  readonly event: string;
  /** JSON. */
  readonly data: string;
}

/** How much is kept, and for how many. */
export interface EventFeedOptions {
  /** Most events of a tree that are kept for those who come again. @default 256 */
  readonly maxKept?: number;
  /** Most UTF-16 code units of these, and of those that wait for one follower. @default 4194304 */
  readonly maxLength?: number;
  /** Most events that wait for one follower, who is let go of beyond it. @default 256 */
  readonly maxWaiting?: number;
  /** Most followers at once. @default 64 */
  readonly maxFollowers?: number;
}

/** Events, and how long their data are together. */
class EventList {
  readonly events: ContextEvent[] = [];
  length = 0;

  push(event: ContextEvent): void {
    this.events.push(event);
    this.length += event.data.length;
  }

  shift(): ContextEvent | undefined {
    const event = this.events.shift();
    this.length -= event?.data.length ?? 0;
    return event;
  }
}

/**
 * The events of some trees: the last of each are kept, and each follower is told of new ones. One who does not take
 * them in time is let go of, so that nobody holds more than a bounded part of them.
 */
export class EventFeed {
  readonly #options: Required<EventFeedOptions>;
  /** Tells the ids of this run from those of others. */
  readonly #run = crypto.randomUUID().slice(0, 8);
  readonly #kept = new Map<string, EventList>();
  readonly #followers = new Map<EventFollower, string>();
  #count = 0;

  constructor(options: EventFeedOptions = {}) {
    this.#options = {
      maxKept: 256,
      maxLength: 4 * 1024 * 1024,
      maxWaiting: 256,
      maxFollowers: 64,
      ...options,
    };
  }

  /** How many follow now. */
  get followers(): number {
    return this.#followers.size;
  }

  /** Tells those who follow a tree, and those who will come again. */
  tell(root: string, event: string, data: object): void {
    const told: ContextEvent = {
      id: `${this.#run}-${++this.#count}`,
      event,
      data: JSON.stringify({ root, ...data }),
    };
    const { maxKept, maxLength } = this.#options;
    const kept = this.#kept.get(root) ?? new EventList();
    this.#kept.set(root, kept);
    kept.push(told);
    while (kept.events.length > maxKept || kept.length > maxLength) kept.shift();
    for (const [follower, followed] of this.#followers) if (followed === root) follower.take(told);
  }

  /**
   * Returns what takes the events of a tree from now on, or from behind one on. Where that one, or some behind it, are
   * not kept any more, the first event is `missed`.
   *
   * @param after Id of the last event that the follower has.
   * @throws {ServerError} `overloaded` when there are too many followers.
   */
  follow(root: string, after?: string): EventFollower {
    const { maxFollowers } = this.#options;
    if (this.#followers.size >= maxFollowers) {
      throw new ServerError(
        "overloaded",
        `Cannot send events as ${maxFollowers} clients receive them already: try again later`,
      );
    }
    const follower = new EventFollower(this.#options, () => this.#followers.delete(follower));
    if (after !== undefined) { for (const event of this.#since(root, after)) follower.take(event); }
    this.#followers.set(follower, root);
    return follower;
  }

  #since(root: string, after: string): readonly ContextEvent[] {
    const events = this.#kept.get(root)?.events ?? [];
    const at = events.findIndex(({ id }) => id === after);
    if (at >= 0) return events.slice(at + 1);
    // The last one that could have been told before is the one to go on from.
    const missed: ContextEvent = {
      id: after,
      event: "missed",
      data: JSON.stringify({ root, after }),
    };
    return [missed, ...events];
  }
}

/** Takes the events of a tree, in their order. */
export class EventFollower {
  readonly #waiting = new EventList();
  readonly #options: Pick<Required<EventFeedOptions>, "maxLength" | "maxWaiting">;
  readonly #onClose: () => void;
  readonly #closing = new AbortController();
  #wake: () => void = () => {};

  /** Use {@link EventFeed.follow}. */
  constructor(
    options: Pick<Required<EventFeedOptions>, "maxLength" | "maxWaiting">,
    onClose: () => void,
  ) {
    this.#options = options;
    this.#onClose = onClose;
  }

  /** Aborted when it takes no more: it was closed, or is too slow. */
  get closed(): AbortSignal {
    return this.#closing.signal;
  }

  /** Lets an event wait for it; one for whom too much waits takes no more. */
  take(event: ContextEvent): void {
    if (this.closed.aborted) return;
    this.#waiting.push(event);
    const { maxLength, maxWaiting } = this.#options;
    const { events, length } = this.#waiting;
    // One event alone may be longer than all that is kept.
    const isLong = events.length > 1 && length > maxLength;
    if (events.length > maxWaiting || isLong) this.close();
    else this.#wake();
  }

  /** Returns the next event, `"silence"` when there was none for `ms` milliseconds, or undefined at the end. */
  async next(ms: number): Promise<ContextEvent | "silence" | undefined> {
    if (this.closed.aborted) return undefined;
    const waiting = this.#waiting.shift();
    if (waiting !== undefined) return waiting;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#wake = resolve;
    const timer = setTimeout(resolve, ms);
    await promise;
    clearTimeout(timer);
    return this.closed.aborted ? undefined : this.#waiting.shift() ?? "silence";
  }

  /** Takes no more. */
  close(): void {
    if (this.closed.aborted) return;
    this.#closing.abort();
    while (this.#waiting.shift() !== undefined);
    this.#onClose();
    this.#wake();
  }
}
