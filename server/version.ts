import MANIFEST from "./deno.json" with { type: "json" };

/** Version of the program, which whoever calls it is told over HTTP and MCP alike. */
export const VERSION: string = MANIFEST.version;
