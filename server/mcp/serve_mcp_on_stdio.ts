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
import { type RootSelectingService, type Service, withTimeout } from "../service/mod.ts";
import { createMcpServer, type McpServerOptions } from "./create_mcp_server.ts";
import { LineSplitter, type SplitLine } from "./line_splitter.ts";
import {
  LISTEN_METHOD,
  MAX_MESSAGE_BYTES,
  MESSAGE_TOO_LONG,
  type ParsedMessage,
  readMcpLine,
  refuseMessage,
} from "./read_mcp_messages.ts";

/**
 * Longest time for calls in flight after the end of the input, in milliseconds, as over HTTP at a
 * stop.
 */
const GRACE_MS = 10_000;

/** Number of random letters and digits in the name of a connection's session. */
const RANDOM_LENGTH = 12;

/**
 * Serves MCP on standard input and output, in both eras, until the input is closed and the calls in
 * flight are answered. Writes nothing but messages of the protocol.
 *
 * @param service When it can select its roots by the folders of its client, it gets these folders.
 * @param options `onFailure` is also called for lines that are not messages.
 */
export function serveMcpOnStdio(
  service: Service | RootSelectingService,
  { onFailure = () => {}, hostSession }: McpServerOptions = {},
): Promise<void> {
  // The transport gets messages, as it would ignore invalid lines or end on them.
  const transport = new StdioServerTransport(new Readable({ read() {} }), stdout);
  const random = crypto.randomUUID().replaceAll("-", "").slice(-RANDOM_LENGTH);
  const sessionOf = (root: string) => buildSessionId(root, random);
  serveStdio(({ era }) => createMcpServer(service, { onFailure, sessionOf, hostSession, era }), {
    transport,
    onerror: onFailure,
  });
  const calls = new PendingCalls(transport);
  const receive = (line: SplitLine) => {
    for (const parsed of readLine(line)) {
      if ("message" in parsed) {
        transport.onmessage?.(parsed.message);
        continue;
      }
      const { reason, answer } = parsed.refusal;
      onFailure(refuseRequest(reason));
      if (answer !== undefined) stdout.write(`${answer}\n`);
    }
  };
  const splitter = new LineSplitter(MAX_MESSAGE_BYTES);
  stdin.on("data", (chunk: Uint8Array) => splitter.push(chunk).forEach(receive));
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  stdin.once("end", async () => {
    // The last line may lack a line end.
    receive(splitter.end());
    await calls.waitUntilIdle(GRACE_MS);
    await transport.close();
  });
  // The transport may have failed before.
  stdin.once("error", () => transport.close());
  const { onclose } = transport;
  transport.onclose = () => {
    onclose?.();
    // The last data may still be on its way to a slow reader.
    stdout.write("", () => resolve());
  };
  return closed;
}

function readLine(line: SplitLine): readonly ParsedMessage[] {
  return "bytes" in line
    ? readMcpLine(line.bytes)
    : [{ refusal: refuseMessage(line.idOfLong, MESSAGE_TOO_LONG) }];
}

/** Requests of a connection that are not answered yet. */
class PendingCalls {
  readonly #ids = new Set<RequestId>();
  #onIdle = () => {};

  /** Watches the messages of a transport, whose receiver must be set already. */
  constructor(transport: Transport) {
    const receive = transport.onmessage;
    transport.onmessage = (message, extra) => {
      if (isJSONRPCRequest(message) && message.method !== LISTEN_METHOD) this.#ids.add(message.id);
      // A cancelled call is not answered.
      if (isJSONRPCNotification(message) && message.method === "notifications/cancelled") {
        this.#remove(message.params?.["requestId"] as RequestId | undefined);
      }
      receive?.(message, extra);
    };
    const send = transport.send.bind(transport);
    transport.send = async (message, options) => {
      await send(message, options);
      if (isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message)) {
        this.#remove(message.id);
      }
    };
  }

  /** Resolves when all requests are answered, or after a time in milliseconds. */
  async waitUntilIdle(timeoutMs: number): Promise<void> {
    if (this.#ids.size === 0) return;
    const none = new Promise<void>((resolve) => this.#onIdle = resolve);
    await withTimeout(none, timeoutMs, () => {});
  }

  #remove(id: RequestId | undefined): void {
    if (id !== undefined && this.#ids.delete(id) && this.#ids.size === 0) this.#onIdle();
  }
}
