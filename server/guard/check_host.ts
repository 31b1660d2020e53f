import type { Context } from "hono";
import { ServerError } from "../problem/server_error.ts";
import { findHostName, isLoopback } from "./host_name.ts";
import type { GuardOptions } from "./guard_options.ts";

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
  { token, allowedHosts = [], isPublic = false }: GuardOptions,
): void {
  // An absolute address in the request line (RFC 9112, 3.2.2) carries a name of its own.
  const target = URL.parse(req.url)?.host;
  const host = req.header("host") ?? target ?? "";
  const name = findHostName(host);
  const meant = URL.parse(`http://${host}`)?.host;
  if (name === undefined || meant === undefined) {
    throw new ServerError("invalid-request", 'Cannot read the "Host" header: it takes NAME[:PORT]');
  }
  if (meant !== target) {
    throw new ServerError("invalid-request", "Cannot answer as the request names two hosts");
  }
  if (isLoopback(name) || allowedHosts.some((allowed) => allowed.toLowerCase() === name)) return;
  if (isPublic && token !== undefined && allowedHosts.length === 0) return;
  throw new ServerError(
    "foreign-host",
    `Cannot answer to the name "${name}": start the server with --allow-host ${name} when it is right`,
  );
}
