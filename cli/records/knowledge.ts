import { option, type OwnCommand } from "@dossier/retrieval/operation";
import { JSON_OUTPUT, PLACE } from "../arguments/shared_options.ts";

/** Makes knowledge files. */
export const KNOWLEDGE_COMMAND: OwnCommand = {
  name: "knowledge",
  operands: "build",
  choices: ["build"],
  summary: "Makes the knowledge files that the manifest declares",
  permissions: "answer",
  options: [
    option("--dry-run", "Only say what would be written"),
    option("--force", "Replace what somebody has written or edited by hand"),
    ...PLACE,
    JSON_OUTPUT,
  ],
  examples: ["deno task knowledge build --dry-run"],
  load: async () => (await import("../commands/knowledge.ts")).runKnowledge,
};
