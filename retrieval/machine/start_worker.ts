import type { BoundedStart } from "./bounded_main.ts";
import { getLowPriority, lowerPriority } from "./thread_priority.ts";

/** The names of the workers that {@link startWorker} starts: they have the main thread start theirs. */
const WORKER_NAMES = ["dossier", "dossier, low priority"] as const;

type WorkerName = typeof WORKER_NAMES[number];

/** The members of a `Worker` that the program uses. */
export interface WorkerThread {
  onmessage: ((event: MessageEvent) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  postMessage(message: unknown): void;
  /** Ends the thread, and those that it has started. */
  terminate(): void;
}

/** How a thread is limited. */
export interface WorkerLimits {
  /**
   * Megabytes of JavaScript objects that a thread may have. One that wants more fails, as by an error with
   * {@link OUT_OF_MEMORY} as its code.
   */
  readonly heapMegabytes: number;
  /**
   * Megabytes of new objects that a thread has before V8 looks for those that are still in use: the fewer, the less
   * memory and the more work. @default what V8 takes, 32
   */
  readonly youngMegabytes?: number;
}

/** Code of the error with which a thread fails that wants more memory than it may have. */
export const OUT_OF_MEMORY = "ERR_WORKER_OUT_OF_MEMORY";

/** What a thread is started with. */
interface ThreadStart extends Omit<BoundedStart, "url"> {
  readonly url: URL | string;
  readonly name: WorkerName;
}

/** What a worker asks the main thread for: a worker that runs a module, connected to a port. */
interface StartRequest extends Omit<ThreadStart, "url"> {
  readonly dossierStartWorker: string;
  readonly limits: WorkerLimits | undefined;
  readonly port: MessagePort;
}

/** What goes to a relayed worker, and what comes from it. */
type RelayedMessage = { readonly data: unknown } | { readonly isOver: true };
type RelayedResponse = { readonly data: unknown } | { readonly failure: string };

/**
 * Starts a thread that runs a module. A thread of ours has the main thread start it and relay its messages: a worker
 * that a worker starts takes 520 ms in Deno 2.9, and one that the main thread starts 15 ms.
 */
export function startWorker(url: URL | string, limits?: WorkerLimits): WorkerThread {
  return workerName() === undefined
    ? startDirectly({ url, name: WORKER_NAMES[0] }, limits)
    : new RelayedWorker(url, limits);
}

function startDirectly(start: ThreadStart, limits: WorkerLimits | undefined): WorkerThread {
  return limits === undefined ? new RelayingWorker(start) : new BoundedWorker(start, limits);
}

/**
 * Lets other threads go first, as the thread does that has asked for this one; undefined where that one does not: what
 * runs out of memory behind an `await` is told of to nobody.
 */
export function lowerPriorityAsStarted(): Promise<void> | undefined {
  const { pendingCalls } = globalThis as Pick<BoundedStart, "pendingCalls">;
  return workerName() === WORKER_NAMES[1] ? lowerPriority(pendingCalls) : undefined;
}

/** Returns the name of the worker of ours that this thread is; undefined elsewhere. */
function workerName(): WorkerName | undefined {
  const { name } = globalThis as { readonly name?: unknown };
  return WORKER_NAMES.find((one) => one === name);
}

/** A worker that this thread has started, and those that it has started for it. */
class RelayingWorker extends Worker {
  readonly #relays = new Relays();

  constructor({ url, name }: ThreadStart) {
    super(url, { type: "module", name });
    // Registered before `onmessage` is set, so that no other listener sees such a request.
    this.addEventListener("message", (event) => {
      if (this.#relays.accept(event.data)) event.stopImmediatePropagation();
    });
  }

  override terminate(): void {
    this.#relays.end();
    super.terminate();
  }
}

/** What of Node's workers is used; its module is loaded only where a thread is limited. */
interface NodeWorker {
  on(event: "message", listener: (data: unknown) => void): void;
  on(event: "error", listener: (error: Error & { readonly code?: string }) => void): void;
  postMessage(message: unknown): void;
  terminate(): Promise<unknown>;
}

/** A worker that has failed when its memory is used up, where one of the web would end the whole process. */
class BoundedWorker implements WorkerThread {
  onmessage: WorkerThread["onmessage"] = null;
  onerror: WorkerThread["onerror"] = null;
  readonly #worker: NodeWorker;
  readonly #relays = new Relays();

