import {
  JSON_OPTION,
  option,
  ROOT_OPTION,
  type StandaloneCommand,
  STATE_OPTION,
} from "@dossier/retrieval/operation";

/** Command that finds problems. */
export const DOCTOR_COMMAND: StandaloneCommand = {
  name: "doctor",
  summary: "Problems and their fixes; exit code 2 or 3 if there are any",
  permissions: "doctor",
  options: [
    ROOT_OPTION,
    STATE_OPTION,
    option("--deep", "Compare every value in the index with its checksum"),
    JSON_OPTION,
  ],
  examples: ["deno task doctor", "deno task --quiet doctor --json | jq '.findings[]'"],
  load: async () => (await import("../commands/doctor.ts")).runDoctor,
};
