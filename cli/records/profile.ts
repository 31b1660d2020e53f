import { option, type OwnCommand } from "@dossier/retrieval/operation";
import { INPUT, JSON_OUTPUT, ROOT, SYSTEM, WORDS } from "../arguments/shared_options.ts";

/** Lists, shows, checks and imports profiles. */
export const PROFILE_COMMAND: OwnCommand = {
  name: "profile",
  operands: "[list | show ID | check [ID] | import [DIR]]",
  choices: ["list", "show", "check", "import"],
  summary: "The profiles there are; show, check or import them",
  permissions: "look",
  options: [
    { ...INPUT, summary: "With show: what the profile is given; more may follow" },
    option("--dry-run", "With import: only say what would be written"),
    option("--force", "With import: replace what is there already"),
    WORDS,
    SYSTEM,
    ROOT,
    JSON_OUTPUT,
  ],
  examples: [
    "deno task profile list",
    "deno task profile show dossier/base-review",
    "deno task profile check",
    "deno task profile import --dry-run ../rye-project/.ai",
  ],
  load: async () => (await import("../commands/profile.ts")).runProfile,
};
