/**
 * The commands `manifest`, `trust` and `knowledge`: the data for parsing, help and completions. The
 * code that runs them is imported on the first call.
 *
 * @module
 */

import type { Engine } from "@dossier/retrieval/engine";
import {
  type FeatureCommand,
  JSON_OPTION,
  option,
  PLACE_OPTIONS,
} from "@dossier/retrieval/operation";

/** The commands, in the order of help. */
export const TIER_COMMANDS: readonly FeatureCommand<Engine>[] = [
  {
    name: "manifest",
    operands: "[show | check | acknowledge]",
    choices: ["show", "check", "acknowledge"],
    summary: "Shows, checks or acknowledges the declared tiers of context",
    permissions: "answer",
    options: [
      option("--verbose", "With show: hashes, files and the last injections as well"),
      option("--strict", "Exit with 1 without a manifest, or with check for a warning"),
      option("--prompt TEXT", "The prompt, for the triggers of plugins"),
      option("--commit MESSAGE", "A commit that was made, for the triggers of plugins"),
      option("--open FILE", "A file that is open, for the triggers of plugins"),
      option("--allow-plugins", "Run the programs and modules that the manifest names"),
      ...PLACE_OPTIONS,
      JSON_OPTION,
    ],
    examples: [
      "deno task manifest",
      "deno task manifest show --verbose",
      "deno task manifest check --strict",
    ],
    load: async () => (await import("./manifest.ts")).runManifest,
  },
  {
    name: "trust",
    operands: "[accept | revoke]",
    choices: ["accept", "revoke"],
    summary: "Lists, accepts or revokes what only you may grant a repository",
    permissions: "answer",
    options: [
      option("--yes", "With accept: grant it without confirmation"),
      ...PLACE_OPTIONS,
      JSON_OPTION,
    ],
    examples: ["deno task trust", "deno task trust accept --yes"],
    load: async () => (await import("./trust.ts")).runTrust,
  },
  {
    name: "knowledge",
    operands: "build",
    choices: ["build"],
    summary: "Builds the knowledge files that the manifest declares",
    permissions: "answer",
    options: [
      option("--dry-run", "Only print what would be written"),
      option("--force", "Replace files that were written or edited by hand"),
      ...PLACE_OPTIONS,
      JSON_OPTION,
    ],
    examples: ["deno task knowledge build --dry-run"],
    load: async () => (await import("./knowledge.ts")).runKnowledge,
  },
];
