import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { createServer, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { AddressInfo } from "node:net";
import { problemResponse, refuseRequest, ServerError, toProblem } from "../problem/mod.ts";
import { type Caller, isEventStream } from "../request/mod.ts";
import { Connections } from "./connections.ts";

/**
 * How long a connection may be silent, and how long headers may take to arrive, in milliseconds.
 *
 * This is why `node:http` listens and not `Deno.serve`: that one (2.9.6) waits for ever for a request
 * line, a header or the next request (measured: still open after 150 s, with no option for it), takes
 * bare line feeds, requests without `Host`, and HTTP/2 without TLS. `node:http` refuses all of these
 * and costs 20 to 60 µs more of the processor for a request, of 155 to 215 µs.
 */
const HEADER_TIMEOUT_MS = 10_000;

/** How long a connection may be idle between requests, in milliseconds. */
const IDLE_TIMEOUT_MS = 15_000;

/** How often connections are looked at for being late, in milliseconds. */
const CHECK_INTERVAL_MS = 1_000;

/** How long a request may take to arrive whole, in milliseconds; routes have a shorter bound of their own. */
const REQUEST_TIMEOUT_MS = 30_000;

/** Most bytes of a request's headers. */
const MAX_HEADER_BYTES = 16 * 1024;

/** Most connections at once; others are closed as they come, before they cost anything. */
const MAX_CONNECTIONS = 4096;

/**
 * Most bytes of all answers that clients have not taken: a client that reads slowly costs the memory of its answer,
 * and a profile may be 8 MB. Smaller answers are sent all the same.
 */
const MAX_WAITING_BYTES: number = 128 * 1024 * 1024;
const SMALL_ANSWER_BYTES = 64 * 1024;

/** The server can not listen where it was told to. */
export class ListenError extends Error {
  /** Tells it from other errors, also in a copy of the module. */
  override readonly name = "ListenError";
}

/** Where and how a server listens. */
export interface ListenOptions {
  /** A name or address of this machine. */
  readonly hostname: string;
  /** A port, or 0 for any that is free. */
  readonly port: number;
  /** How long headers may take to arrive, in milliseconds. @default {10000} */
  readonly headerTimeoutMs?: number | undefined;
  /** How long a connection may be idle between requests, in milliseconds. @default {15000} */
  readonly idleTimeoutMs?: number | undefined;
  /** How long a client may take nothing of its answer, in milliseconds. @default {30000} */
  readonly writeTimeoutMs?: number | undefined;
  /** Most bytes of all answers that clients have not taken. @default {134217728} */
  readonly maxWaitingBytes?: number | undefined;
  /** Called with why an answer could not be sent, which the client is not told. */
  readonly onFailure?: ((error: unknown) => void) | undefined;
}

/** A socket that requests come from. */
export interface Listener {
  /** The port that it listens on. */
  readonly port: number;
  /** Where it can be called: `"http://127.0.0.1:7420"`. */
  readonly url: string;
  /** Takes no more connections, and closes those that are idle. */
  refuse(): void;
  /**
   * Ends all connections: at once, or when the answer that is under way has been sent, at the latest
   * after `graceMs` milliseconds.
   */
  close(graceMs: number): Promise<void>;
}

/**
 * Listens and answers with `answer`: with a stream where its type is that of server-sent events, and else
 * with the whole body at once.
 *
 * @throws {ListenError} When the port is taken or not allowed, or the name is none of this machine.
 */
export async function listen(
  answer: (request: Request, caller: Caller) => Response | Promise<Response>,
  options: ListenOptions,
): Promise<Listener> {
  const { hostname, port, headerTimeoutMs = HEADER_TIMEOUT_MS, idleTimeoutMs = IDLE_TIMEOUT_MS } =
    options;
  const { maxWaitingBytes = MAX_WAITING_BYTES } = options;
  const send = async (request: Request, { incoming, outgoing }: HttpBindings) => {
    const response = await answer(request, { address: incoming.socket.remoteAddress });
    if (isEventStream(response)) return response;
    try {
      await sendWhole(response, outgoing, (bytes) => {
        if (bytes <= SMALL_ANSWER_BYTES || connections.waiting + bytes <= maxWaitingBytes) return;
        throw new ServerError(
          "overloaded",
          `Cannot send an answer of ${bytes} bytes now as ${connections.waiting} bytes of ` +
            `other answers wait for their clients, and at most ${maxWaitingBytes} may wait: ` +
            `try again later`,
        );
      });
    } catch (error) {
      if (!(error instanceof ServerError)) options.onFailure?.(error);
      if (outgoing.headersSent) outgoing.destroy();
      else await sendWhole(problemResponse(toProblem(error)), outgoing);
    }
    return RESPONSE_ALREADY_SENT;
  };
  const listener = getRequestListener(
    (request, bindings) => send(request, bindings as HttpBindings),
    {
      // The classes of the runtime stay as they are: others in this process use them, too.
      overrideGlobalObjects: false,
      errorHandler: (error) => refuse(error),
    },
  );
  const connections = new Connections(options.writeTimeoutMs);
  const server = createServer({
    headersTimeout: headerTimeoutMs,
    requestTimeout: Math.max(REQUEST_TIMEOUT_MS, headerTimeoutMs),
    keepAliveTimeout: idleTimeoutMs,
    connectionsCheckingInterval: Math.min(CHECK_INTERVAL_MS, headerTimeoutMs),
    maxHeaderSize: MAX_HEADER_BYTES,
  }, connections.watch(listener));
  connections.follow(server);
  // Those beyond a number would be left out without a word, `Origin` among them; bytes are bounded.
  server.maxHeadersCount = 0;
  server.maxConnections = MAX_CONNECTIONS;
  await startListening(server, { hostname, port });
  const address = server.address() as AddressInfo;
  const closed = new Promise<void>((resolve) => server.once("close", () => resolve()));
  return {
    port: address.port,
    url: `http://${hostname.includes(":") ? `[${hostname}]` : hostname}:${address.port}`,
    refuse() {
      server.close();
      server.closeIdleConnections();
    },
    async close(graceMs) {
      server.close();
      connections.end();
      const timer = setTimeout(() => server.closeAllConnections(), graceMs);
      await closed;
      clearTimeout(timer);
    },
  };
}

/** Answers what is so wrong that it becomes no request: a target that is no path, a host that is none. */
function refuse(error: unknown): Response {
  const reason = error instanceof Error ? error.message : String(error);
  return problemResponse(
    toProblem(refuseRequest(`Cannot read the request: ${reason}`)),
  );
}

function startListening(
  server: Server,
  { hostname, port }: Pick<ListenOptions, "hostname" | "port">,
): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once(
      "error",
      (error: NodeJS.ErrnoException) =>
        reject(new ListenError(renderFailure(error, { hostname, port }), { cause: error })),
    );
    server.listen(port, hostname, () => resolve());
  });
}

