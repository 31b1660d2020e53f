/**
 * The commands `memory`, `observe` and `attach`: the data for parsing, help and completions. The
 * code that runs them is imported on the first call.
 *
 * @module
 */

import type { Engine } from "@dossier/retrieval/engine";
import {
  type FeatureCommand,
  JSON_OPTION,
  option,
  PLACE_OPTIONS,
} from "@dossier/retrieval/operation";

/** The subcommands of `memory`; a test compares them with `memory.ts`. */
const VERBS = [
  "list",
  "show",
  "review",
  "verify",
  "export",
  "import",
  "settings",
  "grant",
  "revoke",
  "projects",
  "report",
  "prune",
  "audit",
];

/** The commands, in the order of help. */
export const MEMORY_COMMANDS: readonly FeatureCommand<Engine>[] = [
  {
    name: "memory",
    operands: `[${VERBS.join(" | ")}] [ID | FILE | NAME …]`,
    choices: VERBS,
    summary: "Lists, reviews, verifies and exports the memory of this project",
    permissions: "answer",
    options: [
      option(
        "--status NAME",
        "With list: only observations of this status",
        "waiting, active, refused, superseded",
      ),
      option("-n, --limit N", "With list and review: maximum number of observations (20)"),
      option("--before ID", "With list and review: only observations older than this one"),
      option("--accept-all", "With review: accept all waiting observations; needs --yes"),
      option("--refuse-all", "With review: refuse all waiting observations; needs --yes"),
      option("--yes", "With review: do not ask for confirmation"),
      option("--all-drifted", "With verify: all observations whose cited text has changed"),
      option("--all", "With export: include confidential and restricted observations"),
      option("--trust", "With import: skip the review, and count them as stated here"),
      option("--dry-run", "With prune: only list what would be erased"),
      option("--svg FILE", "With report: write its chart to this file"),
      option("--force", "With --svg: replace an existing file"),
      ...PLACE_OPTIONS,
      JSON_OPTION,
    ],
    examples: [
      "deno task memory list --status waiting",
      "deno task memory review o12 accept",
      "deno task --quiet memory export > memory.jsonl",
      "deno task memory settings gate open",
    ],
    load: async () => (await import("./memory.ts")).runMemory,
  },
  {
    name: "observe",
    summary: "Proposes observations from sessions, commits or issues, by rules",
    permissions: "answer",
    options: [
      option("--transcript FILE", "The transcript of a session, written by a host"),
      option("--session ID", "With --transcript: the session, when the host uses another id"),
      option("--commits", "Use the messages of this tree's commits"),
      option("--since DATE", "With --commits: date of the oldest commit, such as 2030-01-31"),
      option("-n, --limit N", "With --commits: maximum number of commits (1000)"),
      option("--tracker FOLDER", "The closed issues in a folder or file of this tree"),
      option("--dry-run", "Only list the proposals"),
      ...PLACE_OPTIONS,
      JSON_OPTION,
    ],
    examples: [
      "deno task observe --transcript ~/.claude/projects/-home-me-app/1b2c.jsonl",
      "deno task observe --commits --since 2030-01-31 --dry-run",
      "deno task observe --tracker issues",
    ],
    load: async () => (await import("./observe.ts")).runObserve,
  },
  {
    name: "attach",
    operands: "[-- PROGRAM [ARGUMENT…]]",
    summary: "Types the queued texts of a session into its agent's terminal",
    permissions: "attach",
    options: [
      option("--session ID", "The session that the agent runs"),
      option("--tmux PANE", "The pane of the agent, such as %3 or work:1.0"),
      option(
        "--socket FILE",
        "With --tmux: the socket of the tmux server, if not the default one",
      ),
      option("--full-screen", "With --tmux: the agent accepts lines although it fills the screen"),
      ...PLACE_OPTIONS,
      option("--json", "With --tmux: print receipts as JSON, one per line"),
    ],
    examples: [
      "deno task attach --session web-7 --tmux agents:0.0",
      "deno task attach --session web-7 -- my-agent --verbose",
    ],
    load: async () => (await import("./attach.ts")).runAttach,
  },
];
