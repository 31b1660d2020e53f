import { JSON_OUTPUT, option, type OwnCommand } from "@dossier/retrieval/operation";
import { SERVED_ROOT } from "../arguments/shared_options.ts";

/** Enters dossier into hosts. */
export const INSTALL_HOST_COMMAND: OwnCommand = {
  name: "install-host",
  operands: "[HOST]",
  choices: ["claude-code", "codex", "cursor", "copilot", "gemini", "opencode"],
  summary: "Enters dossier into a host, or into all that are there, and indexes the project",
  permissions: "install",
  options: [
    option("--mcp", "The MCP server (without any of these, all that the host has)"),
    option("--hooks", "What the host runs at the events of a session"),
    option("--skill", "A short text for the agent and a sub-agent, where the host has them"),
    option("--project", "In files of this project, which a team can commit (codex: --user)"),
    option("--user", "In the user's own files, for all projects and this machine"),
    option("--no-search-notes", "Hooks: no note on a search that found nothing or too much"),
    option("--quiet", "Hooks: no line for the user on what the agent is given"),
    option("--dry-run", "Only say what would be entered, and where"),
    option("--remove", "Take it out again, of the project and the user's own files"),
    option("--no-index", "Without a host: do not index the project"),
    JSON_OUTPUT,
    {
      ...SERVED_ROOT,
      summary: "A repository to serve, the first being the project; by default where you are",
    },
  ],
  examples: [
    "deno task install-host --dry-run",
    "deno task install-host codex --user --hooks --root ~/src/web",
    "deno task install-host gemini --remove",
  ],
  load: async () => (await import("../commands/install_host.ts")).runInstallHost,
};
