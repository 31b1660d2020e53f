/**
 * The commands `memory`, `observe` and `attach`: the data for parsing, help and completions. The
 * code that runs them is imported on the first call.
 *
 * @module
 */

import type { Engine } from "@dossier/retrieval/engine";
import { type FeatureCommand, JSON_OUTPUT, option, PLACE } from "@dossier/retrieval/operation";

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
    summary: "What is remembered of this project: list, review, verify, export",
    permissions: "answer",
    options: [
      option(
        "--status NAME",
        "With list: only those of a status",
        "waiting, active, refused, superseded",
      ),
      option("-n, --limit N", "Most observations: with list and review (20)"),
      option("--before ID", "With list and review: only those older than this one"),
      option("--accept-all", "With review: all that wait are given from now on; needs --yes"),
      option("--refuse-all", "With review: none of those that wait is ever given; needs --yes"),
      option("--yes", "With review: do so without being asked"),
      option("--all-drifted", "With verify: all that cite what has changed since"),
      option("--all", "With export: confidential and restricted ones as well"),
      option("--trust", "With import: they need no review, and count as though stated here"),
      option("--dry-run", "With prune: only say what would be erased"),
      option("--svg FILE", "With report: write its picture to this file"),
      option("--force", "With --svg: replace the file that is there"),
      ...PLACE,
      JSON_OUTPUT,
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
    summary: "Proposes by rules what sessions, commits or issues teach",
    permissions: "answer",
    options: [
      option("--transcript FILE", "What a host has written of a session"),
      option("--session ID", "With --transcript: the session, where the host says another id"),
      option("--commits", "The messages of the commits of this tree"),
      option("--since DATE", "With --commits: none older, such as 2030-01-31"),
      option("-n, --limit N", "With --commits: how many are looked at (1000)"),
      option("--tracker FOLDER", "The closed issues in a folder or file of this tree"),
      option("--dry-run", "Only list what is found"),
      ...PLACE,
      JSON_OUTPUT,
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
    summary: "Types what waits for a session into the terminal of its agent",
    permissions: "attach",
    options: [
      option("--session ID", "The session that the agent runs"),
      option("--tmux PANE", "The pane in which it runs, such as %3 or work:1.0"),
      option(
        "--socket FILE",
        "With --tmux: the socket of the server of tmux, if not the usual one",
      ),
      option("--full-screen", "With --tmux: the agent takes lines although it fills the screen"),
      ...PLACE,
      option("--json", "With --tmux: print receipts as JSON, one a line"),
    ],
    examples: [
      "deno task attach --session web-7 --tmux agents:0.0",
      "deno task attach --session web-7 -- my-agent --verbose",
    ],
    load: async () => (await import("./attach.ts")).runAttach,
  },
];
