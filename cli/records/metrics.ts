import { option, type StandaloneCommand } from "@dossier/retrieval/operation";
import { LOG_OPTIONS } from "../arguments/shared_options.ts";

/** Command that measures the context of a session. */
export const METRICS_COMMAND: StandaloneCommand = {
  name: "metrics",
  operands: "[FILE…]",
  summary: "Measures of a session: waste, recall, requests",
  permissions: "look",
  options: [
    option("--session ID", "The session"),
    option("--transcript FILE", "Transcript of the agent, as text; - is standard input"),
    option(
      "--touched FILE",
      "A file that the agent changed, relative to the root; more may follow",
    ),
    option("--outdated FILE", "A document that is really outdated, to check the marks of dossier"),
    ...LOG_OPTIONS,
  ],
  examples: [
    "deno task metrics --session web-7 --transcript run.txt --touched src/a.ts src/b.ts",
  ],
  load: async () => (await import("../commands/metrics.ts")).runMetrics,
};
