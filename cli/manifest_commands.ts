import { type Command, option } from "./arguments/command.ts";
import { JSON_OUTPUT, PLACE } from "./arguments/shared_options.ts";

/** The commands about the manifest of a project. */
export const MANIFEST_COMMANDS: readonly Command[] = [
  {
    name: "manifest",
    operands: "[show | check | acknowledge]",
    choices: ["show", "check", "acknowledge"],
    summary: "The tiers of context that are declared; show, check or agree",
    options: [
      option("--verbose", "With show: hashes, files and the last injections as well"),
      option("--strict", "Exit with 1 where there is no manifest, or with check a warning"),
      option("--prompt TEXT", "What was asked for, for the triggers of plugins"),
      option("--commit MESSAGE", "A commit that was made, for the triggers of plugins"),
      option("--open FILE", "A file that is open, for the triggers of plugins"),
      option("--allow-plugins", "Run the programs and modules that the manifest names"),
      ...PLACE,
      JSON_OUTPUT,
    ],
    examples: [
      "deno task manifest",
      "deno task manifest show --verbose",
      "deno task manifest check --strict",
    ],
    load: async () => (await import("./commands/manifest.ts")).runManifest,
  },
  {
    name: "trust",
    operands: "[accept | revoke]",
    choices: ["accept", "revoke"],
    summary: "What only you may grant this repository; accept or revoke",
    options: [
      option("--yes", "With accept: grant it without being asked"),
      ...PLACE,
      JSON_OUTPUT,
    ],
    examples: ["deno task trust", "deno task trust accept --yes"],
    load: async () => (await import("./commands/trust.ts")).runTrust,
  },
  {
    name: "activity",
    operands: "",
    summary: "Notes what a session did, for the triggers of its tiers",
    options: [
      option("--session ID", "Who did it"),
      option("--tool NAME", "A tool that was called; more may follow"),
      option("--commit MESSAGE", "A commit that was made; more may follow"),
      option("--open FILE", "A file that was opened or changed; more may follow"),
      option("--turn", "A turn in which no bundle was asked for"),
      ...PLACE,
    ],
    examples: ["deno task activity --session web-7 --tool deploy"],
    load: async () => (await import("./commands/activity.ts")).runActivity,
  },
  {
    name: "knowledge",
    operands: "build",
    choices: ["build"],
    summary: "Makes the knowledge files that the manifest declares",
    options: [
      option("--dry-run", "Only say what would be written"),
      option("--force", "Replace what somebody has written or edited by hand"),
      ...PLACE,
      JSON_OUTPUT,
    ],
    examples: ["deno task knowledge build --dry-run"],
    load: async () => (await import("./commands/knowledge.ts")).runKnowledge,
  },
];
