import { option, type OwnCommand, ROOT } from "@dossier/retrieval/operation";

/** Command that writes the configuration. */
export const INIT_COMMAND: OwnCommand = {
  name: "init",
  summary: "Writes .dossier/config.yaml with each setting commented out",
  permissions: "write",
  options: [ROOT, option("--force", "Replace the configuration that there is")],
  examples: ["deno task init --root ../other-repository"],
  load: async () => (await import("../commands/init.ts")).runInit,
};
