import { JSON_OUTPUT, option, type OwnCommand, PROVIDER } from "@dossier/retrieval/operation";

/** Puts a summary in the place of a conversation. */
export const COMPACT_COMMAND: OwnCommand = {
  name: "compact",
  operands: "TRANSCRIPT",
  summary: "Puts a summary in the place of a conversation; asks for one",
  permissions: "compact",
  options: [
    option("--request", "Print what to send to a model, which answers with the summary"),
    option("--summary FILE", "The summary; - is standard input"),
    option("-b, --budget TOKENS", "Most tokens of what the user said that are kept (20000)"),
    option("--lenient", "Lines behind the last checkpoint may be there"),
    { ...PROVIDER, summary: "Whose request it is (lines of JSON, as a transcript)" },
    option(
      "--folder DIR",
      "The folder of the session, whose AGENTS.md is told again (the current)",
    ),
    JSON_OUTPUT,
  ],
  examples: [
    "deno task --quiet compact thread.jsonl --request --for anthropic > request.json",
    "deno task --quiet compact thread.jsonl --summary summary.md > next.jsonl",
    "cat thread.jsonl | deno task --quiet compact - --json",
  ],
  load: async () => (await import("../commands/compact.ts")).runCompact,
};
