import { buildSessionId } from "@dossier/core/text";
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
import { LineSplitter, type SplitLine } from "./line_splitter.ts";
import {
  LISTEN_METHOD,
  MAX_MESSAGE_BYTES,
  readMcpLine,
  type ReadMessage,
  refuseMessage,
  TOO_LONG,
} from "./read_mcp_messages.ts";

/** How long calls in flight may take once the input has ended, in milliseconds, as over HTTP at a stop. */
const GRACE_MS = 10_000;

/** Letters and digits that tell the session of a connection from others. */
const RANDOM_LENGTH = 12;

/**
 * Serves MCP on standard input and output, in both eras, until the input is closed and what was in flight
 * then is answered. Nothing but messages of the protocol is written.
 *
 * @param service One that its client's folders choose the trees of is told of them.
 * @param options `onFailure` is also told of lines that are no messages.
 */
export function serveMcpOnStdio(
  service: Service | RootedService,
  { onFailure = () => {}, hostSession }: McpServerOptions = {},
): Promise<void> {
  // It is handed messages, as on lines that are none it would say nothing or end.
  const transport = new StdioServerTransport(new Readable({ read() {} }), stdout);
  const random = crypto.randomUUID().replaceAll("-", "").slice(-RANDOM_LENGTH);
  const sessionOf = (root: string) => buildSessionId(root, random);
  serveStdio(({ era }) => createMcpServer(service, { onFailure, sessionOf, hostSession, era }), {
    transport,
    onerror: onFailure,
  });
  const calls = new PendingCalls(transport);
  const receive = (line: SplitLine) => {
    for (const read of readLine(line)) {
      if ("message" in read) {
        transport.onmessage?.(read.message);
        continue;
      }
      const { reason, answer } = read.refusal;
      onFailure(refuseRequest(reason));
      if (answer !== undefined) stdout.write(`${answer}\n`);
    }
  };
  const splitter = new LineSplitter(MAX_MESSAGE_BYTES);
  stdin.on("data", (chunk: Uint8Array) => splitter.push(chunk).forEach(receive));
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  stdin.once("end", async () => {
    // The last line is one, with or without its end.
    receive(splitter.end());
    await calls.answered(GRACE_MS);
    await transport.close();
  });
  // The transport may have failed before.
  stdin.once("error", () => transport.close());
  const { onclose } = transport;
  transport.onclose = () => {
    onclose?.();
    // What was sent last is still on its way to a slow reader.
    stdout.write("", () => resolve());
  };
  return closed;
}

function readLine(line: SplitLine): readonly ReadMessage[] {
  return "bytes" in line
    ? readMcpLine(line.bytes)
    : [{ refusal: refuseMessage(line.idOfLong, TOO_LONG) }];
}

/** Knows the requests of a connection that are not answered yet. */
class PendingCalls {
  readonly #ids = new Set<RequestId>();
  #onNone = () => {};

  /** Looks at what goes through a transport, whose receiver must be set already. */
  constructor(transport: Transport) {
    const receive = transport.onmessage;
    transport.onmessage = (message, extra) => {
      if (isJSONRPCRequest(message) && message.method !== LISTEN_METHOD) this.#ids.add(message.id);
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
