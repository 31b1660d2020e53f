import type { StandaloneCommand } from "@dossier/retrieval/operation";

/** Command that prints completions for shells. */
export const COMPLETIONS_COMMAND: StandaloneCommand = {
  name: "completions",
  operands: "SHELL",
  choices: ["bash", "zsh", "fish"],
  summary: "Prints a script for completion in bash, zsh or fish",
  permissions: "own",
  options: [],
  examples: [
    "deno task --quiet completions bash > ~/.local/share/bash-completion/completions/dossier",
  ],
  load: async () => (await import("../commands/completions.ts")).runCompletions,
};
