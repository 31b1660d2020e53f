import MANIFEST from "../deno.json" with { type: "json" };

/** Version of the program, the same over HTTP, MCP and on the command line. */
export const VERSION: string = MANIFEST.version;

/** Whether this runs as a part of a bundle: an npm package or an executable. */
export const IS_BUNDLED: boolean = !import.meta.url.endsWith(".ts");

/** What a user types before the name of a command. */
export const PROGRAM: "dossier" | "deno task" = IS_BUNDLED ? "dossier" : "deno task";

/** The module of a bundle that is run. */
export const BUNDLE_ENTRY = "dossier.js";

/** Options of the runtime for a bundle: packages are found where npm has put them, whatever folder it is run in. */
export const BUNDLE_FLAGS: readonly string[] = ["--no-config", "--node-modules-dir=manual"];

/** The commands that run for long, or do much. */
export const LONG_COMMANDS: readonly string[] = ["index", "mcp", "serve", "warm", "watch"];

/**
 * Options of the runtime for the other commands, each a process that is over soon. All of a module is compiled when
 * it is first loaded, as only that is kept for the next process; there is no time for what optimizes, nor for threads
 * that collect memory. Of 724 ms of processor time of a `context` (2,444 files) this saves 163.
 */
export const SHORT_FLAGS: readonly string[] = [
  "--v8-flags=--no-lazy,--single-threaded-gc,--no-turbofan,--min-semi-space-size=8",
];

/**
 * Options of the runtime for {@link LONG_COMMANDS}. What is compiled for other settings is of no use, and to keep
 * it would take the place of what the short commands keep.
 */
export const LONG_FLAGS: readonly string[] = ["--no-code-cache"];

/** Returns the options of the runtime for a bundle that runs a command. */
export function bundleFlags(command: string): readonly string[] {
  return [...BUNDLE_FLAGS, ...(LONG_COMMANDS.includes(command) ? LONG_FLAGS : SHORT_FLAGS)];
}
