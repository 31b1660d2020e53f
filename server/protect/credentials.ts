import { getLogger } from "@logtape/logtape";
import type { Context } from "hono";
import { getCookie } from "hono/cookie";
import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { LOG_CATEGORY } from "../log/mod.ts";
import {
  claimAccess,
  type RequestEnv,
  type RootAccess,
  SERVER_TOKEN_ACCESS,
} from "../request/mod.ts";
import type { CallerOrigin, GuardOptions } from "./check_host.ts";

const BEARER_REGEXP = /^Bearer +(\S+) *$/i;

/** Purpose of the cookie, so that the same token gives nothing that fits elsewhere. */
const COOKIE_PURPOSE = "dossier page cookie 1";

/**
 * Returns what checks callers against `token`.
 *
 * @example
 * ```ts
 * import { toCredentials } from "./credentials.ts";
 * import assert from "node:assert/strict";
 *
 * const credentials = toCredentials("correct-horse-battery");
 * assert.equal(credentials.isToken("correct-horse-battery"), true);
 * assert.equal(credentials.isToken("correct-horse"), false);
 * ```
 */
export function toCredentials(token: string) {
  // A browser keeps it; the token can not be had back from it.
  const cookie = createHmac("sha256", token).update(COOKIE_PURPOSE).digest("base64url");
  return { cookie, isToken: toComparison(token), isCookie: toComparison(cookie) };
}

/**
 * Returns a comparison that takes equally long for whatever is given. It is one of digests: they are of
 * one length, so that not even lengths can be learnt.
 */
function toComparison(secret: string): (text: string) => boolean {
  const expected = digest(secret);
  return (text) => timingSafeEqual(digest(text), expected);
}

function digest(text: string): Uint8Array {
  return createHash("sha256").update(text).digest();
}

/**
 * Returns the name of the cookie that a browser has once its user has shown the token. Browsers keep
 * cookies by name and host, whatever the port: with the port in its name two servers each keep theirs.
 */
export function formatCookieName({ req }: Context): string {
  const { port } = new URL(req.url);
  return port === "" ? "dossier" : `dossier-${port}`;
}

/** Returns what finds out what callers may see by what they show. */
export function createTokenCheck(
  { token, claims = [] }: Pick<GuardOptions, "token" | "claims">,
): (context: Context, origin: CallerOrigin) => RootAccess | "wrong" | undefined {
  const credentials = token === undefined ? undefined : toCredentials(token);
  const claimed = claims.map((claim) => ({
    isToken: toComparison(claim.token),
    access: claimAccess(claim),
  }));
  const findAccess = (text: string): RootAccess | "wrong" => {
    if (credentials?.isToken(text)) return SERVER_TOKEN_ACCESS;
    // All are compared, so that nobody learns from the time which one it is.
    const [found] = claimed.filter(({ isToken }) => isToken(text));
    return found?.access ?? "wrong";
  };

  /**
   * By `Authorization: Bearer`, or on the server's own pages by the cookie that the form at `/login` gives; undefined
   * when nothing is shown. A wrong token is not made good by a right cookie.
   */
  return (context, origin) => {
    const authorization = context.req.header("authorization");
    if (authorization !== undefined) {
      return findAccess(BEARER_REGEXP.exec(authorization)?.[1] ?? "");
    }
    const cookie = origin === "own" ? getCookie(context, formatCookieName(context)) : undefined;
    if (cookie === undefined) return undefined;
    return credentials?.isCookie(cookie) ? SERVER_TOKEN_ACCESS : "wrong";
  };
}

/** Says in the log from where somebody tried a wrong token, and not which. */
export function logWrongToken({ env, get }: Context<RequestEnv>): void {
  // Requests of the same process have no listener, and no bindings.
  const address = env?.address ?? "this process";
  const requestId = get("requestId");
  getLogger(LOG_CATEGORY).warning("Wrong token from {address}, request {requestId}", {
    address,
    requestId,
  });
}
