import { option, type OwnCommand } from "@dossier/retrieval/operation";

/** Command that compiles an executable file. */
export const COMPILE_COMMAND: OwnCommand = {
  name: "compile",
  summary: "Makes one executable file of the program",
  permissions: "compile",
  options: [
    option("--runtime NAME", "What runs it: Bun without a sandbox, or Deno (bun)", "bun, deno"),
    option(
      "--target NAME",
      "What it is made for, with --runtime deno (this machine)",
      "x86_64-unknown-linux-gnu, aarch64-unknown-linux-gnu, x86_64-apple-darwin, aarch64-apple-darwin, x86_64-pc-windows-msvc",
    ),
    option("--out FILE", "Where it is written (dossier)"),
    option(
      "--bundle DIR",
      "Write what would be put into it to a new folder instead, for deno run",
    ),
  ],
  needsSources: true,
  examples: [
    "deno task compile --out ~/bin/dossier",
    "deno task compile --bundle build && deno run --allow-read build/dossier.js help",
  ],
  load: async () => (await import("../commands/compile.ts")).runCompile,
};
