/**
 * The commands `compose` and `profile`: the data for parsing, help and completions. The code that
 * runs them is imported on the first call.
 *
 * @module
 */

import type { Engine } from "@dossier/retrieval/engine";
import {
  ESTIMATOR_OPTION,
  type FeatureCommand,
  JSON_OPTION,
  option,
  PROVIDER_OPTION,
  ROOT_OPTION,
  SYSTEM_OPTION,
} from "@dossier/retrieval/operation";

const INPUT = option("--input NAME=VALUE", "An input of the profile; may be repeated");

/** The vocabulary of a prompt. */
const WORDS = option(
  "--words NAME",
  "Vocabulary of the prompt (the one of the profile's format)",
  "dossier, rye",
);

/** The commands, in the order of help. */
export const POLICY_COMMANDS: readonly FeatureCommand<Engine>[] = [
  {
    name: "compose",
    summary: "The initial context of an agent: prompt and tools",
    permissions: "print",
    options: [
      option("--profile ID", "The profile, such as review/security"),
      PROVIDER_OPTION,
      INPUT,
      option("--resume TRANSCRIPT", "The messages to continue, as lines of JSON"),
      option("--lenient", "With --resume: accept lines after its last checkpoint"),
      option("--tree", "Print the permissions, as a tree"),
      { ...JSON_OPTION, summary: "Print a record of all its parts, as JSON" },
      WORDS,
      SYSTEM_OPTION,
      ROOT_OPTION,
      ESTIMATOR_OPTION,
    ],
    examples: [
      "deno task compose --profile dossier/base-review --for text",
      "deno task --quiet compose --profile unload --input ship=Ada --for anthropic | jq .system",
    ],
    load: async () => (await import("./compose.ts")).runCompose,
  },
  {
    name: "profile",
    operands: "[list | show ID | check [ID] | import [DIR]]",
    choices: ["list", "show", "check", "import"],
    summary: "Lists the profiles; shows, checks or imports them",
    permissions: "look",
    options: [
      { ...INPUT, summary: "With show: an input of the profile; may be repeated" },
      option("--dry-run", "With import: only print what would be written"),
      option("--force", "With import: replace existing files"),
      WORDS,
      SYSTEM_OPTION,
      ROOT_OPTION,
      JSON_OPTION,
    ],
    examples: [
      "deno task profile list",
      "deno task profile show dossier/base-review",
      "deno task profile check",
      "deno task profile import --dry-run ../rye-project/.ai",
    ],
    load: async () => (await import("./profile.ts")).runProfile,
  },
];
