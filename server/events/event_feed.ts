import { ServerError } from "../problem/mod.ts";

/** Event that is sent to followers. */
export interface ContextEvent {
  /** Unique id, also among the events of other runs of the server. */
  readonly id: string;
  /** Name of the event, as its operation defines it. */
  readonly event: string;
  /** Data as JSON. */
  readonly data: string;
}

/** Limits of what is kept, and of the followers. */
export interface EventFeedOptions {
  /** Maximum number of events of a tree that are kept for followers that reconnect. @default 256 */
  readonly maxKept?: number;
  /**
   * Maximum number of UTF-16 code units of the kept events, and of those that wait for one
   * follower. @default 4194304
   */
  readonly maxLength?: number;
  /**
   * Maximum number of events that wait for one follower. With more, it is disconnected. @default
   * 256
   */
  readonly maxWaiting?: number;
  /** Maximum number of followers at once. @default 64 */
  readonly maxFollowers?: number;
}

/** Events, with the total length of their data. */
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
 * Feed of the events of some trees. It keeps the last events of each tree, and sends new ones to
 * each follower. A follower that does not read them in time is disconnected, so that the memory for
 * each follower is bounded.
 */
export class EventFeed {
  readonly #options: Required<EventFeedOptions>;
  /** Prefix of the ids of this run. */
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

  /** Number of current followers. */
  get followers(): number {
    return this.#followers.size;
  }

  /** Sends an event to the followers of a tree, and keeps it for those that reconnect. */
  emit(root: string, event: string, data: object): void {
    const emitted: ContextEvent = {
      id: `${this.#run}-${++this.#count}`,
      event,
      data: JSON.stringify({ root, ...data }),
    };
    const { maxKept, maxLength } = this.#options;
    const kept = this.#kept.get(root) ?? new EventList();
    this.#kept.set(root, kept);
    kept.push(emitted);
    while (kept.events.length > maxKept || kept.length > maxLength) kept.shift();
    for (const [follower, followed] of this.#followers) {
      if (followed === root) follower.push(emitted);
    }
  }

  /**
   * Returns a follower of the events of a tree from now on, or from those after a given one. If
   * some events in between are no longer kept, the first event is `missed`.
   *
   * @param after Id of the last event that the follower received.
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
    if (after !== undefined) { for (const event of this.#since(root, after)) follower.push(event); }
    this.#followers.set(follower, root);
    return follower;
  }

  #since(root: string, after: string): readonly ContextEvent[] {
    const events = this.#kept.get(root)?.events ?? [];
    const at = events.findIndex(({ id }) => id === after);
    if (at >= 0) return events.slice(at + 1);
    // The follower can resume after the last event that it may have received.
    const missed: ContextEvent = {
      id: after,
      event: "missed",
      data: JSON.stringify({ root, after }),
    };
    return [missed, ...events];
  }
}

/** Receives the events of a tree, in their order. */
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

  /** Aborted when it was closed, or was too slow: it receives no more events. */
  get closed(): AbortSignal {
    return this.#closing.signal;
  }

  /**
   * Adds an event to the queue of the follower. A follower with too many waiting events is closed.
   */
  push(event: ContextEvent): void {
    if (this.closed.aborted) return;
    this.#waiting.push(event);
    const { maxLength, maxWaiting } = this.#options;
    const { events, length } = this.#waiting;
    // A single event may be longer than the limit.
    const isLong = events.length > 1 && length > maxLength;
    if (events.length > maxWaiting || isLong) this.close();
    else this.#wake();
  }

  /**
   * Returns the next event, `"silence"` when there was none for `ms` milliseconds, or undefined at
   * the end.
   */
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

  /** Ends the follower, which receives no more events. */
  close(): void {
    if (this.closed.aborted) return;
    this.#closing.abort();
    while (this.#waiting.shift() !== undefined);
    this.#onClose();
    this.#wake();
  }
}
