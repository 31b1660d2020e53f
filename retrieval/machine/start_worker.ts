import { giveWay, isGivingWay } from "./give_way.ts";

export { giveWay };

/** The names of the workers that {@link startWorker} starts: they have the main thread start theirs. */
const WORKER_NAMES = ["dossier", "dossier, giving way"] as const;

type WorkerName = typeof WORKER_NAMES[number];

/** The members of a `Worker` that the program uses. */
export interface WorkerThread {
  onmessage: ((event: MessageEvent) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  postMessage(message: unknown): void;
  /** Ends the thread, and those that it has started. */
  terminate(): void;
}

/** What a worker asks the main thread for: a worker that runs a module, connected to a port. */
interface StartRequest {
  readonly dossierStartWorker: string;
  readonly name: WorkerName;
  readonly port: MessagePort;
}

/** What goes to a relayed worker, and what comes from it. */
type RelayedMessage = { readonly data: unknown } | { readonly isOver: true };
type RelayedAnswer = { readonly data: unknown } | { readonly failure: string };

/**
 * Starts a thread that runs a module. A thread of ours has the main thread start it and relay its messages: a worker
 * that a worker starts takes 520 ms in Deno 2.9, and one that the main thread starts 15 ms.
 */
export function startWorker(url: URL | string): WorkerThread {
  return workerName() === undefined ? new OwnWorker(url, WORKER_NAMES[0]) : new RelayedWorker(url);
}

/** Lets other threads go first, as the thread does that has asked for this one. */
export async function giveWayAsStarted(): Promise<void> {
  if (workerName() === WORKER_NAMES[1]) await giveWay();
}

/** Returns the name of the worker of ours that this thread is; undefined elsewhere. */
function workerName(): WorkerName | undefined {
  const { name } = globalThis as { readonly name?: unknown };
  return WORKER_NAMES.find((one) => one === name);
}

/** A worker that this thread has started, and those that it has started for it. */
class OwnWorker extends Worker {
  readonly #relays = new Set<Relay>();

  constructor(url: URL | string, name: WorkerName) {
    super(url, { type: "module", name });
    // Registered before `onmessage` is set, so that no other listener sees such a request.
    this.addEventListener("message", (event) => {
      if (!isStartRequest(event.data)) return;
      event.stopImmediatePropagation();
      const relay = new Relay(event.data, () => this.#relays.delete(relay));
      this.#relays.add(relay);
    });
  }

  override terminate(): void {
    for (const relay of this.#relays) relay.end();
    super.terminate();
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

  constructor({ dossierStartWorker: url, name, port }: StartRequest, onEnd: () => void) {
    this.#port = port;
    this.#onEnd = onEnd;
    this.#worker = new OwnWorker(url, name);
    this.#worker.onmessage = ({ data }) => this.#answer({ data });
    this.#worker.onerror = (event) => {
      event.preventDefault();
      this.#answer({ failure: event.message });
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

  #answer(answer: RelayedAnswer): void {
    this.#port.postMessage(answer);
  }
}

/** A worker that the main thread has started for this one. */
class RelayedWorker implements WorkerThread {
  onmessage: WorkerThread["onmessage"] = null;
  onerror: WorkerThread["onerror"] = null;
  readonly #port: MessagePort;

  constructor(url: URL | string) {
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    port1.onmessage = ({ data }: MessageEvent<RelayedAnswer>) => {
      if ("data" in data) this.onmessage?.(new MessageEvent("message", { data: data.data }));
      else this.onerror?.(new ErrorEvent("error", { message: data.failure, cancelable: true }));
    };
    const name = WORKER_NAMES[isGivingWay() ? 1 : 0];
    const request: StartRequest = { dossierStartWorker: String(url), name, port: port2 };
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
