import { JSON_OUTPUT, type OwnCommand, ROOT } from "@dossier/retrieval/operation";

/** Prints the settings in force. */
export const CONFIG_COMMAND: OwnCommand = {
  name: "config",
  summary: "The settings in use, and the origin of each",
  permissions: "print",
  options: [ROOT, JSON_OUTPUT],
  examples: ["deno task config", "deno task config --json | jq '.settings[\"task.vault\"]'"],
  load: async () => (await import("../commands/config.ts")).runConfig,
};
