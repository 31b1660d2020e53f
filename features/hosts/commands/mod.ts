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
    summary: "The AGENTS.md, rules and skills that hold here; checks them",
    permissions: "instructions",
    options: [
      option(
        "--host NAME",
        "Whose instructions (every host's)",
        HOST_NAMES.join(", "),
      ),
      option("--check", "Say what is wrong: dead paths, duplicates, conflicts, files too long"),
      option("--text", "Print the text for agents"),
      option("-b, --budget BYTES", "Most bytes of the project's files (32768)"),
      option(
        "--cut NAME",
        "What goes first of more: sections of the farthest file, or what comes last (sections)",
        "sections, root-first",
      ),
      option("--fallback NAME", "Another name of AGENTS.md; more may follow"),
      option("--marker NAME", "What the root of a project has (.git); more may follow"),
      option("--outside", "Follow imports that lead out of the root"),
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
    summary: "Cuts a long output in its middle, and says how much is missing",
    permissions: "truncate",
    options: [
      option("--bytes N", "Most bytes of it that are kept (10000)"),
      option("--tokens N", "The same in tokens of 4 bytes"),
      option("--legacy", "At most 10 KiB and 256 lines, as Codex did first"),
      option("--header", "Say first how many lines there were, where it is cut"),
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
    summary: "Puts a summary in the place of a conversation; asks for one",
    permissions: "compact",
    options: [
      option("--request", "Print what to send to a model, which answers with the summary"),
      option("--summary FILE", "The summary; - is standard input"),
      option("-b, --budget TOKENS", "Most tokens of what the user said that are kept (20000)"),
      option("--lenient", "Accept lines after the last checkpoint"),
      { ...PROVIDER_OPTION, summary: "Whose request it is (lines of JSON, as a transcript)" },
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
    summary: "What an agent was given, read, edited and asked for, by time",
    permissions: "look",
    options: [
      option(
        "--host-transcript FILE",
        "With show: its transcript by Claude Code or Codex, to show and measure it; - is standard input",
      ),
      option("-n, --limit N", "Most sessions (20), or with show most lines, the last ones (100)"),
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
    summary: "Tells a session what it needs; hosts run it at their events",
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
        "No note on a search of the agent that found nothing or too much",
      ),
      option("--quiet", "No line for the user on what the agent is given"),
    ],
    failsOpen: true,
    examples: ["deno task --quiet hook --host claude-code < event.json"],
    load: async () => (await import("./hook.ts")).runHostHook,
  },
  {
    name: "install-host",
    operands: "[HOST]",
    choices: HOST_NAMES,
    summary: "Enters dossier into one host or all, and indexes the project",
    permissions: "install",
    options: [
      option("--mcp", "The MCP server (without any of these, all that the host has)"),
      option("--hooks", "What the host runs at the events of a session"),
      option("--skill", "A short text for the agent and a sub-agent, where the host has them"),
      option("--project", "In files of this project, which a team can commit (codex: --user)"),
      option("--user", "In the user's own files, for all projects and this machine"),
      option("--no-search-notes", "Hooks: no note on a search that found nothing or too much"),
      option("--quiet", "Hooks: no line for the user on what the agent is given"),
      option("--dry-run", "Only print what would be installed, and where"),
      option("--remove", "Remove it, from the project and the user's own files"),
      option("--no-index", "Without a host: do not index the project"),
      JSON_OPTION,
      option(
        "--root [NAME=]DIR",
        "A repository to serve, the first being the project; by default where you are",
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
