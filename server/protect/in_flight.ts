import { ServerError } from "../problem/mod.ts";
import { withTimeout } from "../service/mod.ts";

/**
 * Default limit of requests in flight: more than the threads and their queue accept, so that it
 * limits the rest.
 */
const DEFAULT_MAX_IN_FLIGHT = 256;

/** Requests that a server is answering. Limits their number, and ends them. */
export class InFlight {
  readonly #max: number;
  readonly #stopping = new AbortController();
  readonly #stop = new AbortController();
  #count = 0;
  #onEmpty: () => void = () => {};

  constructor(max: number = DEFAULT_MAX_IN_FLIGHT) {
    this.#max = max;
  }

  /** Number of requests that are being answered. */
  get count(): number {
    return this.#count;
  }

  /** Aborted when no more requests are accepted. Requests without a time limit have to end then. */
  get stopping(): AbortSignal {
    return this.#stopping.signal;
  }

  /** Aborted when the requests in flight have to end. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /**
   * Accepts a request, which is in flight until the returned function is called.
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
   * Accepts no more requests and waits for those in flight. Aborts those that are not done after
   * `graceMs` milliseconds. Returns true when all were done in time.
   */
  async drain(graceMs: number): Promise<boolean> {
    this.#stopping.abort(new ServerError("stopping", "Cannot continue as the server is stopping"));
    if (this.#count === 0) return true;
    const empty = new Promise<boolean>((resolve) => this.#onEmpty = () => resolve(true));
    const isDone = await withTimeout(empty, graceMs, () => false);
    this.#stop.abort(new ServerError("stopping", "Cannot finish as the server has stopped"));
    return isDone;
  }
}
