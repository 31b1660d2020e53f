import { getLogger } from "@logtape/logtape";
import type { MiddlewareHandler } from "hono";
import { matchedRoutes } from "hono/route";
import type { RequestEnv } from "../request_env.ts";

/** What the server's log lines are filed under. */
export const LOG_CATEGORY: readonly [string, string] = ["dossier", "server"];

/**
 * Returns the middleware that writes one line for each request: method, route, status, milliseconds,
 * request, and the root where one is named. The route is its pattern and not the path, as a path, a
 * query or a body may hold what nobody should read in a log.
 */
export function logRequests(): MiddlewareHandler<RequestEnv> {
  const logger = getLogger(LOG_CATEGORY);
  return async function log(context, next) {
    const start = performance.now();
    await next();
    const ms = Math.round((performance.now() - start) * 10) / 10;
    const { method } = context.req;
    const { status } = context.res;
    // Middleware is registered for "/*"; what is left is the route that answers.
    const route = matchedRoutes(context).findLast(({ path }) => path !== "/*")?.path ?? "none";
    const requestId = context.get("requestId");
    const root = context.get("root");
    const properties = {
      method,
      route,
      status,
      ms,
      requestId,
      ...(root === undefined ? {} : { root }),
    };
    const level = status >= 500 ? "warning" : "info";
    logger[level]("{method} {route} {status} in {ms} ms, request {requestId}", properties);
  };
}
