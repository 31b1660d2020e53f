import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/**
 * Most requests of one connection that are not answered to the end. Clients send one after the other;
 * whoever sends on without reading the answers would have the server keep them all.
 */
const MAX_OPEN_REQUESTS = 16;

/** How long a client may take nothing of what waits for it, in milliseconds. */
const WRITE_TIMEOUT_MS = 30_000;

/**
 * Slowest rate that a client may read at, in bytes per millisecond. All that is handed over at once seems
 * to leave at once, so that a longer piece has to be given more time.
 */
const MIN_BYTES_PER_MS = 32;

/** How often connections are looked at, in milliseconds, or more often when the limit is short. */
const CHECK_INTERVAL_MS = 1_000;

/** The use of a connection. */
interface ConnectionState {
  /** Requests that are not answered to the end, by their answers. */
  readonly open: Map<ServerResponse, IncomingMessage>;
  /** Bytes that had been handed over, and were still waiting, when the client last took some. */
  handedOver: number;
  waiting: number;
  /** When that was, in milliseconds of `performance.now()`. */
  since: number;
}

/** The connections of a server: what each may leave open, and how they come to an end. */
export class Connections {
  readonly #uses = new Map<Socket, ConnectionState>();
  readonly #writeTimeoutMs: number;
  #isEnding = false;

  /** @param writeTimeoutMs How long a client may take nothing of what waits for it, in milliseconds. */
  constructor(writeTimeoutMs: number = WRITE_TIMEOUT_MS) {
    this.#writeTimeoutMs = writeTimeoutMs;
  }

  /** Bytes of answers that clients have not taken. */
  get waiting(): number {
    return this.#uses.keys().reduce((sum, { writableLength }) => sum + writableLength, 0);
  }

  /** Returns a listener that knows of each request until its answer has been sent or has failed. */
  watch(listener: RequestListener): RequestListener {
    return (request, response) => {
      const { socket } = request;
      const use = this.#uses.get(socket);
      // What was read together with the request that ended the connection.
      if (use === undefined || socket.destroyed) return;
      use.open.set(response, request);
      if (use.open.size > MAX_OPEN_REQUESTS) return void socket.destroy();
      response.once("close", () => {
        use.open.delete(response);
        if (this.#isEnding) endIfUnused(socket, use);
      });
      return listener(request, response);
    };
  }

  /** Knows all connections that `server` takes from now on, until it is closed. */
  attach(server: Server): void {
    server.on("connection", (socket: Socket) => {
      this.#uses.set(socket, { open: new Map(), handedOver: 0, waiting: 0, since: 0 });
      socket.once("close", () => this.#uses.delete(socket));
    });
    server.once("listening", () => {
      const intervalMs = Math.min(CHECK_INTERVAL_MS, this.#writeTimeoutMs);
      const timer = setInterval(() => this.#endStalled(), intervalMs);
      server.once("close", () => clearInterval(timer));
    });
  }

  /** Ends the connections over which nothing is answered, and each of the others when that is done. */
  endUnused(): void {
    this.#isEnding = true;
    for (const [socket, use] of this.#uses) endIfUnused(socket, use);
  }

  /** Ends the connections of clients that do not take what waits for them; streams that say nothing stay. */
  #endStalled(): void {
    const now = performance.now();
    for (const [socket, use] of this.#uses) {
      const { bytesWritten: handedOver, writableLength: waiting } = socket;
      if (waiting === 0 || handedOver !== use.handedOver || waiting !== use.waiting) {
        Object.assign(use, { handedOver, waiting, since: now });
      } else if (now - use.since > this.#writeTimeoutMs + waiting / MIN_BYTES_PER_MS) {
        socket.destroy();
      }
    }
  }
}

/** Ends a connection over which nothing is answered, after what has still to be sent. */
function endIfUnused(socket: Socket, { open }: ConnectionState): void {
  const isUsed = open.entries().some(([response, request]) =>
    // What has not arrived whole would be refused when it has.
    request.complete || response.headersSent
  );
  if (!isUsed) socket.destroySoon();
}
