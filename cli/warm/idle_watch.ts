import type { DoorHandler } from "@dossier/retrieval/door";

/** How often it is looked whether the time is over, as a share of it, and in milliseconds at most. */
const CHECK_SHARE = 0.1;
const MAX_CHECK_MS = 10_000;

/** Notices when nobody has been at the doors of a process for some time, and when there is nothing to answer about. */
export class IdleWatch implements Disposable {
  /** Resolves once nobody has been there for so long, or the trees are missing. */
  readonly idle: Promise<void>;
  readonly #timer: ReturnType<typeof setInterval>;
  // This clock stands still while the machine sleeps, and nobody sets it.
  #lastMs = performance.now();
  #present = 0;

  /**
   * @param ms How long, in milliseconds; it may be infinite.
   * @param areTreesThere Whether the trees that are served are still the same folders.
   */
  constructor(ms: number, areTreesThere: () => boolean = () => true) {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.idle = promise;
    this.#timer = setInterval(() => {
      const isIdle = this.#present === 0 && performance.now() - this.#lastMs >= ms;
      if (isIdle || !areTreesThere()) resolve();
    }, Math.min(ms * CHECK_SHARE, MAX_CHECK_MS));
  }

  /** Returns a handler whose callers are noticed. */
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
