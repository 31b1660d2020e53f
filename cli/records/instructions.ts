import { JSON_OUTPUT, option, type OwnCommand, ROOT } from "@dossier/retrieval/operation";

/** Shows and checks instructions. */
export const INSTRUCTIONS_COMMAND: OwnCommand = {
  name: "instructions",
  operands: "[PATH]",
  summary: "The AGENTS.md, rules and skills that hold here; checks them",
  permissions: "instructions",
  options: [
    option(
      "--host NAME",
      "Whose instructions (every host's)",
      "claude-code, codex, cursor, copilot, gemini, opencode",
    ),
    option("--check", "Say what is wrong: dead paths, duplicates, conflicts, files too long"),
    option("--text", "Print the text that agents are told"),
    option("-b, --budget BYTES", "Most bytes of the project's files (32768)"),
    option(
      "--cut NAME",
      "What goes first of more: sections of the farthest file, or what comes last (sections)",
      "sections, root-first",
    ),
    option("--fallback NAME", "Another name of AGENTS.md; more may follow"),
    option("--marker NAME", "What the root of a project has (.git); more may follow"),
    option("--outside", "Follow imports that lead out of the root"),
    { ...ROOT, summary: "The repository; by default the nearest folder with .git" },
    JSON_OUTPUT,
  ],
  examples: [
    "deno task instructions src/web --host claude-code",
    "deno task instructions --check",
    "deno task --quiet instructions src/web --host codex --text > AGENTS.txt",
  ],
  load: async () => (await import("../commands/instructions.ts")).runInstructions,
};