function renderFailure(
  { code, message }: NodeJS.ErrnoException,
  { hostname, port }: Pick<ListenOptions, "hostname" | "port">,
): string {
  const place = `Cannot listen on "${hostname}", port ${port}`;
  switch (code) {
    case "EADDRINUSE":
      return `${place}, as the port is in use: choose another with --port`;
    case "EACCES":
      return `${place}, as the system does not permit it: choose a port of at least 1024`;
    case "ENOTFOUND":
    case "EAI_AGAIN":
    case "EADDRNOTAVAIL":
    // What Deno says for an address of another machine.
    case "EINVAL":
      return `${place}, as this machine has no such address: choose another with --host`;
    default:
      return `${place}: ${message}`;
  }
}

/** Statuses of answers that have no body and say nothing of its length. */
const BODILESS_STATUSES: readonly number[] = [204, 304];

/**
 * Sends an answer that is no stream: its body in one piece.
 *
 * The adapter of the framework reads every body as a stream of the runtime, and what these leave behind
 * survives the quick garbage collections: of 200 answers a second one took 4 ms, once a second, and takes
 * .3 ms without.
 *
 * @param check Throws where an answer of so many bytes is not to be sent.
 */
async function sendWhole(
  response: Response,
  outgoing: ServerResponse,
  check: (bytes: number) => void = () => {},
): Promise<void> {
  const { status, headers } = response;
  const body = await response.bytes();
  check(body.length);
  const fields: Record<string, string | string[]> = Object.fromEntries(headers);
  const cookies = headers.getSetCookie();
  if (cookies.length > 0) fields["set-cookie"] = cookies;
  if (body.length > 0 || (outgoing.req.method !== "HEAD" && !BODILESS_STATUSES.includes(status))) {
    fields["content-length"] ??= String(body.length);
  }
  // Else what an earlier try has left would be said.
  outgoing.writeHead(status, STATUS_CODES[status] ?? "", fields);
  outgoing.end(body);
}
