/**
 * The commands that have to do with hosts: what parsing, help and completions need of them, and late what runs them.
 *
 * @module
 */

import type { Engine } from "@dossier/retrieval/engine";
import { type FeatureCommand, option } from "@dossier/retrieval/operation";

/** The commands, in the order of help. */
export const HOST_COMMANDS: readonly FeatureCommand<Engine>[] = [
  {
    name: "truncate",
    operands: "[FILE]",
    summary: "Cuts a long output in its middle, and says how much is missing",
    permissions: "truncate",
    options: [
      option("--bytes N", "Most bytes of it that are kept (10000)"),
      option("--tokens N", "The same in tokens of 4 bytes"),
      option("--legacy", "At most 10 KiB and 256 lines, as Codex did first"),
      option("--header", "Say first how many lines there were, where it is cut"),
    ],
    examples: [
      "make test 2>&1 | deno task truncate --tokens 2000 --header",
      "deno task truncate --bytes 4000 build.log",
    ],
    load: async () => (await import("./truncate.ts")).runTruncate,
  },
];
