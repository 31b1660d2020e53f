/** A name or an address, and perhaps a port; neither user information nor spaces. */
const HOST_REGEXP = /^([a-z0-9._-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/;

const LOOPBACK_REGEXP = /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/;

/**
 * Returns the name in a `Host` header, in lower case and without its port; undefined when it is not
 * written like one.
 *
 * @example
 * ```ts
 * import { findHostName } from "./host_name.ts";
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
