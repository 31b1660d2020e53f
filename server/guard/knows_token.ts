import type { Context } from "hono";
import { getCookie } from "hono/cookie";
import type { CallerOrigin } from "./check_origin.ts";
import { type Credentials, findBearerToken } from "./credentials.ts";

/** The cookie that a browser has once its user has shown the token. */
export const COOKIE_NAME = "dossier";

/**
 * Returns whether the caller knows the token: by `Authorization: Bearer`, or on the server's own pages
 * by the cookie that the form at `/login` gives. A wrong token is not made good by a right cookie.
 */
export function knowsToken(
  context: Context,
  { credentials, origin }: {
    readonly credentials: Credentials;
    readonly origin: CallerOrigin;
  },
): boolean {
  const authorization = context.req.header("authorization");
  if (authorization !== undefined) {
    return credentials.isToken(findBearerToken(authorization) ?? "");
  }
  const cookie = origin === "own" ? getCookie(context, COOKIE_NAME) : undefined;
  return cookie !== undefined && credentials.isCookie(cookie);
}
