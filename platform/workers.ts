import type { Worker as Thread } from "node:worker_threads";

/** Error event of a worker as on the web, which Node lacks. */
export class WorkerErrorEvent extends Event {
  readonly message: string;
  readonly error: unknown;

  constructor(
    type: string,
    { message = "", error, ...options }: EventInit & { message?: string; error?: unknown } = {},
  ) {
    super(type, options);
    this.message = message;
    this.error = error;
  }
}

/** Web worker for runtimes that have only Node's workers. */
export class ThreadWorker extends EventTarget {
  readonly #thread: Thread;
  readonly #listeners = new Map<string, EventListener>();

  constructor(url: URL | string, { name = "" }: { readonly name?: string } = {}) {
    super();
    const { Worker: Thread } = process.getBuiltinModule("node:worker_threads");
    this.#thread = new Thread(new URL("./bounded_main.js", import.meta.url), {
      name,
      workerData: { url: String(url), name },
    });
    this.#thread.on("message", (data) => this.dispatchEvent(new MessageEvent("message", { data })));
    this.#thread.on("error", (error: Error) => {
      const { message } = error;
      const event = new WorkerErrorEvent("error", { message, error, cancelable: true });
      if (this.dispatchEvent(event)) {
        queueMicrotask(() => {
          throw error;
        });
      }
    });
  }

  set onmessage(listener: EventListener | null) {
    this.#listen("message", listener);
  }

  set onerror(listener: EventListener | null) {
    this.#listen("error", listener);
  }

  postMessage(message: unknown, transfer: readonly Transferable[] = []): void {
    this.#thread.postMessage(message, transfer as never);
  }

  terminate(): void {
    void this.#thread.terminate();
  }

  #listen(type: string, listener: EventListener | null): void {
    const before = this.#listeners.get(type);
    if (before !== undefined) this.removeEventListener(type, before);
    this.#listeners.delete(type);
    if (listener === null) return;
    this.#listeners.set(type, listener);
    this.addEventListener(type, listener);
  }
}
