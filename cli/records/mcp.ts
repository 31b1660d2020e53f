import type { StandaloneCommand } from "@dossier/retrieval/operation";
import { SERVED_PLACE } from "../arguments/shared_options.ts";

/** Serves MCP on standard input and output. */
export const MCP_COMMAND: StandaloneCommand = {
  name: "mcp",
  summary: "Serves MCP on standard input and output, as hosts call it",
  permissions: "mcp",
  options: SERVED_PLACE,
  examples: ["deno task --quiet mcp --root ../web --root ../api"],
  load: async () => (await import("../commands/mcp.ts")).runMcp,
};
