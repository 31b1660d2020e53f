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
