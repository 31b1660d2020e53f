import { getLogger } from "@logtape/logtape";
import type { Hono, MiddlewareHandler } from "hono";
import { requestId } from "hono/request-id";
import { matchedRoutes } from "hono/route";
import { LOG_CATEGORY } from "../log/mod.ts";
import { API_PATH_REGEXP, type RequestEnv } from "../request/mod.ts";
import { nameRequestSpan, withRemoteSpan, withSpan } from "../trace/mod.ts";
import type { GuardOptions } from "./check_host.ts";
import { guardRequests } from "./guard_requests.ts";
import { limitLoad, type LoadOptions } from "./limit_load.ts";
import { loginRoutes } from "./login_routes.ts";

/** Who may call, and how much. */
export interface ProtectOptions {
  readonly guard?: GuardOptions | undefined;
  readonly load?: LoadOptions | undefined;
  /** Names of the trees that requests may be about, for the log. */
  readonly rootNames?: readonly string[] | undefined;
}

/**
 * Puts in front of all routes of `app` that are added later: a span and a name for the request, its line in
 * the log, who may call, and how much is taken on.
 */
export function protect(
  app: Hono<RequestEnv>,
  { guard = {}, load, rootNames = [] }: ProtectOptions = {},
): void {
  app.use(traceRequests());
  app.use(requestId());
  app.use(addSecurityHeaders());
  app.use(logRequests(rootNames));
  app.use(guardRequests(guard));
  app.use(limitLoad(load));
  if (guard.token !== undefined) app.route("/login", loginRoutes(guard.token));
}

/**
 * Returns the middleware that makes each request a span, which all steps of the answer are inside of,
 * and which is part of the caller's trace where the caller names one (W3C Trace Context).
 *
 * The runtime exports a span of its own for each request, but in `node:http` (2.9.6) nothing that is
 * done for the request comes to lie inside of it.
 */
function traceRequests(): MiddlewareHandler<RequestEnv> {
  return async function trace({ req }, next) {
    const traceparent = req.header("traceparent");
    const tracestate = req.header("tracestate");
    const carrier = traceparent && { traceparent, ...(tracestate && { tracestate }) };
    await withRemoteSpan(carrier || undefined, () => withSpan(req.method, next));
  };
}

/**
 * Returns the middleware that writes one line for each request: method, route, status, milliseconds,
 * request, and the root that is meant. The route is its pattern and not the path, as a path, a
 * query or a body may hold what nobody should read in a log.
 */
function logRequests(roots: readonly string[]): MiddlewareHandler<RequestEnv> {
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
    const properties = { method, route, status, ms, requestId, ...(root && { root }) };
    const level = status >= 500 ? "warning" : "info";
    logger[level]("{method} {route} {status} in {ms} ms, request {requestId}", properties);
  };
}

/** Returns the name of the root that is meant; what clients write is logged only when it is one. */
function findRootName(roots: readonly string[], written: string | undefined): string | undefined {
  if (written === undefined) return roots.length === 1 ? roots[0] : undefined;
  return roots.find((name) => name === written);
}

/**
 * Returns the middleware that gives every answer, also one that refuses, the headers that all must
 * have: the name of the request, and what keeps browsers from guessing types and keeping copies.
 */
function addSecurityHeaders(): MiddlewareHandler<RequestEnv> {
  return async function harden(context, next) {
    await next();
    // `context.header()` would make another answer of each, with a stream of its body.
    const { headers } = context.res;
    headers.set("X-Request-Id", context.get("requestId"));
    headers.set("X-Content-Type-Options", "nosniff");
    // Answers to programs hold private files, which no cache may keep.
    if (API_PATH_REGEXP.test(context.req.path)) headers.set("Cache-Control", "no-store");
  };
}
