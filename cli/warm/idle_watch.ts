import type { DoorHandler } from "@dossier/retrieval/door";

/** Interval between checks, as a share of the time limit, and its maximum in milliseconds. */
const CHECK_SHARE = 0.1;
const MAX_CHECK_MS = 10_000;

/** Detects that a process had no request for some time, and that its trees are missing. */
export class IdleWatch implements Disposable {
  /** Resolves when there was no request for that time, or the trees are missing. */
  readonly idle: Promise<void>;
  readonly #timer: ReturnType<typeof setInterval>;
  // This clock stops while the machine sleeps, and cannot be set.
  #lastMs = performance.now();
  #present = 0;

  /**
   * @param ms Time limit in milliseconds; it may be infinite.
   * @param areTreesThere Returns true while the served trees are still the same folders.
   */
  constructor(ms: number, areTreesThere: () => boolean = () => true) {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.idle = promise;
    this.#timer = setInterval(() => {
      const isIdle = this.#present === 0 && performance.now() - this.#lastMs >= ms;
      if (isIdle || !areTreesThere()) resolve();
    }, Math.min(ms * CHECK_SHARE, MAX_CHECK_MS));
  }

  /** Returns a handler whose requests are tracked. */
  wrap(handler: DoorHandler): DoorHandler {
    return {
      ...handler,
      handle: async (...caller) => {
        this.#present++;
        try {
          await handler.handle(...caller);
        } finally {
          this.#present--;
          this.#lastMs = performance.now();
        }
      },
    };
  }

  /** Ends the watch. */
  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }
}
