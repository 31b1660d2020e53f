import type { Context } from "hono";
import { getCookie } from "hono/cookie";
import type { CallerOrigin } from "./check_origin.ts";
import { type Credentials, findBearerToken } from "./credentials.ts";

/**
 * Returns the name of the cookie that a browser has once its user has shown the token. Browsers keep
 * cookies by name and host, whatever the port: with the port in its name two servers each keep theirs.
 */
export function nameCookie({ req }: Context): string {
  const { port } = new URL(req.url);
  return port === "" ? "dossier" : `dossier-${port}`;
}

/**
 * Returns whether what the caller shows is right, by `Authorization: Bearer`, or on the server's own pages
 * by the cookie that the form at `/login` gives; undefined when nothing is shown. A wrong token is not made
 * good by a right cookie.
 */
export function checkToken(
  context: Context,
  { credentials, origin }: {
    readonly credentials: Credentials;
    readonly origin: CallerOrigin;
  },
): boolean | undefined {
  const authorization = context.req.header("authorization");
  if (authorization !== undefined) {
    return credentials.isToken(findBearerToken(authorization) ?? "");
  }
  const cookie = origin === "own" ? getCookie(context, nameCookie(context)) : undefined;
  return cookie === undefined ? undefined : credentials.isCookie(cookie);
}
