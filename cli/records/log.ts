import { option, type OwnCommand } from "@dossier/retrieval/operation";
import { LOG_OPTIONS } from "../arguments/shared_options.ts";

/** Command that lists, shows and prunes records. */
export const LOG_COMMAND: OwnCommand = {
  name: "log",
  operands: "[show ID | prune]",
  choices: ["show", "prune"],
  summary: "What was given to whom and why; show one record, prune old ones",
  permissions: "look",
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
