import { option, ROOT_OPTION, type StandaloneCommand } from "@dossier/retrieval/operation";

/** Command that writes the configuration. */
export const INIT_COMMAND: StandaloneCommand = {
  name: "init",
  summary: "Writes .dossier/config.yaml with each setting commented out",
  permissions: "write",
  options: [ROOT_OPTION, option("--force", "Replace an existing configuration")],
  examples: ["deno task init --root ../other-repository"],
  load: async () => (await import("../commands/init.ts")).runInit,
};
