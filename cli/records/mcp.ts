import type { StandaloneCommand } from "@dossier/retrieval/operation";
import { SERVED_ROOT_OPTIONS } from "../arguments/shared_options.ts";

/** Command that serves MCP on standard input and output. */
export const MCP_COMMAND: StandaloneCommand = {
  name: "mcp",
  summary: "Serves MCP on standard input and output, as hosts call it",
  permissions: "mcp",
  options: SERVED_ROOT_OPTIONS,
  examples: ["deno task --quiet mcp --root ../web --root ../api"],
  load: async () => (await import("../commands/mcp.ts")).runMcp,
};
