import { option, type StandaloneCommand } from "@dossier/retrieval/operation";
import { SERVED_ROOT_OPTIONS } from "../arguments/shared_options.ts";

/** Command that keeps indexes open for other commands. */
export const WARM_COMMAND: StandaloneCommand = {
  name: "warm",
  summary: "Keeps the index open to answer other commands, until Ctrl-C",
  permissions: "warm",
  options: [
    ...SERVED_ROOT_OPTIONS,
    option("--idle MINUTES", "Stop after this time without requests (never)"),
  ],
  examples: ["deno task warm", "deno task warm --root ../other-repository --idle 15"],
  load: async () => (await import("../commands/warm.ts")).runWarm,
};
