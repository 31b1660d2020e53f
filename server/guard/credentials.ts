import { createHash, createHmac, timingSafeEqual } from "node:crypto";

const BEARER_REGEXP = /^Bearer +(\S+) *$/i;

/** What the cookie is derived for, so that the same token gives nothing that fits elsewhere. */
const COOKIE_PURPOSE = "dossier page cookie 1";

/** Knows a token when it sees one. */
export interface Credentials {
  /** What a browser keeps: derived from the token, which can not be had back from it. */
  readonly cookie: string;
  /** Returns whether text is the token; takes equally long for whatever is given. */
  isToken(text: string): boolean;
  /** Returns whether text is the cookie's value; takes equally long for whatever is given. */
  isCookie(text: string): boolean;
}

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
export function toCredentials(token: string): Credentials {
  const cookie = createHmac("sha256", token).update(COOKIE_PURPOSE).digest("base64url");
  return { cookie, isToken: toComparison(token), isCookie: toComparison(cookie) };
}

/** Returns the token in an `Authorization` header, or undefined when it holds another thing. */
export function findBearerToken(header: string | undefined): string | undefined {
  return BEARER_REGEXP.exec(header ?? "")?.[1];
}

/** Returns a comparison of digests: they are of one length, so that not even lengths can be learnt. */
function toComparison(secret: string): (text: string) => boolean {
  const expected = digest(secret);
  return (text) => timingSafeEqual(digest(text), expected);
}

function digest(text: string): Uint8Array {
  return createHash("sha256").update(text).digest();
}
