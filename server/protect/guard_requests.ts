import type { Context, MiddlewareHandler } from "hono";
import { cors } from "hono/cors";
import { refuseRequest, ServerError } from "../problem/mod.ts";
import { FULL_ACCESS, isBrowserRequest, type RequestEnv } from "../request/mod.ts";
import { checkHost, checkOrigin, type GuardOptions, requiresToken } from "./check_host.ts";
import { createTokenCheck, logWrongToken } from "./credentials.ts";

/**
 * Paths that answer without a token: the health check, and the login form with its style and icon,
 * which are the same for everyone.
 */
const OPEN_PATHS: readonly string[] = [
  "/healthz",
  "/login",
  "/assets/page.css",
  "/favicon.ico",
];

/** Longest time for which a browser may cache a preflight response, in seconds. */
const PREFLIGHT_SECONDS = 600;

/** Methods of all routes. */
const ROUTE_METHODS = ["GET", "HEAD", "POST"];

/** Response headers that pages of allowed origins may read. */
const EXPOSED_HEADERS = [
  ...["Dossier-Hash", "Dossier-Record"],
  ...["X-Request-Id", "Retry-After", "Mcp-Session-Id", "WWW-Authenticate"],
];

/**
 * Returns the middleware that checks access: the `Host`, the origin, and the token when one is
 * required. It runs before everything that answers.
 *
 * Only origins that are allowed by name get CORS headers and responses to preflights.
 */
export function guardRequests(options: GuardOptions = {}): MiddlewareHandler<RequestEnv> {
  const { token, allowedOrigins = [] } = options;
  const findAccess = requiresToken(options) ? createTokenCheck(options) : undefined;
  const share = cors({
    origin: [...allowedOrigins],
    allowMethods: ROUTE_METHODS,
    maxAge: PREFLIGHT_SECONDS,
    exposeHeaders: EXPOSED_HEADERS,
  });
  return async function guard(context, next) {
    checkShape(context);
    checkHost(context, options);
    const origin = checkOrigin(context, allowedOrigins);
    const enter = async () => {
      const access = findAccess === undefined ? FULL_ACCESS : findAccess(context, origin);
      if (access !== undefined && access !== "wrong") context.set("access", access);
      if (context.get("access") !== undefined || OPEN_PATHS.includes(context.req.path)) {
        return await next();
      }
      if (access === "wrong") logWrongToken(context);
      if (token === undefined || !isBrowserRequest(context)) {
        throw new ServerError(
          "unauthorized",
          'Cannot answer without the right token: send "Authorization: Bearer TOKEN"',
        );
      }
      // The content of a form is lost, so only a page can be the target.
      const { method, path, url } = context.req;
      const back = method === "GET" ? path + new URL(url).search : "/";
      context.res = context.redirect(`/login?next=${encodeURIComponent(back)}`, 303);
    };
    if (origin === "own") return await enter();
    try {
      return await share(context, enter);
    } catch (error) {
      // Only errors of this guard arrive here. Errors of routes have been answered before.
      context.header("Vary", "Origin", { append: true });
      throw error;
    }
  };
}

/** Methods that are checked further. Their names are case-sensitive. */
const METHODS: readonly string[] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/**
 * Refuses requests that no client of this server sends, and that proxies and servers read in
 * different ways.
 */
function checkShape({ req }: Context): void {
  const { method } = req.raw;
  if (!METHODS.includes(method)) {
    throw new ServerError("method-not-allowed", `Cannot answer "${method}": use GET or POST`);
  }
  const coding = req.header("transfer-encoding") ?? "chunked";
  if (coding.trim().toLowerCase() !== "chunked") {
    throw refuseRequest('Cannot read the body: only the transfer coding "chunked" is supported');
  }
}
