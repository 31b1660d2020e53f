import type { BoundedStart } from "./bounded_main.ts";
import { getLowPriority, lowerPriority } from "./thread_priority.ts";

/**
 * Names of the workers that {@link startWorker} starts. A worker with one of these names lets the
 * main thread start its workers.
 */
const WORKER_NAMES = ["dossier", "dossier, low priority"] as const;

type WorkerName = typeof WORKER_NAMES[number];

/** Members of a `Worker` that the program uses. */
export interface WorkerThread {
  onmessage: ((event: MessageEvent) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  postMessage(message: unknown): void;
  /** Ends the thread and the threads that it started. */
  terminate(): void;
}

/** Memory limits of a thread. */
export interface WorkerLimits {
  /**
   * Maximum size of the JavaScript heap in megabytes. A thread that exceeds it fails with an error
   * whose code is {@link OUT_OF_MEMORY}.
   */
  readonly heapMegabytes: number;
  /**
   * Size of the space for new objects in megabytes, at which V8 collects garbage. A smaller space
   * needs less memory and more work. @default the default of V8, 32
   */
  readonly youngMegabytes?: number;
}

/** Error code of a thread that exceeds its memory limit. */
export const OUT_OF_MEMORY = "ERR_WORKER_OUT_OF_MEMORY";

/** Data that a thread is started with. */
interface ThreadStart extends Omit<BoundedStart, "url"> {
  readonly url: URL | string;
  readonly name: WorkerName;
}

/** Request of a worker to the main thread for a worker that runs a module, connected to a port. */
interface StartRequest extends Omit<ThreadStart, "url"> {
  readonly dossierStartWorker: string;
  readonly limits: WorkerLimits | undefined;
  readonly port: MessagePort;
}

/** Messages to a relayed worker and from it. */
type RelayedMessage = { readonly data: unknown } | { readonly isTerminated: true };
type RelayedResponse = { readonly data: unknown } | { readonly failure: string };

/**
 * Starts a thread that runs a module. In a worker, the main thread starts it and relays its
 * messages: in Deno 2.9 a worker takes 520 ms to start a worker, and the main thread 15 ms.
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
 * Lowers the priority of this thread if the thread that requested it has low priority. Otherwise
 * returns undefined, so that the caller need not await: after an `await`, running out of memory is
 * not reported.
 */
export function lowerPriorityAsStarted(): Promise<void> | undefined {
  const { pendingCalls } = globalThis as Pick<BoundedStart, "pendingCalls">;
  return workerName() === WORKER_NAMES[1] ? lowerPriority(pendingCalls) : undefined;
}

/** Returns the name of this thread if it is a worker of ours; undefined elsewhere. */
function workerName(): WorkerName | undefined {
  const { name } = globalThis as { readonly name?: unknown };
  return WORKER_NAMES.find((one) => one === name);
}

/** Worker whose requests for further workers this thread carries out. */
class RelayingWorker extends Worker {
  readonly #relays = new Relays();

  constructor({ url, name }: ThreadStart) {
    super(url, { type: "module", name });
    // Registered before `onmessage` is set, so that no other listener receives such a request.
    this.addEventListener("message", (event) => {
      if (this.#relays.accept(event.data)) event.stopImmediatePropagation();
    });
  }

  override terminate(): void {
    this.#relays.end();
    super.terminate();
  }
}

/** Members of Node's workers that are used. Their module is loaded only for threads with limits. */
interface NodeWorker {
  on(event: "message", listener: (data: unknown) => void): void;
  on(event: "error", listener: (error: Error & { readonly code?: string }) => void): void;
  postMessage(message: unknown): void;
  terminate(): Promise<unknown>;
}

/** Worker that fails alone when its memory is used up. A web worker would end the whole process. */
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

/** Workers that a worker has requested. */
class Relays {
  readonly #relays = new Set<Relay>();

  /** Starts a worker if a message requests one; returns false for any other message. */
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

/** Worker of the main thread that works for another worker. */
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
      if ("isTerminated" in data) this.end();
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

/** Worker that the main thread has started for this one. */
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
    this.#port.postMessage({ isTerminated: true } satisfies RelayedMessage);
    this.#port.close();
  }
}
