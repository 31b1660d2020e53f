import { option, type StandaloneCommand } from "@dossier/retrieval/operation";
import { LOG_OPTIONS } from "../arguments/shared_options.ts";

/** Command that lists, shows and prunes records. */
export const LOG_COMMAND: StandaloneCommand = {
  name: "log",
  operands: "[show ID | prune]",
  choices: ["show", "prune"],
  summary: "What was sent to which session and why; prunes old records",
  permissions: "look",
  options: [
    option("--session ID", "Only deliveries to this session"),
    option("-n, --limit N", "Most records (20)"),
    option("--before ID", "Only records older than this one"),
    option("--render", "With show: the text as it was sent, or what has changed since"),
    option(
      "--older-than AGE",
      "With prune: remove records older than 12h, 30d or 8w, unless their session continues",
    ),
    option(
      "--keep N",
      "With prune: keep the newest N records, and those of sessions that continue",
    ),
    option("--dry-run", "With prune: only list what would be removed"),
    ...LOG_OPTIONS,
  ],
  examples: [
    "deno task log --session web-7",
    "deno task log show 12",
    "deno task --quiet log show 12 --render > prompt.md",
    "deno task log prune --older-than 30d --dry-run",
  ],
  load: async () => (await import("../commands/log.ts")).runLog,
};