  constructor(
    { url, name, pendingCalls }: ThreadStart,
    { heapMegabytes, youngMegabytes }: WorkerLimits,
  ) {
    const { process } = globalThis as unknown as {
      readonly process: { getBuiltinModule(name: string): unknown };
    };
    const { Worker } = process.getBuiltinModule("node:worker_threads") as {
      readonly Worker: new (url: URL, options: object) => NodeWorker;
    };
    const main = new URL("./bounded_main.ts", import.meta.url);
    this.#worker = new Worker(main, {
      name,
      workerData: { url: String(url), name, pendingCalls } satisfies BoundedStart,
      resourceLimits: {
        maxOldGenerationSizeMb: heapMegabytes,
        ...(youngMegabytes === undefined ? {} : { maxYoungGenerationSizeMb: youngMegabytes }),
      },
    });
    this.#worker.on("message", (data) => {
      if (!this.#relays.accept(data)) this.onmessage?.(new MessageEvent("message", { data }));
    });
    this.#worker.on("error", (error) => {
      const { message } = error;
      this.onerror?.(new ErrorEvent("error", { message, error, cancelable: true }));
    });
  }

  postMessage(message: unknown): void {
    this.#worker.postMessage(message);
  }

  terminate(): void {
    this.#relays.end();
    void this.#worker.terminate();
  }
}

/** The workers that a worker has asked for. */
class Relays {
  readonly #relays = new Set<Relay>();

  /** Starts a worker for a message that asks for one; returns false for any other. */
  accept(data: unknown): boolean {
    if (!isStartRequest(data)) return false;
    const relay = new Relay(data, () => this.#relays.delete(relay));
    this.#relays.add(relay);
    return true;
  }

  end(): void {
    for (const relay of this.#relays) relay.end();
  }
}

function isStartRequest(data: unknown): data is StartRequest {
  const { dossierStartWorker, port } = Object(data);
  return typeof dossierStartWorker === "string" && port instanceof MessagePort;
}

/** A worker of the main thread that works for another worker. */
class Relay {
  readonly #worker: WorkerThread;
  readonly #port: MessagePort;
  readonly #onEnd: () => void;

  constructor(
    { dossierStartWorker: url, limits, port, ...start }: StartRequest,
    onEnd: () => void,
  ) {
    this.#port = port;
    this.#onEnd = onEnd;
    this.#worker = startDirectly({ ...start, url }, limits);
    this.#worker.onmessage = ({ data }) => this.#respond({ data });
    this.#worker.onerror = (event) => {
      event.preventDefault();
      this.#respond({ failure: event.message });
    };
    port.onmessage = ({ data }: MessageEvent<RelayedMessage>) => {
      if ("isOver" in data) this.end();
      else this.#worker.postMessage(data.data);
    };
  }

  end(): void {
    this.#worker.terminate();
    this.#port.close();
    this.#onEnd();
  }

  #respond(answer: RelayedResponse): void {
    this.#port.postMessage(answer);
  }
}

/** A worker that the main thread has started for this one. */
class RelayedWorker implements WorkerThread {
  onmessage: WorkerThread["onmessage"] = null;
  onerror: WorkerThread["onerror"] = null;
  readonly #port: MessagePort;

  constructor(url: URL | string, limits: WorkerLimits | undefined) {
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    port1.onmessage = ({ data }: MessageEvent<RelayedResponse>) => {
      if ("data" in data) this.onmessage?.(new MessageEvent("message", { data: data.data }));
      else this.onerror?.(new ErrorEvent("error", { message: data.failure, cancelable: true }));
    };
    const priority = getLowPriority();
    const request: StartRequest = {
      dossierStartWorker: String(url),
      name: WORKER_NAMES[priority === undefined ? 0 : 1],
      pendingCalls: priority?.pendingCalls,
      limits,
      port: port2,
    };
    const scope = self as unknown as { postMessage(message: unknown, transfer: object[]): void };
    scope.postMessage(request, [port2]);
  }

  postMessage(data: unknown): void {
    this.#port.postMessage({ data } satisfies RelayedMessage);
  }

  terminate(): void {
    this.#port.postMessage({ isOver: true } satisfies RelayedMessage);
    this.#port.close();
  }
}
