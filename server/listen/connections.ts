import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/**
 * Maximum number of unfinished requests of one connection. Clients send one after another. One that
 * keeps sending without reading the responses would make the server keep all of them.
 */
const MAX_OPEN_REQUESTS = 16;

/**
 * Longest time in which a client may read nothing of the data that waits for it, in milliseconds.
 */
const WRITE_TIMEOUT_MS = 30_000;

/**
 * Lowest rate at which a client may read, in bytes per millisecond. All data that is handed over at
 * once seems to leave at once, so a longer piece needs more time.
 */
const MIN_BYTES_PER_MS = 32;

/**
 * Interval between checks of the connections, in milliseconds. It is shorter when the limit is
 * short.
 */
const CHECK_INTERVAL_MS = 1_000;

/** State of a connection. */
interface ConnectionState {
  /** Unfinished requests, by their responses. */
  readonly open: Map<ServerResponse, IncomingMessage>;
  /**
   * Number of bytes that had been handed over, and that were still waiting, when the client last
   * read some.
   */
  handedOver: number;
  waiting: number;
  /** Time of that last read, in milliseconds of `performance.now()`. */
  since: number;
}

/** Connections of a server. Limits the unfinished requests of each, and ends connections. */
export class Connections {
  readonly #uses = new Map<Socket, ConnectionState>();
  readonly #writeTimeoutMs: number;
  #isEnding = false;

  /**
   * @param writeTimeoutMs Longest time in which a client may read nothing of the data that waits
   *   for it, in milliseconds.
   */
  constructor(writeTimeoutMs: number = WRITE_TIMEOUT_MS) {
    this.#writeTimeoutMs = writeTimeoutMs;
  }

  /** Number of bytes of responses that clients have not read. */
  get waiting(): number {
    return this.#uses.keys().reduce((sum, { writableLength }) => sum + writableLength, 0);
  }

  /** Returns a listener that tracks each request until its response has been sent or has failed. */
  watch(listener: RequestListener): RequestListener {
    return (request, response) => {
      const { socket } = request;
      const state = this.#uses.get(socket);
      // This request was read together with the one that ended the connection.
      if (state === undefined || socket.destroyed) return;
      state.open.set(response, request);
      if (state.open.size > MAX_OPEN_REQUESTS) return void socket.destroy();
      response.once("close", () => {
        state.open.delete(response);
        if (this.#isEnding) endIfUnused(socket, state);
      });
      return listener(request, response);
    };
  }

  /** Tracks all connections that `server` accepts from now on, until it is closed. */
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

  /**
   * Ends the connections without an unfinished request, and each of the others when its requests
   * are finished.
   */
  endUnused(): void {
    this.#isEnding = true;
    for (const [socket, state] of this.#uses) endIfUnused(socket, state);
  }

  /**
   * Ends the connections of clients that do not read the data that waits for them. Silent streams
   * stay open.
   */
  #endStalled(): void {
    const now = performance.now();
    for (const [socket, state] of this.#uses) {
      const { bytesWritten: handedOver, writableLength: waiting } = socket;
      if (waiting === 0 || handedOver !== state.handedOver || waiting !== state.waiting) {
        Object.assign(state, { handedOver, waiting, since: now });
      } else if (now - state.since > this.#writeTimeoutMs + waiting / MIN_BYTES_PER_MS) {
        socket.destroy();
      }
    }
  }
}

/** Ends a connection without an unfinished request, after its remaining data is sent. */
function endIfUnused(socket: Socket, { open }: ConnectionState): void {
  const isUsed = open.entries().some(([response, request]) =>
    // A request that has not arrived completely would be refused when it has.
    request.complete || response.headersSent
  );
  if (!isUsed) socket.destroySoon();
}
