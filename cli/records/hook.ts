import { option, type OwnCommand } from "@dossier/retrieval/operation";

/** Answers hosts at their events. */
export const HOOK_COMMAND: OwnCommand = {
  name: "hook",
  summary: "Tells a session what it needs; hosts run it at their events",
  permissions: "hook",
  options: [
    option(
      "--host NAME",
      "The host, whose input is read and whose reply is written",
      "claude-code, codex, cursor, copilot, gemini",
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
  load: async () => (await import("../commands/hook.ts")).runHostHook,
};
