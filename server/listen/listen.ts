import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { createServer, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { AddressInfo } from "node:net";
import { problemResponse, refuseRequest, ServerError, toProblem } from "../problem/mod.ts";
import { type Caller, isEventStream } from "../request/mod.ts";
import { Connections } from "./connections.ts";

/**
 * Longest time in which a connection may be silent and in which headers may arrive, in
 * milliseconds.
 *
 * This limit is the reason to use `node:http` instead of `Deno.serve`. `Deno.serve` (2.9.6) waits
 * without limit for a request line, a header or the next request (measured: still open after 150 s,
 * and no option changes it). It also accepts bare line feeds, requests without `Host`, and HTTP/2
 * without TLS. `node:http` refuses all of these, and costs 20 to 60 µs more processor time for a
 * request, of 155 to 215 µs.
 */
const HEADER_TIMEOUT_MS = 10_000;

/** Longest time in which a connection may be idle between requests, in milliseconds. */
const IDLE_TIMEOUT_MS = 15_000;

/** Interval between checks for late connections, in milliseconds. */
const CHECK_INTERVAL_MS = 1_000;

/** Longest time in which a request may arrive, in milliseconds. Routes have shorter limits. */
const REQUEST_TIMEOUT_MS = 30_000;

/** Maximum number of bytes of a request's headers. */
const MAX_HEADER_BYTES = 16 * 1024;

/**
 * Maximum number of connections at once. Further ones are closed at once, before they cost
 * anything.
 */
const MAX_CONNECTIONS = 4096;

/**
 * Maximum number of bytes of all responses that clients have not read. A client that reads slowly
 * costs the memory of its response, and a profile may have 8 MB. Smaller responses are always sent.
 */
const MAX_WAITING_BYTES: number = 128 * 1024 * 1024;
const SMALL_ANSWER_BYTES = 64 * 1024;

/** The server cannot listen at the requested address. */
export class ListenError extends Error {
  /** Identifies the error, also in a copy of the module. */
  override readonly name = "ListenError";
}

/** Address and limits of a server. */
export interface ListenOptions {
  /** Name or address of this machine. */
  readonly hostname: string;
  /** Port, or 0 for any free one. */
  readonly port: number;
  /** Longest time in which headers may arrive, in milliseconds. @default {10000} */
  readonly headerTimeoutMs?: number | undefined;
  /**
   * Longest time in which a connection may be idle between requests, in milliseconds. @default
   * {15000}
   */
  readonly idleTimeoutMs?: number | undefined;
  /**
   * Longest time in which a client may read nothing of its response, in milliseconds. @default
   * {30000}
   */
  readonly writeTimeoutMs?: number | undefined;
  /** Maximum number of bytes of all responses that clients have not read. @default {134217728} */
  readonly maxWaitingBytes?: number | undefined;
  /**
   * Called with the reason when a response could not be sent. The client does not get this reason.
   */
  readonly onFailure?: ((error: unknown) => void) | undefined;
}

/** Socket that accepts requests. */
export interface Listener {
  /** Port that it listens on. */
  readonly port: number;
  /** Address for clients: `"http://127.0.0.1:7420"`. */
  readonly url: string;
  /** Accepts no more connections, and closes idle ones. */
  stopAccepting(): void;
  /**
   * Ends all connections: each at once, or after its current response has been sent, but at most
   * after `graceMs` milliseconds.
   */
  close(graceMs: number): Promise<void>;
}

/**
 * Listens for requests and answers them with `answer`. A response of server-sent events is sent as
 * a stream, any other in one piece.
 *
 * @throws {ListenError} When the port is taken or not allowed, or the name is not one of this
 *   machine.
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
      await sendBody(response, outgoing, (bytes) => {
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
      else await sendBody(problemResponse(toProblem(error)), outgoing);
    }
    return RESPONSE_ALREADY_SENT;
  };
  const listener = getRequestListener(
    (request, bindings) => send(request, bindings as HttpBindings),
    {
      // The classes of the runtime must stay unchanged, as other code in this process uses them,
      // too.
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
  connections.attach(server);
  // With a limit, headers beyond it would be dropped silently, `Origin` among them. The bytes are
  // limited instead.
  server.maxHeadersCount = 0;
  server.maxConnections = MAX_CONNECTIONS;
  await startListening(server, { hostname, port });
  const address = server.address() as AddressInfo;
  const closed = new Promise<void>((resolve) => server.once("close", () => resolve()));
  return {
    port: address.port,
    url: `http://${hostname.includes(":") ? `[${hostname}]` : hostname}:${address.port}`,
    stopAccepting() {
      server.close();
      server.closeIdleConnections();
    },
    async close(graceMs) {
      server.close();
      connections.endUnused();
      const timer = setTimeout(() => server.closeAllConnections(), graceMs);
      await closed;
      clearTimeout(timer);
    },
  };
}

/**
 * Answers input that is too malformed to become a request, such as a target that is not a path, or
 * an invalid host.
 */
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
  const failure = `Cannot listen on "${hostname}", port ${port}`;
  switch (code) {
    case "EADDRINUSE":
      return `${failure}, as the port is in use: choose another with --port`;
    case "EACCES":
      return `${failure}, as the system does not permit it: choose a port of at least 1024`;
    case "ENOTFOUND":
    case "EAI_AGAIN":
    case "EADDRNOTAVAIL":
    // Deno reports this for an address of another machine.
    case "EINVAL":
      return `${failure}, as this machine has no such address: choose another with --host`;
    default:
      return `${failure}: ${message}`;
  }
}

/** Statuses of responses that have neither a body nor a content length. */
const BODILESS_STATUSES: readonly number[] = [204, 304];

/**
 * Sends a response that is not a stream: its body in one piece.
 *
 * The adapter of the framework reads every body as a stream of the runtime. Their garbage survives
 * the quick collections: at 200 responses a second, one collection a second took 4 ms, and without
 * streams it takes .3 ms.
 *
 * @param check Throws when a response of that many bytes must not be sent.
 */
async function sendBody(
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
  // Without an explicit text, one that is left from an earlier attempt would be sent.
  outgoing.writeHead(status, STATUS_CODES[status] ?? "", fields);
  outgoing.end(body);
}
