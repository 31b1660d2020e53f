import type { MiddlewareHandler } from "hono";
import type { RequestEnv } from "../request_env.ts";

/** What programs are answered with must not stay in anybody's cache: it is what private files hold. */
const PROGRAM_PATH_REGEXP = /^\/(?:v1|mcp)(?:\/|$)/;

/**
 * Returns the middleware that gives every answer, also one that refuses, the headers that all must
 * have: the name of the request, and what keeps browsers from guessing types and keeping copies.
 */
export function hardenAnswers(): MiddlewareHandler<RequestEnv> {
  return async function harden(context, next) {
    await next();
    // `context.header()` would make another answer of each, with a stream of its body.
    const { headers } = context.res;
    headers.set("X-Request-Id", context.get("requestId"));
    headers.set("X-Content-Type-Options", "nosniff");
    if (PROGRAM_PATH_REGEXP.test(context.req.path)) headers.set("Cache-Control", "no-store");
  };
}
