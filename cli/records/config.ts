import { JSON_OPTION, ROOT_OPTION, type StandaloneCommand } from "@dossier/retrieval/operation";

/** Command that prints the effective settings. */
export const CONFIG_COMMAND: StandaloneCommand = {
  name: "config",
  summary: "The settings in use, and the origin of each",
  permissions: "print",
  options: [ROOT_OPTION, JSON_OPTION],
  examples: ["deno task config", "deno task config --json | jq '.settings[\"task.vault\"]'"],
  load: async () => (await import("../commands/config.ts")).runConfig,
};
