import { VERSION } from "@dossier/retrieval/program";
import type { McpServer } from "@modelcontextprotocol/server";
import type { RootSelectingService, Service } from "../service/mod.ts";
import { registerContextResources } from "./context_resources.ts";
import { registerTools } from "./operation_tools.ts";
import { registerPrompts } from "./prompts.ts";
import { registerLogs, registerResources } from "./resources.ts";
import { StrictMcpServer } from "./strict_mcp_server.ts";
import type { McpParts } from "./tool.ts";

/**
 * Longest time in which a host may cache the list of tools, in milliseconds. Only another version
 * of the program changes the list.
 */
const TOOLS_TTL_MS = 3_600_000;

/** Instructions for the model about the server as a whole. Hosts cut them at 2 KB. */
export const INSTRUCTIONS = `dossier finds what to read in a repository before working on a task.

- Start a task with "context" and ten to twenty "names" that you guess the code to have: it returns the \
passages of code and documentation that matter, within a token budget, and says how much was left out. Give \
the same "session" each time, and text that you have is not sent twice.
- Use "search" to locate something and "read" for the lines; "need" gets several files or documents that \
you can name at once.
- When you know nothing yet, begin with the "map" of "structure"; it also lists callers, callees and tests, \
and what your change affects ("impact" with "diff").
- Lines come with paths relative to the root. Secrets are masked, and files that the rules of the \
repository exclude are refused: do not try other spellings.
- A failure starts with a code, such as "file-not-found", and says how to fix it.`;

/** Options of {@link createMcpServer}. */
export interface McpServerOptions {
  /** Called with unexpected errors, which the client gets in any case. @default no call */
  readonly onFailure?: ((error: unknown) => void) | undefined;
  /**
   * Returns the session to which reads of a tree are assigned. @default the `session_id` of the
   * request
   */
  readonly sessionOf?: McpParts["sessionOf"] | undefined;
  /**
   * Returns the session of the calling host, when its content is known. @default no known session
   */
  readonly hostSession?: McpParts["hostSession"] | undefined;
  /** Era of the protocol of the connection. @default "modern" */
  readonly era?: "legacy" | "modern" | undefined;
}

/**
 * Returns an MCP server over a service, with its tools, prompts and resources. One is created for
 * each connection, or over HTTP for each request. It keeps no state: everything that lasts is in
 * the service.
 *
 * @param service Service that answers. A service that selects its roots by the folders of the
 *   client gets these folders, if the protocol version sends them (2026-07-28 does not).
 */
export function createMcpServer(
  service: Service | RootSelectingService,
  {
    onFailure = () => {},
    sessionOf = () => undefined,
    hostSession = () => undefined,
    era = "modern",
  }: McpServerOptions = {},
): McpServer {
  const isLegacy = era === "legacy";
  const selectRoots = isLegacy && "selectRoots" in service ? service.selectRoots : undefined;
  let updateLogs = () => {};
  const server = new StrictMcpServer({ name: "dossier", version: VERSION }, {
    isLegacy,
    onRoots: selectRoots && ((uris) => {
      selectRoots(uris);
      updateLogs();
    }),
    instructions: INSTRUCTIONS,
    capabilities: {
      prompts: { listChanged: false },
      tools: { listChanged: false },
      resources: { listChanged: selectRoots !== undefined },
    },
    cacheHints: { "tools/list": { ttlMs: TOOLS_TTL_MS, cacheScope: "public" } },
  });
  const parts: McpParts = { service, onFailure, sessionOf, hostSession };
  registerTools(server, parts);
  updateLogs = registerLogs(server, parts);
  registerResources(server, parts);
  registerContextResources(server, parts);
  registerPrompts(server);
  return server;
}
