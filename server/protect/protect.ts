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

/** Access control and limits. */
export interface ProtectOptions {
  readonly guard?: GuardOptions | undefined;
  readonly load?: LoadOptions | undefined;
  /** Names of the trees that requests may be about, for the log. */
  readonly rootNames?: readonly string[] | undefined;
}

/**
 * Adds to all later routes of `app`: a span and an id for the request, its line in the log, access
 * control, and limits of the load.
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
 * Returns the middleware that makes each request a span, which contains all steps of the answer.
 * The span is part of the caller's trace when the caller names one (W3C Trace Context).
 *
 * The runtime exports a span for each request, too, but with `node:http` (2.9.6) it contains
 * nothing that is done for the request.
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
 * Returns the middleware that writes one log line for each request: method, route, status,
 * milliseconds, request id, and the root of the request. The route is its pattern instead of the
 * path, as paths, queries and bodies may contain private data.
 */
function logRequests(roots: readonly string[]): MiddlewareHandler<RequestEnv> {
  const logger = getLogger(LOG_CATEGORY);
  return async function log(context, next) {
    const start = performance.now();
    await next();
    const ms = Math.round((performance.now() - start) * 10) / 10;
    const { method } = context.req;
    const { status } = context.res;
    // Middleware is registered for "/*". The remaining route is the one that answers.
    const route = matchedRoutes(context).findLast(({ path }) => path !== "/*")?.path ?? "none";
    const requestId = context.get("requestId");
    const root = findRootName(roots, context.get("root"));
    await nameRequestSpan(method, route);
    const properties = { method, route, status, ms, requestId, ...(root && { root }) };
    const level = status >= 500 ? "warning" : "info";
    logger[level]("{method} {route} {status} in {ms} ms, request {requestId}", properties);
  };
}

/**
 * Returns the name of the root of a request. Text from clients is logged only when it is the name
 * of a root.
 */
function findRootName(roots: readonly string[], written: string | undefined): string | undefined {
  if (written === undefined) return roots.length === 1 ? roots[0] : undefined;
  return roots.find((name) => name === written);
}

/**
 * Returns the middleware that sets the headers of every response, also of refusals: the id of the
 * request, and headers that stop browsers from guessing types and keeping copies.
 */
function addSecurityHeaders(): MiddlewareHandler<RequestEnv> {
  return async function harden(context, next) {
    await next();
    // `context.header()` would create a new response, with a stream of its body.
    const { headers } = context.res;
    headers.set("X-Request-Id", context.get("requestId"));
    headers.set("X-Content-Type-Options", "nosniff");
    // Responses to programs contain private files, which no cache may keep.
    if (API_PATH_REGEXP.test(context.req.path)) headers.set("Cache-Control", "no-store");
  };
}
