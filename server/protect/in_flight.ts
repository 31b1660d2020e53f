import { ServerError } from "../problem/mod.ts";
import { inTime } from "../service/mod.ts";

/** Requests in flight by default: more than the threads and their queue take, so that it bounds the rest. */
const DEFAULT_MAX_IN_FLIGHT = 256;

/** The requests that a server is answering: how many there may be, and how they come to an end. */
export class InFlight {
  readonly #max: number;
  readonly #stopping = new AbortController();
  readonly #stop = new AbortController();
  #count = 0;
  #onEmpty: () => void = () => {};

  constructor(max: number = DEFAULT_MAX_IN_FLIGHT) {
    this.#max = max;
  }

  /** How many requests are being answered. */
  get count(): number {
    return this.#count;
  }

  /** Aborted when no request is let in any more: what takes as long as it needs has to end then. */
  get stopping(): AbortSignal {
    return this.#stopping.signal;
  }

  /** Aborted when those in flight have to end. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /**
   * Lets a request in; it is in flight until what is returned is called.
   *
   * @throws {ServerError} `overloaded` when there are too many; `stopping` when the server ends.
   */
  enter(): () => void {
    if (this.stopping.aborted) {
      throw new ServerError("stopping", "Cannot answer as the server is stopping: start it again");
    }
    if (this.#count >= this.#max) {
      throw new ServerError(
        "overloaded",
        `Cannot answer now as ${this.#count} requests are being answered: try again later`,
      );
    }
    this.#count++;
    let isInside = true;
    return () => {
      if (!isInside) return;
      isInside = false;
      if (--this.#count === 0) this.#onEmpty();
    };
  }

  /**
   * Lets nobody in any more and waits for those in flight; those that are not done after `graceMs`
   * milliseconds are told to end. Returns whether all were done in time.
   */
  async drain(graceMs: number): Promise<boolean> {
    this.#stopping.abort(new ServerError("stopping", "Cannot continue as the server is stopping"));
    if (this.#count === 0) return true;
    const empty = new Promise<boolean>((resolve) => this.#onEmpty = () => resolve(true));
    const isDone = await inTime(empty, graceMs, () => false);
    this.#stop.abort(new ServerError("stopping", "Cannot finish as the server has stopped"));
    return isDone;
  }
}
