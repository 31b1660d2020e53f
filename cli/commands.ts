import { IS_BUNDLED } from "@dossier/retrieval/program";
import { type Command, option } from "./arguments/command.ts";
import { CONVERSATION_COMMANDS } from "./conversation_commands.ts";
import { MANIFEST_COMMANDS } from "./manifest_commands.ts";
import { POLICY_COMMANDS } from "./policy_commands.ts";
import { SERVICE_COMMANDS } from "./service_commands.ts";
import { STRUCTURE_COMMANDS } from "./structure_commands.ts";
import {
  ESTIMATOR,
  EXPLAINED_FRESHNESS,
  FILTERS,
  formatOptions,
  FRESHNESS,
  INPUT,
  ISSUE_OPTION,
  JSON_OUTPUT,
  LISTED,
  LOG_PLACE,
  NAMES_OPTIONS,
  PLACE,
  PROFILE,
  QUERY,
  REFRESH,
  ROOT,
  SESSION,
  STATE,
} from "./arguments/shared_options.ts";

const ALL: readonly Command[] = [
  {
    name: "context",
    operands: "[QUERY…]",
    summary: "What to read for a task: the passages that fit a token budget",
    options: [
      ...QUERY,
      ISSUE_OPTION,
      ...NAMES_OPTIONS,
      SESSION,
      { ...PROFILE, summary: "A profile whose words stand beside the code" },
      INPUT,
      option(
        "-b, --budget TOKENS",
        "Most tokens to print (4000; for an issue, what the settings say)",
      ),
      ESTIMATOR,
      ...formatOptions("bundle"),
      option("--numbers", "Put the number of each shown line in front of it"),
      option(
        "--references-only",
        "Name code by path and lines, for an agent that opens files; with --issue",
      ),
      option(
        "--retry-diff FILE",
        "The changes of the attempt before; - is standard input; with --issue",
      ),
      option(
        "--retry-error FILE",
        "What went wrong with it; - is standard input; with --issue",
      ),
      option(
        "--appetite NAME",
        "How much that may not be needed is shown (normal)",
        "lean, normal, generous",
      ),
      option(
        "--question KIND",
        "What the question is after (told from its words)",
        "trace, documentation, change, symbol, broad, code",
      ),
      option("--tiers NAME", "Give these tiers (what is due)", "none, identity, workflow, all"),
      option("--allow-plugins", "Run what the manifest names as plugins"),
      option("--trigger NAME", "What set it off, for the log (context)"),
      option("--no-record", "Keep no record of the bundle"),
      option("--explain", "Say where each score comes from; with --json"),
      ...FILTERS,
      ...FRESHNESS,
    ],
    examples: [
      'deno task context --names "retryUpload backoff" "why does it give up so soon"',
      "git log -1 --format=%B | deno task context -",
      "deno task context --issue .beads/issues.jsonl#web-7 --session web-7 --format prompt",
    ],
    load: async () => (await import("./commands/context.ts")).runContext,
  },
  {
    name: "need",
    operands: "[TEXT…]",
    summary: "Answers the NEED_CODE, NEED_DOC and NEED_FILE lines of an agent's text",
    options: [
      option("-f, --file FILE", "Read the text from a file; - is standard input"),
      ...PLACE,
      { ...SESSION, summary: "Whose text it is; its rounds are counted" },
      option("--round N", "Which round it is, from 1 (the next)"),
      option(
        "--mode NAME",
        "Show texts, only name them, or neither (fetch)",
        "fetch, delegate, observe",
      ),
      option("--lock PATH=HOLDER", "A file that another task may edit, so that it is not granted"),
      option("-b, --budget TOKENS", "Most tokens to print"),
      ESTIMATOR,
      ...formatOptions("answer"),
      option("--trigger NAME", "What set it off, for the log (need)"),
      ...REFRESH,
    ],
    examples: ["deno task need --session web-7 --round 1 - < answer.txt"],
    load: async () => (await import("./commands/need.ts")).runNeed,
  },
  {
    name: "search",
    operands: "[QUERY…]",
    summary: "The best definitions and sections with their scores, or files",
    options: [
      ...QUERY,
      ...NAMES_OPTIONS,
      option("-n, --limit N", "Most results, of the 100 best files (10)"),
      LISTED,
      JSON_OUTPUT,
      ...FILTERS,
      ...FRESHNESS,
    ],
    examples: [
      'deno task search --limit 5 --path "*.go" "parse flags"',
      'deno task search --by file "token budget"',
    ],
    load: async () => (await import("./commands/search.ts")).runSearch,
  },
  {
    name: "explain",
    operands: "[QUERY…]",
    summary: "Where the scores come from, as trees that add up",
    options: [
      ...QUERY,
      ISSUE_OPTION,
      ...NAMES_OPTIONS,
      option("-n, --limit N", "Most results (3)"),
      LISTED,
      JSON_OUTPUT,
      ...FILTERS,
      ...EXPLAINED_FRESHNESS,
    ],
    examples: ['deno task explain --path "core/**" "token budget"'],
    load: async () => (await import("./commands/explain.ts")).runExplain,
  },
  ...STRUCTURE_COMMANDS,
  ...POLICY_COMMANDS,
  ...MANIFEST_COMMANDS,
  ...CONVERSATION_COMMANDS,
  {
    name: "index",
    summary: "Brings the index up to date with the files",
    options: [...PLACE, JSON_OUTPUT],
    examples: ["deno task index --root ../other-repository"],
    load: async () => (await import("./commands/index.ts")).runIndex,
  },
  {
    name: "watch",
    summary: "Keeps the index up to date while files change, until Ctrl-C",
    options: [...PLACE, JSON_OUTPUT],
    examples: ["deno task watch", "deno task watch --root ../other-repository --json"],
    load: async () => (await import("./commands/watch.ts")).runWatch,
  },
  {
    name: "status",
    summary: "What the index holds, how old it is and where it is",
    options: [...PLACE, JSON_OUTPUT],
    examples: ["deno task status --json"],
    load: async () => (await import("./commands/status.ts")).runStatus,
  },
  {
    name: "log",
    operands: "[show ID | prune]",
    choices: ["show", "prune"],
    summary: "What was given to whom and why; show ID for one record; prune lets go of old ones",
    options: [
      option("--session ID", "Only what this session was given"),
      option("-n, --limit N", "Most records (20)"),
      option("--before ID", "Only records older than this one"),
      option("--render", "With show: the text as it was given, or else what has changed since"),
      option(
        "--older-than AGE",
        "With prune: records older than 12h, 30d or 8w go, unless their session goes on",
      ),
      option(
        "--keep N",
        "With prune: records before the newest N go, unless their session goes on",
      ),
      option("--dry-run", "With prune: only say what would go"),
      ...LOG_PLACE,
    ],
    examples: [
      "deno task log --session web-7",
      "deno task log show 12",
      "deno task --quiet log show 12 --render > prompt.md",
      "deno task log prune --older-than 30d --dry-run",
    ],
    load: async () => (await import("./commands/log.ts")).runLog,
  },
  {
    name: "metrics",
    operands: "[FILE…]",
    summary: "How well a session was served: dilution, recall, requests, prediction",
    options: [
      option("--session ID", "The session"),
      option("--transcript FILE", "What the agent wrote and did, as text; - is standard input"),
      option("--touched FILE", "A file that it changed, relative to the root; more may follow"),
      option("--outdated FILE", "A document that is in fact outdated, to judge the marks by"),
      ...LOG_PLACE,
    ],
    examples: [
      "deno task metrics --session web-7 --transcript run.txt --touched src/a.ts src/b.ts",
    ],
    load: async () => (await import("./commands/metrics.ts")).runMetrics,
  },
  ...SERVICE_COMMANDS,
  {
    name: "init",
    summary: "Writes .dossier/config.yaml with each setting commented out",
    options: [ROOT, option("--force", "Replace the configuration that there is")],
    examples: ["deno task init --root ../other-repository"],
    load: async () => (await import("./commands/init.ts")).runInit,
  },
  {
    name: "config",
    summary: "The settings in force, and where each comes from",
    options: [ROOT, JSON_OUTPUT],
    examples: ["deno task config", "deno task config --json | jq '.settings[\"task.vault\"]'"],
    load: async () => (await import("./commands/config.ts")).runConfig,
  },
  {
    name: "doctor",
    summary: "What stands in the way, and its mend; exit code 2 for settings, 3 for the rest",
    options: [
      ROOT,
      STATE,
      option("--deep", "Compare every value in the index with its checksum"),
      JSON_OUTPUT,
    ],
    examples: ["deno task doctor", "deno task --quiet doctor --json | jq '.findings[]'"],
    load: async () => (await import("./commands/doctor.ts")).runDoctor,
  },
  {
    name: "compile",
    summary: "Makes one executable file of the program",
    options: [
      option(
        "--target NAME",
        "What it is made for (this machine)",
        "x86_64-unknown-linux-gnu, aarch64-unknown-linux-gnu, x86_64-apple-darwin, aarch64-apple-darwin, x86_64-pc-windows-msvc",
      ),
      option("--out FILE", "Where it is written (dossier)"),
      option(
        "--bundle DIR",
        "Write what would be put into it to a new folder instead, for deno run",
      ),
    ],
    examples: [
      "deno task compile --out ~/bin/dossier",
      "deno task compile --bundle build && deno run --allow-read build/dossier.js help",
    ],
    load: async () => (await import("./commands/compile.ts")).runCompile,
  },
  {
    name: "completions",
    operands: "SHELL",
    choices: ["bash", "zsh", "fish"],
    summary: "A script that completes commands and options: bash, zsh or fish",
    options: [],
    examples: [
      "deno task --quiet completions bash > ~/.local/share/bash-completion/completions/dossier",
    ],
    load: async () => (await import("./commands/completions.ts")).runCompletions,
  },
];

/** The commands, in the order of the help; what makes executables needs the sources, which no bundle has. */
export const COMMANDS: readonly Command[] = IS_BUNDLED
  ? ALL.filter(({ name }) => name !== "compile")
  : ALL;
