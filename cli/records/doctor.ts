import { JSON_OUTPUT, option, type OwnCommand, ROOT, STATE } from "@dossier/retrieval/operation";

/** Command that finds problems. */
export const DOCTOR_COMMAND: OwnCommand = {
  name: "doctor",
  summary: "What stands in the way, and its fix; exit code 2 or 3 if anything",
  permissions: "doctor",
  options: [
    ROOT,
    STATE,
    option("--deep", "Compare every value in the index with its checksum"),
    JSON_OUTPUT,
  ],
  examples: ["deno task doctor", "deno task --quiet doctor --json | jq '.findings[]'"],
  load: async () => (await import("../commands/doctor.ts")).runDoctor,
};
