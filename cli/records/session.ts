import { option, type OwnCommand } from "@dossier/retrieval/operation";
import { LOG_PLACE } from "../arguments/shared_options.ts";

/** Lists sessions and shows one. */
export const SESSION_COMMAND: OwnCommand = {
  name: "session",
  operands: "[list | show [ID]]",
  choices: ["list", "show"],
  summary: "What an agent was given, read, edited and asked for, by time",
  permissions: "look",
  options: [
    option(
      "--host-transcript FILE",
      "With show: what Claude Code or Codex wrote of it, to be told and measured; - is standard input",
    ),
    option("-n, --limit N", "Most sessions (20), or with show most lines, the last ones (100)"),
    ...LOG_PLACE,
  ],
  examples: [
    "deno task session",
    "deno task session show web-7",
    "deno task session show --host-transcript ~/.claude/projects/-home-me-app/1b2c.jsonl",
  ],
  load: async () => (await import("../commands/session.ts")).runSession,
};
