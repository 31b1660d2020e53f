import { nameSession } from "@dossier/core/tier";
import {
  isJSONRPCErrorResponse,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type RequestId,
  type Transport,
} from "@modelcontextprotocol/server";
import { serveStdio, StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { stdin, stdout } from "node:process";
import { Readable } from "node:stream";
import { refuseRequest } from "../problem/mod.ts";
import { inTime, type RootedService, type Service } from "../service/mod.ts";
import { createMcpServer, type McpServerOptions } from "./create_mcp_server.ts";

/** Most bytes of a message, as over HTTP: a longer one ends the connection. */
const MAX_MESSAGE_BYTES = 4 * 1024 * 1024;

/** How long calls in flight may take once the input has ended, in milliseconds, as over HTTP at a stop. */
const GRACE_MS = 10_000;

/** Letters and digits that tell the session of a connection from others. */
const RANDOM_LENGTH = 12;

const NEWLINE = 10;

/** Names of the errors of a line that is no JSON, or other JSON than that of a message. */
const NO_MESSAGE_REGEXP = /^(?:SyntaxError|\$?ZodError)$/;

/**
 * Serves MCP on standard input and output, in both eras, until the input is closed and what was in flight
 * then is answered. Nothing but messages of the protocol is written.
 *
 * @param service One that its client's folders choose the trees of is told of them.
 * @param options `onFailure` is also told of lines that are no messages.
 */
export function serveMcpOnStdio(
  service: Service | RootedService,
  { onFailure = () => {} }: McpServerOptions = {},
): Promise<void> {
  const input = new Readable({ read() {} });
  const transport = new StdioServerTransport(input, stdout, {
    maxBufferSize: MAX_MESSAGE_BYTES,
  });
  const random = crypto.randomUUID().replaceAll("-", "").slice(-RANDOM_LENGTH);
  const sessionOf = (root: string) => nameSession(root, random);
  serveStdio(({ era }) => createMcpServer(service, { onFailure, sessionOf, era }), {
    transport,
    onerror: (error) => onFailure(toSentence(error)),
  });
  const calls = new PendingCalls(transport);
  let lastByte = NEWLINE;
  stdin.on("data", (chunk: Uint8Array) => {
    lastByte = chunk.at(-1) ?? lastByte;
    input.push(chunk);
  });
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  const end = async () => {
    // The last line is one, with or without its end.
    if (lastByte !== NEWLINE) input.push("\n");
    while (input.readableLength > 0) await new Promise((next) => setTimeout(next));
    await calls.answered(GRACE_MS);
    input.push(null);
  };
  stdin.once("end", end);
  // The transport may have failed before.
  stdin.once("error", () => input.push(null));
  const { onclose } = transport;
  transport.onclose = () => {
    onclose?.();
    // What was sent last is still on its way to a slow reader.
    stdout.write("", () => resolve());
  };
  return closed;
}

/** Returns an error whose message is one sentence for a line that is no message. */
function toSentence(error: Error): Error {
  return NO_MESSAGE_REGEXP.test(error.name)
    ? refuseRequest(
      "Cannot read a line of standard input as it is no message of the protocol: " +
        "write JSON-RPC 2.0, a message a line",
      { cause: error },
    )
    : error;
}

/** A request that stays open on purpose, for as long as the connection does. */
const LISTEN = "subscriptions/listen";

/** Knows the requests of a connection that are not answered yet. */
class PendingCalls {
  readonly #ids = new Set<RequestId>();
  #onNone = () => {};

  /** Looks at what goes through a transport, whose receiver must be set already. */
  constructor(transport: Transport) {
    const receive = transport.onmessage;
    transport.onmessage = (message, extra) => {
      if (isJSONRPCRequest(message) && message.method !== LISTEN) this.#ids.add(message.id);
      // What is cancelled is not answered.
      if (isJSONRPCNotification(message) && message.method === "notifications/cancelled") {
        this.#settle(message.params?.["requestId"] as RequestId | undefined);
      }
      receive?.(message, extra);
    };
    const send = transport.send.bind(transport);
    transport.send = async (message, options) => {
      await send(message, options);
      if (isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message)) {
        this.#settle(message.id);
      }
    };
  }

  /** Resolves when all are answered, or after a time in milliseconds. */
  async answered(timeoutMs: number): Promise<void> {
    if (this.#ids.size === 0) return;
    const none = new Promise<void>((resolve) => this.#onNone = resolve);
    await inTime(none, timeoutMs, () => {});
  }

  #settle(id: RequestId | undefined): void {
    if (id !== undefined && this.#ids.delete(id) && this.#ids.size === 0) this.#onNone();
  }
}
