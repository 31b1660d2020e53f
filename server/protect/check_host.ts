import type { Context } from "hono";
import { refuseRequest, ServerError } from "../problem/mod.ts";
import type { TokenClaim } from "../request/mod.ts";

/** Access control of a server. */
export interface GuardOptions {
  /**
   * Secret that callers must send. Its holders may request everything that is served.
   *
   * @default {undefined} everyone may call, which is safe only on loopback
   */
  readonly token?: string | undefined;
  /**
   * Further tokens, each for some of the served repositories. Their holders may call only the
   * routes for programs.
   *
   * @default {[]}
   */
  readonly claims?: readonly TokenClaim[] | undefined;
  /**
   * Names that a `Host` header may have in addition to those of this machine's loopback.
   *
   * @default {[]}
   */
  readonly allowedHosts?: readonly string[] | undefined;
  /**
   * Origins (`"https://app.example"`) whose pages may call, in addition to the server's own.
   *
   * @default {[]}
   */
  readonly allowedOrigins?: readonly string[] | undefined;
  /**
   * True to accept any name in a `Host` header. On a public address the names cannot all be
   * listed, and the token protects against misled browsers.
   *
   * @default {false}
   */
  readonly isPublic?: boolean | undefined;
}

/**
 * Checks that a request is addressed to this server. A foreign page whose name resolves to
 * 127.0.0.1 (DNS rebinding) has the same origin for the browser, but its name is in `Host`.
 *
 * Any port is accepted: through a forwarded port the client does not know ours, and only the name
 * matters.
 *
 * @throws {ServerError} `foreign-host` for another name; `invalid-request` for an invalid name, or
 *   two that differ.
 */
export function checkHost(
  { req }: Context,
  { allowedHosts = [], isPublic = false, ...tokens }: GuardOptions,
): void {
  // An absolute address in the request line (RFC 9112, 3.2.2) has a name of its own.
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
  if (isPublic && requiresToken(tokens) && allowedHosts.length === 0) return;
  throw new ServerError(
    "foreign-host",
    `Cannot answer as the host "${name}" is unknown: start the server with --allow-host ${name} if it is correct`,
  );
}

/** Returns true when callers must send a token. */
export function requiresToken(
  { token, claims = [] }: Pick<GuardOptions, "token" | "claims">,
): boolean {
  return token !== undefined || claims.length > 0;
}

/** Name or address, and an optional port, without user information and spaces. */
const HOST_REGEXP = /^([a-z0-9._-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/;

const LOOPBACK_REGEXP = /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/;

/**
 * Returns the name in a `Host` header, in lower case and without its port; undefined when it is
 * malformed.
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

/**
 * Returns true when only programs of this machine can reach a server that listens on `hostname`.
 */
export function isLoopback(hostname: string): boolean {
  return LOOPBACK_REGEXP.test(hostname.toLowerCase());
}

/**
 * Origin of a request: this server's own page or no page at all, or a page that is allowed by name.
 */
export type CallerOrigin = "own" | "allowed";

/**
 * Checks that no foreign page makes a browser send the request, and returns its origin.
 *
 * Browsers name the page in `Origin`, except when they only load something (an image, a script).
 * Then `Sec-Fetch-Site` identifies another site. Following a link to this server is not an attack.
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
