import { createMcpHandler } from "@modelcontextprotocol/server";
import type { Service } from "../service/service.ts";
import { createMcpServer, type McpServerOptions } from "./create_mcp_server.ts";

/**
 * Returns what answers MCP over HTTP, in both eras and without sessions. Who may call is decided in front
 * of it.
 */
export function mcpHandler(
  service: Service,
  options: McpServerOptions = {},
): (request: Request) => Promise<Response> {
  const { fetch } = createMcpHandler(({ era }) => createMcpServer(service, { ...options, era }));
  return (request) => fetch(request);
}
