import { option, type OwnCommand } from "@dossier/retrieval/operation";
import { JSON_OUTPUT, PLACE } from "../arguments/shared_options.ts";

/** Shows and checks the manifest of a project. */
export const MANIFEST_COMMAND: OwnCommand = {
  name: "manifest",
  operands: "[show | check | acknowledge]",
  choices: ["show", "check", "acknowledge"],
  summary: "The tiers of context that are declared; show, check or agree",
  permissions: "answer",
  options: [
    option("--verbose", "With show: hashes, files and the last injections as well"),
    option("--strict", "Exit with 1 where there is no manifest, or with check a warning"),
    option("--prompt TEXT", "What was asked for, for the triggers of plugins"),
    option("--commit MESSAGE", "A commit that was made, for the triggers of plugins"),
    option("--open FILE", "A file that is open, for the triggers of plugins"),
    option("--allow-plugins", "Run the programs and modules that the manifest names"),
    ...PLACE,
    JSON_OUTPUT,
  ],
  examples: [
    "deno task manifest",
    "deno task manifest show --verbose",
    "deno task manifest check --strict",
  ],
  load: async () => (await import("../commands/manifest.ts")).runManifest,
};
