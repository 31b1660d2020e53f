/**
 * MCP over a service, on standard input and output or over HTTP, in the eras of 2025-11-25 and 2026-07-28.
 *
 * @module
 */

export type { McpServerOptions } from "./create_mcp_server.ts";
export { mcpHandler } from "./mcp_handler.ts";
export { serveMcpOnStdio } from "./serve_mcp_on_stdio.ts";
