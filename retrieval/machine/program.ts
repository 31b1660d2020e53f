import MANIFEST from "../deno.json" with { type: "json" };

/** Version of the program, for HTTP, MCP and the command line. */
export const VERSION: string = MANIFEST.version;

/** True when the program runs from a bundle: an npm package or an executable. */
export const IS_BUNDLED: boolean = !import.meta.url.endsWith(".ts");

/** Text that a user types before the name of a command. */
export const PROGRAM: "dossier" | "deno task" = IS_BUNDLED ? "dossier" : "deno task";

/** Main module of a bundle. */
export const BUNDLE_ENTRY = "dossier.js";

/**
 * Options of the runtime for a bundle. Packages are found where npm has installed them, independent
 * of the current folder.
 */
export const BUNDLE_FLAGS: readonly string[] = ["--no-config", "--node-modules-dir=manual"];

/** Commands that run for long or do much work. */
export const LONG_COMMANDS: readonly string[] = ["index", "mcp", "serve", "warm", "watch"];

/**
 * Options of the runtime for the other commands, whose processes end soon. Modules are compiled
 * completely when they are first loaded, as only that code is cached for the next process. There is
 * no time for optimization, nor for threads that collect garbage. Of 724 ms of processor time of a
 * `context` (2,444 files), this saves 163 ms.
 */
export const SHORT_FLAGS: readonly string[] = [
  "--v8-flags=--no-lazy,--single-threaded-gc,--no-turbofan,--min-semi-space-size=8",
];

/**
 * Options of the runtime for {@link LONG_COMMANDS}. Their compiled code would replace the cached
 * code of the short commands, which are compiled with other settings.
 */
export const LONG_FLAGS: readonly string[] = ["--no-code-cache"];

/** Returns the options of the runtime for a bundle that runs a command. */
export function bundleFlags(command: string): readonly string[] {
  return [...BUNDLE_FLAGS, ...(LONG_COMMANDS.includes(command) ? LONG_FLAGS : SHORT_FLAGS)];
}
