import type { Context } from "hono";
import { ServerError } from "../problem/server_error.ts";

/** Where a request comes from: this server's own page or no page at all, or a page allowed by name. */
export type CallerOrigin = "own" | "allowed";

/**
 * Checks that no foreign page makes a browser send the request, and returns where it comes from.
 *
 * Browsers name the page in `Origin`, except where they only load (an image, a script): then
 * `Sec-Fetch-Site` says that it is another site's. Following a link to here is nobody's attack.
 *
 * @throws {ServerError} `foreign-origin`
 */
export function checkOrigin({ req }: Context, allowedOrigins: readonly string[]): CallerOrigin {
  const origin = req.header("origin");
  if (origin === undefined) {
    const site = req.header("sec-fetch-site") ?? "none";
    const isOwn = site === "none" || site === "same-origin";
    if (isOwn || (req.method === "GET" && req.header("sec-fetch-mode") === "navigate")) {
      return "own";
    }
    throw refuse("a page of another site");
  }
  if (origin.toLowerCase() === new URL(req.url).origin) return "own";
  if (allowedOrigins.includes(origin)) return "allowed";
  throw refuse(`a page of ${JSON.stringify(origin)}`);
}

function refuse(caller: string): ServerError {
  return new ServerError(
    "foreign-origin",
    `Cannot answer ${caller}: start the server with --allow-origin when it may call`,
  );
}
