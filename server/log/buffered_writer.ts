/** How long what was logged waits for more, in milliseconds. */
const WAIT_MS = 50;

/** How much waits at most: what a busy second logs. */
const MAX_WAITING = 1000;

/**
 * Keeps what is logged and writes it together, soon after: no request waits until its line is written. What is urgent,
 * and all before it, is written at once, and the rest when the process ends.
 */
export class BufferedWriter<Item> {
  readonly #write: (items: readonly Item[]) => void;
  #waiting: Item[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param write Writes what has waited, in its order; it must not throw. */
  constructor(write: (items: readonly Item[]) => void) {
    this.#write = write;
    globalThis.addEventListener("unload", () => this.flush());
    // What nobody has caught ends the process without another word.
    globalThis.addEventListener("error", () => this.flush());
    globalThis.addEventListener("unhandledrejection", () => this.flush());
  }

  add(item: Item, { isUrgent = false }: { readonly isUrgent?: boolean } = {}): void {
    this.#waiting.push(item);
    if (isUrgent || this.#waiting.length >= MAX_WAITING) return this.flush();
    this.#timer ??= setTimeout(() => this.flush(), WAIT_MS);
  }

  /** Writes all that waits. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#waiting.length === 0) return;
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#write(waiting);
  }
}
