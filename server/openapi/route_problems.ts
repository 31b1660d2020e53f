import { RETRY_SECONDS, RETRYABLE_CODES } from "../problem/to_problem.ts";
import { type ErrorCode, STATUS_CODES } from "../problem/status_codes.ts";
import type { Route } from "../routes/route.ts";

/** What any request may meet on its way to a route. */
const ALWAYS: readonly ErrorCode[] = [
  "invalid-request",
  "foreign-host",
  "foreign-origin",
  "body-too-large",
  "internal",
];

/** What keeps a route from being asked that needs a token, and has its place among others. */
const GUARDED: readonly ErrorCode[] = [
  "unauthorized",
  "overloaded",
  "stopping",
  "deadline-exceeded",
];

/** What is wrong with a body before it is read. */
const BODY: readonly ErrorCode[] = ["body-too-slow", "unsupported-media-type"];

/** What may be wrong with a tree, and with what is kept of it. */
export const TREE_PROBLEMS: readonly ErrorCode[] = [
  "root-unknown",
  "invalid-config",
  "root-not-found",
  "root-moved",
  "root-refused",
  "index-damaged",
  "index-busy",
  "index-unwritable",
  "package-missing",
  "interrupted",
  "disk-full",
];

/** What may be wrong with the record of a tree. */
export const STATE_PROBLEMS: readonly ErrorCode[] = [
  "state-damaged",
  "state-newer",
  "state-busy",
  "state-unwritable",
];

/** What may be wrong with a question. */
export const QUERY_PROBLEMS: readonly ErrorCode[] = ["invalid-query", "invalid-glob"];

/**
 * Returns the codes that the answers of a route may carry, by their status: what may be wrong on the way
 * to it, and what the route says of itself.
 */
export function problemsByStatus(
  { body, isOpen = false, problems = [] }: Pick<Route, "body" | "isOpen" | "problems">,
): ReadonlyMap<number, readonly ErrorCode[]> {
  const codes = new Set([
    ...ALWAYS,
    ...(isOpen ? [] : GUARDED),
    ...(body === undefined ? [] : BODY),
    ...problems,
  ]);
  return new Map(
    [...Map.groupBy(codes, (code) => STATUS_CODES[code])].sort(([a], [b]) => a - b),
  );
}

/** Describes the headers that an answer with some codes has besides those of every answer. */
export function problemHeaders(codes: readonly ErrorCode[]): Readonly<Record<string, object>> {
  return {
    ...(codes.some((code) => RETRYABLE_CODES.has(code)) && {
      "Retry-After": {
        description: `Seconds after which it may be tried again, such as ${RETRY_SECONDS}; with ` +
          codes.filter((code) => RETRYABLE_CODES.has(code)).join(", "),
        required: codes.every((code) => RETRYABLE_CODES.has(code)),
        schema: { type: "integer", minimum: 0 },
      },
    }),
    ...(codes.includes("unauthorized") && {
      "WWW-Authenticate": {
        description: "How to prove who asks",
        required: true,
        schema: { type: "string" },
      },
    }),
  };
}
