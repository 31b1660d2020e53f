import type { Command, OptionSpec } from "./command.ts";

// Commands with packages of their own. Not written where they are imported, as the runtime fetches what
// it can read there for every command.
const SERVE = "./commands/serve.ts";
const MCP = "./commands/mcp.ts";
const INSTALL_HOST = "./commands/install_host.ts";
const DOCTOR = "./commands/doctor.ts";

const ROOT: OptionSpec = {
  name: "root",
  value: "DIR",
  summary: "The repository; by default the git root of the current folder",
};
const SERVED_ROOT: OptionSpec = {
  name: "root",
  value: "[NAME=]DIR",
  multiple: true,
  summary: "A repository to serve; by default the git root of the current folder",
};
const STATE: OptionSpec = {
  name: "state",
  value: "DIR",
  summary: "Where the index is kept; by default .dossier/state in the root",
};
const JSON_OUTPUT: OptionSpec = { name: "json", summary: "Print JSON" };

const QUERY: readonly OptionSpec[] = [
  {
    name: "file",
    short: "f",
    value: "FILE",
    summary: "Read the query from a file; - is standard input",
  },
  ROOT,
  STATE,
];

const ESTIMATOR: OptionSpec = {
  name: "estimator",
  value: "NAME",
  choices: ["piece", "chars4", "o200k"],
  summary: "How tokens are counted (piece)",
};
const ISSUE: OptionSpec = {
  name: "issue",
  value: "ISSUE",
  summary: "The task: FILE.json, FILE.md, TRACKER.jsonl#ID, or - for standard input",
};
const SESSION: OptionSpec = {
  name: "session",
  value: "ID",
  summary: "Whom it is for: what this session holds is not given again",
};

const FILTERS: readonly OptionSpec[] = [
  {
    name: "path",
    short: "p",
    value: "GLOB",
    multiple: true,
    summary: "Only files that match; without a slash, by name in any folder",
  },
  {
    name: "language",
    short: "l",
    value: "NAME",
    multiple: true,
    summary: "Only files in this language",
  },
  {
    name: "kind",
    value: "KIND",
    choices: ["code", "document"],
    summary: "Only code, or only prose",
  },
];

const FRESHNESS: readonly OptionSpec[] = [
  { name: "no-refresh", summary: "Answer from the index as it is" },
  {
    name: "max-refresh-ms",
    value: "N",
    summary: "How long changed files may take to be indexed first (2000)",
  },
  {
    name: "disable",
    value: "STEP",
    multiple: true,
    summary: "Leave out a ranking step, or several with commas; explain --help names them",
  },
];

/** The same where the steps are what one looks for. */
const EXPLAINED_FRESHNESS: readonly OptionSpec[] = FRESHNESS.map((option) =>
  option.name !== "disable" ? option : {
    ...option,
    // Written out here, as to parse the options must not load the ranking.
    summary:
      "Leave out a ranking step, or several with commas: term-place, idf-exponent, symbols, " +
      "heading, path, line, phrase, file-saturation, chunks, text, name, named-symbol, subjects, " +
      "meaning, definitions, mention, aside, documents",
  }
);

