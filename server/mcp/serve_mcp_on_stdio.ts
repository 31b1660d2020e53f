import { stdin, stdout } from "node:process";
import { serveStdio, StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { ServerError } from "../problem/server_error.ts";
import type { Service } from "../service/service.ts";
import { createMcpServer, type McpServerOptions } from "./create_mcp_server.ts";

/** Most bytes of a message, as over HTTP: a longer one ends the connection. */
const MAX_MESSAGE_BYTES = 4 * 1024 * 1024;

/** Names of the errors of a line that is no JSON, or other JSON than that of a message. */
const NO_MESSAGE_REGEXP = /^(?:SyntaxError|\$?ZodError)$/;

/**
 * Serves MCP on standard input and output, in both eras, until the input is closed. Nothing but messages
 * of the protocol is written.
 *
 * @param options `onFailure` is also told of lines that are no messages.
 */
export function serveMcpOnStdio(
  service: Service,
  { onFailure = () => {} }: McpServerOptions = {},
): Promise<void> {
  const transport = new StdioServerTransport(stdin, stdout, {
    maxBufferSize: MAX_MESSAGE_BYTES,
  });
  serveStdio(() => createMcpServer(service, { onFailure }), {
    transport,
    onerror: (error) => onFailure(toSentence(error)),
  });
  const { onclose } = transport;
  return new Promise((resolve) => {
    transport.onclose = () => {
      onclose?.();
      resolve();
    };
  });
}

/** Returns an error whose message is one sentence for a line that is no message. */
function toSentence(error: Error): Error {
  return NO_MESSAGE_REGEXP.test(error.name)
    ? new ServerError(
      "invalid-request",
      "Cannot read a line of standard input as it is no message of the protocol: " +
        "write JSON-RPC 2.0, a message a line",
      { cause: error },
    )
    : error;
}
