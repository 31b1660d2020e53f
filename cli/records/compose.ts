import { option, type OwnCommand } from "@dossier/retrieval/operation";
import {
  ESTIMATOR,
  INPUT,
  JSON_OUTPUT,
  PROFILE,
  PROVIDER,
  ROOT,
  SYSTEM,
  WORDS,
} from "../arguments/shared_options.ts";

/** Prints what an agent is told before it starts. */
export const COMPOSE_COMMAND: OwnCommand = {
  name: "compose",
  summary: "What an agent is told before it starts: prompt and tools",
  permissions: "print",
  options: [
    PROFILE,
    PROVIDER,
    INPUT,
    option("--resume TRANSCRIPT", "The messages so far, to go on with, as lines of JSON"),
    option("--lenient", "With --resume: lines behind its last checkpoint may be there"),
    option("--tree", "Print what is allowed, as a tree"),
    { ...JSON_OUTPUT, summary: "Print a record of all that it is made of, as JSON" },
    WORDS,
    SYSTEM,
    ROOT,
    ESTIMATOR,
  ],
  examples: [
    "deno task compose --profile dossier/base-review --for text",
    "deno task --quiet compose --profile unload --input ship=Ada --for anthropic | jq .system",
  ],
  load: async () => (await import("../commands/compose.ts")).runCompose,
};
