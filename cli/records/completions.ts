import type { OwnCommand } from "@dossier/retrieval/operation";

/** Prints completions for shells. */
export const COMPLETIONS_COMMAND: OwnCommand = {
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