/** All commands, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  {
    name: "context",
    operands: "[QUERY…]",
    summary: "What to read for a task: the passages that fit a token budget",
    options: [
      ...QUERY,
      ISSUE,
      SESSION,
      {
        name: "budget",
        short: "b",
        value: "TOKENS",
        summary: "Most tokens to print (4000; for an issue, what the settings say)",
      },
      ESTIMATOR,
      {
        name: "format",
        value: "NAME",
        choices: ["markdown", "json", "xml", "prompt"],
        summary: "How the bundle is printed (markdown)",
      },
      { name: "json", summary: "The same as --format json" },
      {
        name: "references-only",
        summary: "Name code by path and lines, for an agent that opens files; with --issue",
      },
      { name: "trigger", value: "NAME", summary: "What set it off, for the log (context)" },
      { name: "no-record", summary: "Keep no record of the bundle" },
      { name: "explain", summary: "Say where each score comes from; with --json" },
      ...FILTERS,
      ...FRESHNESS,
    ],
    examples: [
      'deno task context "retry failed uploads"',
      "deno task context --budget 2000 --format json --file issue.md",
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
      {
        name: "file",
        short: "f",
        value: "FILE",
        summary: "Read the text from a file; - is standard input",
      },
      ROOT,
      STATE,
      { ...SESSION, summary: "Whose text it is; its rounds are counted" },
      { name: "round", value: "N", summary: "Which round it is, from 1 (the next)" },
      {
        name: "mode",
        value: "NAME",
        choices: ["fetch", "delegate", "observe"],
        summary: "Show texts, only name them, or neither (fetch)",
      },
      {
        name: "lock",
        value: "PATH=HOLDER",
        multiple: true,
        summary: "A file that another task may edit, so that it is not granted",
      },
      { name: "budget", short: "b", value: "TOKENS", summary: "Most tokens to print" },
      ESTIMATOR,
      {
        name: "format",
        value: "NAME",
        choices: ["markdown", "json", "xml", "prompt"],
        summary: "How the answer is printed (markdown)",
      },
      { name: "json", summary: "The same as --format json" },
      { name: "trigger", value: "NAME", summary: "What set it off, for the log (need)" },
      ...FRESHNESS.filter(({ name }) => name !== "disable"),
    ],
    examples: ["deno task need --session web-7 --round 1 - < answer.txt"],
    load: async () => (await import("./commands/need.ts")).runNeed,
  },
  {
    name: "search",
    operands: "[QUERY…]",
    summary: "The best chunks with their scores",
    options: [
      ...QUERY,
      {
        name: "limit",
        short: "n",
        value: "N",
        summary: "Most results, of the 100 best files (10)",
      },
      JSON_OUTPUT,
      ...FILTERS,
      ...FRESHNESS,
    ],
    examples: ['deno task search --limit 5 --path "*.go" "parse flags"'],
    load: async () => (await import("./commands/search.ts")).runSearch,
  },
  {
    name: "explain",
    operands: "[QUERY…]",
    summary: "Where the scores come from, as trees that add up",
    options: [
      ...QUERY,
      ISSUE,
      { name: "limit", short: "n", value: "N", summary: "Most results (3)" },
      JSON_OUTPUT,
      ...FILTERS,
      ...EXPLAINED_FRESHNESS,
    ],
    examples: ['deno task explain --path "core/**" "token budget"'],
    load: async () => (await import("./commands/explain.ts")).runExplain,
  },
  {
    name: "index",
    operands: "",
    summary: "Brings the index up to date with the files",
    options: [ROOT, STATE, JSON_OUTPUT],
    examples: ["deno task index --root ../other-repository"],
    load: async () => (await import("./commands/index.ts")).runIndex,
  },
  {
    name: "watch",
    operands: "",
    summary: "Keeps the index up to date while files change, until Ctrl-C",
    options: [ROOT, STATE, JSON_OUTPUT],
    examples: ["deno task watch", "deno task watch --root ../other-repository --json"],
    load: async () => (await import("./commands/watch.ts")).runWatch,
  },
  {
    name: "status",
    operands: "",
    summary: "What the index holds, how old it is and where it is",
    options: [ROOT, STATE, JSON_OUTPUT],
    examples: ["deno task status --json"],
    load: async () => (await import("./commands/status.ts")).runStatus,
  },
  {
    name: "log",
    operands: "[show ID]",
    choices: ["show"],
    summary: "What was given to whom and why; show ID for one record",
    options: [
      { name: "session", value: "ID", summary: "Only what this session was given" },
      { name: "limit", short: "n", value: "N", summary: "Most records (20)" },
      { name: "before", value: "ID", summary: "Only records older than this one" },
      {
        name: "render",
        summary: "With show: the text as it was given, or else what has changed since",
      },
      ROOT,
      STATE,
      JSON_OUTPUT,
    ],
    examples: [
      "deno task log --session web-7",
      "deno task log show 12",
      "deno task --quiet log show 12 --render > prompt.md",
    ],
    load: async () => (await import("./commands/log.ts")).runLog,
  },
  {
    name: "metrics",
    operands: "[FILE…]",
    summary: "How well a session was served: dilution, recall, requests, prediction",
    options: [
      { name: "session", value: "ID", summary: "The session" },
      {
        name: "transcript",
        value: "FILE",
        summary: "What the agent wrote and did, as text; - is standard input",
      },
      {
        name: "touched",
        value: "FILE",
        multiple: true,
        summary: "A file that it changed, relative to the root; more may follow",
      },
      {
        name: "outdated",
        value: "FILE",
        multiple: true,
        summary: "A document that is in fact outdated, to judge the marks by",
      },
      ROOT,
      STATE,
      JSON_OUTPUT,
    ],
    examples: [
      "deno task metrics --session web-7 --transcript run.txt --touched src/a.ts src/b.ts",
      "deno task metrics --session web-7 --transcript - --touched $(git diff --name-only main)",
    ],
    load: async () => (await import("./commands/metrics.ts")).runMetrics,
  },
  {
    name: "serve",
    operands: "",
    summary: "Answers over HTTP until it is stopped",
    options: [
      SERVED_ROOT,
      { name: "port", value: "N", summary: "The port to listen on; 0 is any that is free (7420)" },
      { name: "host", value: "ADDRESS", summary: "The address to listen on (127.0.0.1)" },
      {
        name: "watch",
        summary: "Index what changes at once, so that no answer has to look for it",
      },
      {
        name: "workers",
        value: "N",
        summary: "Threads that answer (one for each core but one, at least 2)",
      },
      {
        name: "token-file",
        value: "FILE",
        summary: "Holds the token that callers must send; else DOSSIER_TOKEN",
      },
      {
        name: "allow-host",
        value: "NAME",
        multiple: true,
        summary: "A name that callers may use for this machine besides localhost",
      },
      {
        name: "allow-origin",
        value: "URL",
        multiple: true,
        summary: "An origin whose pages may call: https://app.example",
      },
      {
        name: "log-level",
        value: "NAME",
        choices: ["debug", "info", "warning", "error"],
        summary: "The least that is logged (info)",
      },
      {
        name: "log-format",
        value: "NAME",
        choices: ["text", "json"],
        summary: "How the log on standard error is written (text)",
      },
    ],
    examples: [
      "deno task serve",
      "deno task serve --root web=../web --root api=../api --port 8000",
      "deno task serve --host 0.0.0.0 --token-file ~/.dossier-token",
    ],
    load: async () => (await import(SERVE) as typeof import("./commands/serve.ts")).runServe,
  },
  {
    name: "mcp",
    operands: "",
    summary: "Serves MCP on standard input and output, for hosts such as Claude Code",
    options: [SERVED_ROOT],
    examples: ["deno task --quiet mcp --root ../web --root ../api"],
    load: async () => (await import(MCP) as typeof import("./commands/mcp.ts")).runMcp,
  },
  {
    name: "install-host",
    operands: "HOST",
    choices: ["claude-code", "codex", "cursor"],
    summary: "Enters the MCP server in a host's configuration: claude-code, codex or cursor",
    options: [
      { name: "dry-run", summary: "Only print the entry and say what would be done" },
      { name: "remove", summary: "Take the entry out again, and nothing else" },
      {
        name: "scope",
        value: "NAME",
        choices: ["project", "user"],
        summary: "For this project, or for all of the user's (project; codex: user)",
      },
      {
        ...SERVED_ROOT,
        summary: "A repository to serve; by default the project, or where the host starts it",
      },
    ],
    examples: [
      "deno task install-host claude-code --dry-run",
      "deno task install-host codex --root ~/src/web",
    ],
    load: async () =>
      (await import(INSTALL_HOST) as typeof import("./commands/install_host.ts")).runInstallHost,
  },
  {
    name: "init",
    operands: "",
    summary: "Writes .dossier/config.yaml: every setting with its default, commented out",
    options: [ROOT, { name: "force", summary: "Replace the configuration that there is" }],
    examples: ["deno task init --root ../other-repository"],
    load: async () => (await import("./commands/init.ts")).runInit,
  },
  {
    name: "config",
    operands: "",
    summary: "The settings in force, and where each comes from",
    options: [ROOT, JSON_OUTPUT],
    examples: ["deno task config", "deno task config --json | jq '.settings[\"task.vault\"]'"],
    load: async () => (await import("./commands/config.ts")).runConfig,
  },
  {
    name: "doctor",
    operands: "",
    summary: "What stands in the way, and its mend; exit code 2 for settings, 3 for the rest",
    options: [ROOT, STATE, JSON_OUTPUT],
    examples: ["deno task doctor", "deno task --quiet doctor --json | jq '.findings[]'"],
    load: async () => (await import(DOCTOR) as typeof import("./commands/doctor.ts")).runDoctor,
  },
  {
    name: "compile",
    operands: "",
    summary: "Makes one executable file of the program",
    options: [
      {
        name: "target",
        value: "NAME",
        choices: [
          "x86_64-unknown-linux-gnu",
          "aarch64-unknown-linux-gnu",
          "x86_64-apple-darwin",
          "aarch64-apple-darwin",
          "x86_64-pc-windows-msvc",
        ],
        summary: "What it is made for (this machine)",
      },
      { name: "out", value: "FILE", summary: "Where it is written (dossier)" },
      {
        name: "bundle",
        value: "DIR",
        summary: "Write what would be put into it to a new folder instead, for deno run",
      },
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
