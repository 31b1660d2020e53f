import { getLogger } from "@logtape/logtape";
import type { MiddlewareHandler } from "hono";
import { matchedRoutes } from "hono/route";
import { LOG_CATEGORY } from "./log_category.ts";
import type { RequestEnv } from "../request_env.ts";
import { nameRequestSpan } from "../trace/spans.ts";

/**
 * Returns the middleware that writes one line for each request: method, route, status, milliseconds,
 * request, and the root that is meant. The route is its pattern and not the path, as a path, a
 * query or a body may hold what nobody should read in a log.
 */
export function logRequests(roots: readonly string[]): MiddlewareHandler<RequestEnv> {
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
    const root = findRootName(roots, context.get("root"));
    await nameRequestSpan(method, route);
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

/** Returns the name of the root that is meant; what clients write is logged only when it is one. */
function findRootName(roots: readonly string[], written: string | undefined): string | undefined {
  if (written === undefined) return roots.length === 1 ? roots[0] : undefined;
  return roots.find((name) => name === written);
}
