import { option, type StandaloneCommand } from "@dossier/retrieval/operation";

/** Command that compiles an executable file. */
export const COMPILE_COMMAND: StandaloneCommand = {
  name: "compile",
  summary: "Compiles the program to one executable file",
  permissions: "compile",
  options: [
    option("--runtime NAME", "Runtime in it: Bun without a sandbox, or Deno (bun)", "bun, deno"),
    option(
      "--target NAME",
      "Target platform, with --runtime deno (this machine)",
      "x86_64-unknown-linux-gnu, aarch64-unknown-linux-gnu, x86_64-apple-darwin, aarch64-apple-darwin, x86_64-pc-windows-msvc",
    ),
    option("--out FILE", "File to write (dossier)"),
    option(
      "--bundle DIR",
      "Write its files to a new folder instead, for deno run",
    ),
  ],
  needsSources: true,
  examples: [
    "deno task compile --out ~/bin/dossier",
    "deno task compile --bundle build && deno run --allow-read build/dossier.js help",
  ],
  load: async () => (await import("../commands/compile.ts")).runCompile,
};
