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

/** Purpose of the cookie, so that a cookie of the same token is invalid elsewhere. */
const COOKIE_PURPOSE = "dossier page cookie 1";

/**
 * Returns functions that check callers against `token`.
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
  // A browser keeps the cookie, and the token cannot be derived from it.
  const cookie = createHmac("sha256", token).update(COOKIE_PURPOSE).digest("base64url");
  return { cookie, isToken: toComparison(token), isCookie: toComparison(cookie) };
}

/**
 * Returns a comparison in constant time for any input. It compares digests, which have one length,
 * so that not even lengths are revealed.
 */
function toComparison(secret: string): (text: string) => boolean {
  const expected = digest(secret);
  return (text) => timingSafeEqual(digest(text), expected);
}

function digest(text: string): Uint8Array {
  return createHash("sha256").update(text).digest();
}

/**
 * Returns the name of the cookie that a browser gets when its user has sent the token. Browsers
 * keep cookies by name and host, and ignore the port. With the port in its name, two servers on one
 * machine keep their cookies apart.
 */
export function formatCookieName({ req }: Context): string {
  const { port } = new URL(req.url);
  return port === "" ? "dossier" : `dossier-${port}`;
}

/** Returns a function that determines the access of callers by their credentials. */
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
    // All tokens are compared, so that the time does not reveal which one it is.
    const [found] = claimed.filter(({ isToken }) => isToken(text));
    return found?.access ?? "wrong";
  };

  /**
   * Checks `Authorization: Bearer`, or on the server's own pages the cookie that the form at
   * `/login` sets. Returns undefined without credentials. A valid cookie does not make up for a
   * wrong token.
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

/** Logs the address of a caller with a wrong token, but not the token. */
export function logWrongToken({ env, get }: Context<RequestEnv>): void {
  // Requests of the same process have no listener, and no bindings.
  const address = env?.address ?? "this process";
  const requestId = get("requestId");
  getLogger(LOG_CATEGORY).warning("Wrong token from {address}, request {requestId}", {
    address,
    requestId,
  });
}
