import { JSON_OUTPUT, type OwnCommand, ROOT } from "@dossier/retrieval/operation";

/** Command that prints the effective settings. */
export const CONFIG_COMMAND: OwnCommand = {
  name: "config",
  summary: "The settings in force, and where each comes from",
  permissions: "print",
  options: [ROOT, JSON_OUTPUT],
  examples: ["deno task config", "deno task config --json | jq '.settings[\"task.vault\"]'"],
  load: async () => (await import("../commands/config.ts")).runConfig,
};
