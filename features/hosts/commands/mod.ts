/**
 * The commands about hosts: the data for parsing, help and completions. The code that runs them is
 * imported on the first call.
 *
 * @module
 */

import type { Engine } from "@dossier/retrieval/engine";
import {
  type FeatureCommand,
  JSON_OPTION,
  option,
  PROVIDER_OPTION,
  ROOT_OPTION,
  STATE_OPTION,
} from "@dossier/retrieval/operation";
import { HOSTS } from "../core/hosts/mod.ts";

const HOST_NAMES = HOSTS.map(({ name }) => name);

/** Names of the hosts that run hooks. */
const HOOK_HOST_NAMES = HOSTS.filter(({ hooks }) => hooks !== undefined).map(({ name }) => name);

/** The commands, in the order of help. */
export const HOST_COMMANDS: readonly FeatureCommand<Engine>[] = [
  {
    name: "instructions",
    operands: "[PATH]",
    summary: "Shows and checks the AGENTS.md, rules and skills that apply here",
    permissions: "instructions",
    options: [
      option(
        "--host NAME",
        "Host whose instructions are shown (all hosts)",
        HOST_NAMES.join(", "),
      ),
      option("--check", "List problems: dead paths, duplicates, conflicts, files too long"),
      option("--text", "Print the text for agents"),
      option("-b, --budget BYTES", "Maximum number of bytes of the project's files (32768)"),
      option(
        "--cut NAME",
        "What to cut first: sections of the farthest file, or the end of the text (sections)",
        "sections, root-first",
      ),
      option("--fallback NAME", "Another name of AGENTS.md; more may follow"),
      option(
        "--marker NAME",
        "File or folder that marks the root of a project (.git); more may follow",
      ),
      option("--outside", "Follow imports to files outside the root"),
      { ...ROOT_OPTION, summary: "The repository; by default the nearest folder with .git" },
      JSON_OPTION,
    ],
    examples: [
      "deno task instructions src/web --host claude-code",
      "deno task instructions --check",
      "deno task --quiet instructions src/web --host codex --text > AGENTS.txt",
    ],
    load: async () => (await import("./instructions.ts")).runInstructions,
  },
  {
    name: "truncate",
    operands: "[FILE]",
    summary: "Cuts the middle of a long output, and says how much is missing",
    permissions: "truncate",
    options: [
      option("--bytes N", "Maximum number of bytes to keep (10000)"),
      option("--tokens N", "Maximum number of tokens to keep, of 4 bytes each"),
      option("--legacy", "Keep at most 10 KiB and 256 lines, as the first versions of Codex did"),
      option("--header", "When it is cut, begin with the number of lines"),
    ],
    examples: [
      "make test 2>&1 | deno task truncate --tokens 2000 --header",
      "deno task truncate --bytes 4000 build.log",
    ],
    load: async () => (await import("./truncate.ts")).runTruncate,
  },
  {
    name: "compact",
    operands: "TRANSCRIPT",
    summary: "Replaces a conversation by a summary, or requests the summary",
    permissions: "compact",
    options: [
      option("--request", "Print the request to a model, which responds with the summary"),
      option("--summary FILE", "The summary; - is standard input"),
      option("-b, --budget TOKENS", "Maximum number of tokens of user messages to keep (20000)"),
      option("--lenient", "Accept lines after the last checkpoint"),
      { ...PROVIDER_OPTION, summary: "Format of the request (lines of JSON, as a transcript)" },
      option(
        "--folder DIR",
        "The folder of the session, whose AGENTS.md is included (the current)",
      ),
      JSON_OPTION,
    ],
    examples: [
      "deno task --quiet compact thread.jsonl --request --for anthropic > request.json",
      "deno task --quiet compact thread.jsonl --summary summary.md > next.jsonl",
      "cat thread.jsonl | deno task --quiet compact - --json",
    ],
    load: async () => (await import("./compact.ts")).runCompact,
  },
  {
    name: "session",
    operands: "[list | show [ID]]",
    choices: ["list", "show"],
    summary: "Timeline of a session: texts received, files read and edited",
    permissions: "look",
    options: [
      option(
        "--host-transcript FILE",
        "With show: a transcript of Claude Code or Codex to show and measure; - is standard input",
      ),
      option(
        "-n, --limit N",
        "Maximum number of sessions (20), or with show of the last lines (100)",
      ),
      ROOT_OPTION,
      STATE_OPTION,
      JSON_OPTION,
    ],
    examples: [
      "deno task session",
      "deno task session show web-7",
      "deno task session show --host-transcript ~/.claude/projects/-home-me-app/1b2c.jsonl",
    ],
    load: async () => (await import("./session.ts")).runSession,
  },
  {
    name: "hook",
    summary: "Sends a session its context; hosts run it at their events",
    permissions: "hook",
    options: [
      option(
        "--host NAME",
        "The host, whose input is read and whose reply is written",
        HOOK_HOST_NAMES.join(", "),
      ),
      option("--event NAME", "The event, for a host whose input does not name it"),
      option(
        "--no-search-notes",
        "Send no note when a search of the agent found nothing or too much",
      ),
      option("--quiet", "Show the user no line about what the agent receives"),
    ],
    failsOpen: true,
    examples: ["deno task --quiet hook --host claude-code < event.json"],
    load: async () => (await import("./hook.ts")).runHostHook,
  },
  {
    name: "install-host",
    operands: "[HOST]",
    choices: HOST_NAMES,
    summary: "Installs dossier in one host or all, and indexes the project",
    permissions: "install",
    options: [
      option("--mcp", "The MCP server (without any of these, all that the host has)"),
      option("--hooks", "The hooks at the events of a session"),
      option("--skill", "A short text for the agent and a sub-agent, where the host has them"),
      option("--project", "In files of this project, which a team can commit (codex: --user)"),
      option("--user", "In the user's own files, for all projects and this machine"),
      option("--no-search-notes", "Hooks: send no note when a search found nothing or too much"),
      option("--quiet", "Hooks: show the user no line about what the agent receives"),
      option("--dry-run", "Only print what would be installed, and where"),
      option("--remove", "Remove it, from the project and the user's own files"),
      option("--no-index", "Without a host: do not index the project"),
      JSON_OPTION,
      option(
        "--root [NAME=]DIR",
        "A repository to serve, the project first; by default the one of the current folder",
      ),
    ],
    examples: [
      "deno task install-host --dry-run",
      "deno task install-host codex --user --hooks --root ~/src/web",
      "deno task install-host gemini --remove",
    ],
    load: async () => (await import("./install_host.ts")).runInstallHost,
  },
];
