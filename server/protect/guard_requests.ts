import type { Context, MiddlewareHandler } from "hono";
import { cors } from "hono/cors";
import { refuseRequest, ServerError } from "../problem/mod.ts";
import { isPerson, OPEN_SIGHT, type RequestEnv } from "../request/mod.ts";
import { asksToken, checkHost, checkOrigin, type GuardOptions } from "./check_host.ts";
import { logWrongToken, openTokenCheck } from "./credentials.ts";

/**
 * Paths that answer without a token: the sign of life, and the form that asks for the token, with its
 * style and icon, which are the same for everybody.
 */
const OPEN_PATHS: readonly string[] = [
  "/healthz",
  "/login",
  "/assets/page.css",
  "/favicon.ico",
];

/** How long a browser may remember what a preflight said, in seconds. */
const PREFLIGHT_SECONDS = 600;

/** The methods that routes have. */
const ROUTE_METHODS = ["GET", "HEAD", "POST"];

/** Headers of answers that pages of allowed origins may read. */
const EXPOSED_HEADERS = [
  ...["Dossier-Hash", "Dossier-Record"],
  ...["X-Request-Id", "Retry-After", "Mcp-Session-Id", "WWW-Authenticate"],
];

/**
 * Returns the middleware that lets only those in who may call: under the right `Host`, from no foreign
 * page, and with the token when there is one. It comes before all that answers.
 *
 * Origins allowed by name get CORS headers and answers to preflights; nobody else does.
 */
export function guardRequests(options: GuardOptions = {}): MiddlewareHandler<RequestEnv> {
  const { token, allowedOrigins = [] } = options;
  const findSight = asksToken(options) ? openTokenCheck(options) : undefined;
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
      const sight = findSight === undefined ? OPEN_SIGHT : findSight(context, origin);
      if (sight !== undefined && sight !== "wrong") context.set("sight", sight);
      if (context.get("sight") !== undefined || OPEN_PATHS.includes(context.req.path)) {
        return await next();
      }
      if (sight === "wrong") logWrongToken(context);
      if (token === undefined || !isPerson(context)) {
        throw new ServerError(
          "unauthorized",
          'Cannot answer without the right token: send "Authorization: Bearer TOKEN"',
        );
      }
      // What a form sent is lost; only a page can be gone back to.
      const { method, path, url } = context.req;
      const back = method === "GET" ? path + new URL(url).search : "/";
      context.res = context.redirect(`/login?next=${encodeURIComponent(back)}`, 303);
    };
    if (origin === "own") return await enter();
    try {
      return await share(context, enter);
    } catch (error) {
      // Only the refusals of this guard come here: what routes throw has been answered before.
      context.header("Vary", "Origin", { append: true });
      throw error;
    }
  };
}

/** The methods that are looked at further; their names are case-sensitive. */
const METHODS: readonly string[] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** Refuses what no client of ours sends, and what proxies and servers read in different ways. */
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
