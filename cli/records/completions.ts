import type { OwnCommand } from "@dossier/retrieval/operation";

/** Command that prints completions for shells. */
export const COMPLETIONS_COMMAND: OwnCommand = {
  name: "completions",
  operands: "SHELL",
  choices: ["bash", "zsh", "fish"],
  summary: "A script that completes commands and options: bash, zsh or fish",
  permissions: "own",
  options: [],
  examples: [
    "deno task --quiet completions bash > ~/.local/share/bash-completion/completions/dossier",
  ],
  load: async () => (await import("../commands/completions.ts")).runCompletions,
};
