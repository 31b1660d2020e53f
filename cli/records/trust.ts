import { option, type OwnCommand } from "@dossier/retrieval/operation";
import { JSON_OUTPUT, PLACE } from "../arguments/shared_options.ts";

/** Shows and gives what only the user may grant. */
export const TRUST_COMMAND: OwnCommand = {
  name: "trust",
  operands: "[accept | revoke]",
  choices: ["accept", "revoke"],
  summary: "What only you may grant this repository; accept or revoke",
  permissions: "answer",
  options: [
    option("--yes", "With accept: grant it without being asked"),
    ...PLACE,
    JSON_OUTPUT,
  ],
  examples: ["deno task trust", "deno task trust accept --yes"],
  load: async () => (await import("../commands/trust.ts")).runTrust,
};
