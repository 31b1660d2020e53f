import { type Command, option } from "./arguments/command.ts";
import { JSON_OUTPUT, SERVED_PLACE, SERVED_ROOT } from "./arguments/shared_options.ts";

/** The commands that serve answers to other programs, and tell hosts where. */
export const SERVICE_COMMANDS: readonly Command[] = [
  {
    name: "serve",
    summary: "Answers over HTTP until it is stopped",
    options: [
      ...SERVED_PLACE,
      option("--port N", "The port to listen on; 0 is any that is free (7420)"),
      option("--host ADDRESS", "The address to listen on (127.0.0.1)"),
      option("--watch", "Index what changes at once, so that no answer has to look for it"),
      option("--workers N", "Threads that answer (one for each core but one, at least 2)"),
      option("--token-file FILE", "Holds the token that callers must send; else DOSSIER_TOKEN"),
      option("--allow-host NAME", "A name that callers may use for this machine besides localhost"),
      option("--allow-origin URL", "An origin whose pages may call: https://app.example"),
      option("--log-level NAME", "The least that is logged (info)", "debug, info, warning, error"),
      option("--log-format NAME", "How the log on standard error is written (text)", "text, json"),
    ],
    examples: [
      "deno task serve",
      "deno task serve --root web=../web --root api=../api --port 8000",
      "deno task serve --host 0.0.0.0 --token-file ~/.dossier-token",
    ],
    load: async () => (await import("./commands/serve.ts")).runServe,
  },
  {
    name: "mcp",
    summary: "Serves MCP on standard input and output, for hosts such as Claude Code",
    options: SERVED_PLACE,
    examples: ["deno task --quiet mcp --root ../web --root ../api"],
    load: async () => (await import("./commands/mcp.ts")).runMcp,
  },
  {
    name: "install-host",
    operands: "[HOST]",
    choices: ["claude-code", "codex", "cursor", "copilot", "gemini", "opencode"],
    summary: "Enters dossier into a host, or into all that are there, and indexes the project",
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
    load: async () => (await import("./commands/install_host.ts")).runInstallHost,
  },
];
