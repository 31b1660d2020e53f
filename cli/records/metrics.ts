import { option, type OwnCommand } from "@dossier/retrieval/operation";
import { LOG_OPTIONS } from "../arguments/shared_options.ts";

/** Command that measures the context of a session. */
export const METRICS_COMMAND: OwnCommand = {
  name: "metrics",
  operands: "[FILE…]",
  summary: "How well a session was served: dilution, recall, requests",
  permissions: "look",
  options: [
    option("--session ID", "The session"),
    option("--transcript FILE", "What the agent wrote and did, as text; - is standard input"),
    option("--touched FILE", "A file that it changed, relative to the root; more may follow"),
    option("--outdated FILE", "A document that is in fact outdated, to judge the marks by"),
    ...LOG_OPTIONS,
  ],
  examples: [
    "deno task metrics --session web-7 --transcript run.txt --touched src/a.ts src/b.ts",
  ],
  load: async () => (await import("../commands/metrics.ts")).runMetrics,
};
