import { JSON_OUTPUT, option, type OwnCommand, ROOT, STATE } from "@dossier/retrieval/operation";

/** Finds what stands in the way. */
export const DOCTOR_COMMAND: OwnCommand = {
  name: "doctor",
  summary: "Problems and their fixes; exit code 2 or 3 if there are any",
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
