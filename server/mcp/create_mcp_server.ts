import { VERSION } from "@dossier/retrieval/program";
import type { McpServer } from "@modelcontextprotocol/server";
import type { RootedService, Service } from "../service/mod.ts";
import { registerContextResources } from "./context_resources.ts";
import { registerTools } from "./operation_tools.ts";
import { registerPrompts } from "./prompts.ts";
import { registerLogs, registerResources } from "./resources.ts";
import { StrictMcpServer } from "./strict_mcp_server.ts";
import type { McpParts } from "./tool.ts";

/** How long a host may keep the list of tools, which only another program changes, in milliseconds. */
const TOOLS_TTL_MS = 3_600_000;

/** Instructions for the model about the server as a whole; hosts cut them at 2 KB. */
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
  /** Told of unforeseen errors; the client is told in any case. @default nobody */
  readonly onFailure?: ((error: unknown) => void) | undefined;
  /** Returns the session that reads of a tree count for. @default what a request calls `session_id` */
  readonly sessionOf?: McpParts["sessionOf"] | undefined;
  /** Returns the session of the host that calls, where it is known what that holds. @default none is known */
  readonly hostSession?: McpParts["hostSession"] | undefined;
  /** The era of the protocol that it serves. @default "modern" */
  readonly era?: "legacy" | "modern" | undefined;
}

/**
 * Returns an MCP server over a service, with its tools, prompts and resources. It is made for each
 * connection, or over HTTP for each request, and keeps nothing: all that lasts is the service's.
 *
 * @param service One that its client's folders choose the trees of is told of them, where the protocol has
 * folders: that of 2026-07-28 has none to ask for.
 */
export function createMcpServer(
  service: Service | RootedService,
  {
    onFailure = () => {},
    sessionOf = () => undefined,
    hostSession = () => undefined,
    era = "modern",
  }: McpServerOptions = {},
): McpServer {
  const isLegacy = era === "legacy";
  const choose = isLegacy && "choose" in service ? service.choose : undefined;
  let updateLogs = () => {};
  const server = new StrictMcpServer({ name: "dossier", version: VERSION }, {
    isLegacy,
    onRoots: choose && ((uris) => {
      choose(uris);
      updateLogs();
    }),
    instructions: INSTRUCTIONS,
    capabilities: {
      prompts: { listChanged: false },
      tools: { listChanged: false },
      resources: { listChanged: choose !== undefined },
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
