import type { Context } from "hono";

/** What programs ask; anything else may be asked by a person, who can be shown a page. */
const PROGRAM_PATH_REGEXP = /^\/(?:v1|mcp)(?:\/|$)/;

/** How people ask: by links and by forms. */
const METHODS: readonly string[] = ["GET", "POST"];

/** Returns whether somebody looks at the answer in a browser. */
export function isPerson({ req }: Context): boolean {
  return METHODS.includes(req.method) && !PROGRAM_PATH_REGEXP.test(req.path) &&
    (req.header("accept") ?? "").includes("text/html");
}
