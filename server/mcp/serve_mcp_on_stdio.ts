import { stdin, stdout } from "node:process";
import { serveStdio, StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import type { Service } from "../service/service.ts";
import { createMcpServer, type McpServerOptions } from "./create_mcp_server.ts";

/** Most bytes of a message, as over HTTP: a longer one ends the connection. */
const MAX_MESSAGE_BYTES = 4 * 1024 * 1024;

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
  serveStdio(() => createMcpServer(service, { onFailure }), { transport, onerror: onFailure });
  const { onclose } = transport;
  return new Promise((resolve) => {
    transport.onclose = () => {
      onclose?.();
      resolve();
    };
  });
}
