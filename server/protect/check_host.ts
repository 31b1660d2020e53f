import type { Context } from "hono";
import { refuseRequest, ServerError } from "../problem/mod.ts";
import type { TokenClaim } from "../request/mod.ts";

/** Who may call. */
export interface GuardOptions {
  /**
   * The secret that callers must show; whoever holds it may ask for everything that is served.
   *
   * @default {undefined} everybody may call; fit for loopback only
   */
  readonly token?: string | undefined;
  /**
   * Tokens besides, each for some of the served repositories: their holders call the routes of programs only.
   *
   * @default {[]}
   */
  readonly claims?: readonly TokenClaim[] | undefined;
  /**
   * Names that a `Host` header may have besides those of this machine's loopback.
   *
   * @default {[]}
   */
  readonly allowedHosts?: readonly string[] | undefined;
  /**
   * Origins (`"https://app.example"`) whose pages may call besides the server's own.
   *
   * @default {[]}
   */
  readonly allowedOrigins?: readonly string[] | undefined;
  /**
   * Whether any name may stand in a `Host` header: on a public address nobody can list them all, and
   * the token keeps away who was lured there.
   *
   * @default {false}
   */
  readonly isPublic?: boolean | undefined;
}

/**
 * Checks that a request was meant for this server. A page elsewhere that lets its own name point to
 * 127.0.0.1 (DNS rebinding) is of the same origin for the browser, but its name is in `Host`.
 *
 * Any port is right: behind a forwarded one the client does not know ours, and it is the name that
 * makes the difference.
 *
 * @throws {ServerError} `foreign-host` for another name; `invalid-request` for what is no name, or two
 * that differ.
 */
export function checkHost(
  { req }: Context,
  { allowedHosts = [], isPublic = false, ...tokens }: GuardOptions,
): void {
  // An absolute address in the request line (RFC 9112, 3.2.2) carries a name of its own.
  const target = URL.parse(req.url)?.host;
  const host = req.header("host") ?? target ?? "";
  const name = findHostName(host);
  const meant = URL.parse(`http://${host}`)?.host;
  if (name === undefined || meant === undefined) {
    throw refuseRequest('Cannot read the "Host" header: it must be NAME[:PORT]');
  }
  if (meant !== target) {
    throw refuseRequest("Cannot answer as the request names two hosts");
  }
  if (isLoopback(name) || allowedHosts.some((allowed) => allowed.toLowerCase() === name)) return;
  if (isPublic && asksToken(tokens) && allowedHosts.length === 0) return;
  throw new ServerError(
    "foreign-host",
    `Cannot answer as the host "${name}" is unknown: start the server with --allow-host ${name} if it is correct`,
  );
}

/** Returns whether callers must show a token. */
export function asksToken({ token, claims = [] }: Pick<GuardOptions, "token" | "claims">): boolean {
  return token !== undefined || claims.length > 0;
}

/** A name or an address, and perhaps a port; neither user information nor spaces. */
const HOST_REGEXP = /^([a-z0-9._-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/;

const LOOPBACK_REGEXP = /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/;

/**
 * Returns the name in a `Host` header, in lower case and without its port; undefined when it is not
 * written like one.
 *
 * @example
 * ```ts
 * import { findHostName } from "./check_host.ts";
 * import assert from "node:assert/strict";
 *
 * assert.equal(findHostName("LocalHost:7420"), "localhost");
 * assert.equal(findHostName("[::1]:7420"), "[::1]");
 * assert.equal(findHostName("localhost:7420@evil.example"), undefined);
 * ```
 */
export function findHostName(host: string): string | undefined {
  return HOST_REGEXP.exec(host.toLowerCase())?.[1];
}

/** Returns whether only programs of this machine can reach what listens on `hostname`. */
export function isLoopback(hostname: string): boolean {
  return LOOPBACK_REGEXP.test(hostname.toLowerCase());
}

/** Where a request comes from: this server's own page or no page at all, or a page allowed by name. */
export type CallerOrigin = "own" | "allowed";

/**
 * Checks that no foreign page makes a browser send the request, and returns where it comes from.
 *
 * Browsers name the page in `Origin`, except where they only load (an image, a script): then
 * `Sec-Fetch-Site` says that it is another site's. Following a link to here is nobody's attack.
 *
 * @throws {ServerError} `foreign-origin`
 */
export function checkOrigin({ req }: Context, allowedOrigins: readonly string[]): CallerOrigin {
  const origin = req.header("origin");
  if (origin === undefined) {
    const site = req.header("sec-fetch-site") ?? "none";
    const isOwn = site === "none" || site === "same-origin";
    if (isOwn || (req.method === "GET" && req.header("sec-fetch-mode") === "navigate")) {
      return "own";
    }
    throw refuseOrigin("a page of another site");
  }
  if (origin.toLowerCase() === new URL(req.url).origin) return "own";
  if (allowedOrigins.includes(origin)) return "allowed";
  throw refuseOrigin(`a page of ${JSON.stringify(origin)}`);
}

function refuseOrigin(caller: string): ServerError {
  return new ServerError(
    "foreign-origin",
    `Cannot answer ${caller}: start the server with --allow-origin if it may call`,
  );
}
