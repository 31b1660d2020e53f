/** Longest time that an item waits for more, in milliseconds. */
const WAIT_MS = 50;

/** Maximum number of waiting items: as many as are logged in a busy second. */
const MAX_WAITING = 1000;

/**
 * Collects log items and writes them together soon after, so that no request waits until its line
 * is written. Urgent items, and all before them, are written at once, and the rest when the process
 * ends.
 */
export class BufferedWriter<Item> {
  readonly #write: (items: readonly Item[]) => void;
  #waiting: Item[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param write Writes the waiting items, in order. It must not throw. */
  constructor(write: (items: readonly Item[]) => void) {
    this.#write = write;
    globalThis.addEventListener("unload", () => this.flush());
    // An uncaught error ends the process without another event.
    globalThis.addEventListener("error", () => this.flush());
    globalThis.addEventListener("unhandledrejection", () => this.flush());
  }

  add(item: Item, { isUrgent = false }: { readonly isUrgent?: boolean } = {}): void {
    this.#waiting.push(item);
    if (isUrgent || this.#waiting.length >= MAX_WAITING) return this.flush();
    this.#timer ??= setTimeout(() => this.flush(), WAIT_MS);
  }

  /** Writes all waiting items. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#waiting.length === 0) return;
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#write(waiting);
  }
}
