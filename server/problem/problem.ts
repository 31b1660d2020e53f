import { isContextError } from "@dossier/core/errors";
import type { core, ZodError } from "zod";
import { ERROR_CODES, ServerError, statusOf } from "./server_error.ts";

/** Problem with one part of a request. */
export interface ProblemPart {
  /** JSON pointer to the part (RFC 6901), or the name of a parameter. */
  readonly pointer: string;
  /** Problem in one sentence. */
  readonly detail: string;
}

/** Body of a response about a problem (RFC 9457). */
export interface Problem {
  /** URI that identifies the kind of problem. */
  readonly type: string;
  /** Kind of problem in words. */
  readonly title: string;
  /** HTTP status. */
  readonly status: number;
  /** One sentence that names the place and the fix. */
  readonly detail: string;
  /** Kind of problem, for programs. */
  readonly code: string;
  /** Problems with parts of the request. */
  readonly errors?: readonly ProblemPart[];
}

/** Media type of a {@link Problem}. */
export const PROBLEM_TYPE = "application/problem+json";

/**
 * Default number of seconds after which a client may retry when another process or a full server
 * was the cause.
 */
export const RETRY_SECONDS = 1;

/** Codes of problems that may be over by then. */
export const RETRYABLE_CODES: ReadonlySet<string> = new Set([
  "overloaded",
  "stopping",
  "index-busy",
  "state-busy",
]);

/** Methods of all routes. The routes of a path are more specific. */
const METHODS = "GET, HEAD, POST";

/** Text about errors that only the authors of the program can fix. The log has the details. */
const INTERNAL = "Internal error: see the log of the server";

/**
 * Returns the problem that a caller gets for an error.
 *
 * @example
 * ```ts
 * import { ServerError } from "./server_error.ts";
 * import { toProblem } from "./problem.ts";
 * import assert from "node:assert/strict";
 *
 * const { status, title, code } = toProblem(new ServerError("root-unknown", "Cannot find it"));
 * assert.deepEqual([status, title, code], [404, "Root unknown", "root-unknown"]);
 * assert.equal(toProblem(new Error("secret")).status, 500);
 * ```
 */
export function toProblem(error: unknown): Problem {
  if (isZodError(error)) {
    const errors = listParts(error.issues);
    const [first] = errors;
    const place = first === undefined || first.pointer === "" ? "" : ` at "${first.pointer}"`;
    const detail = `Cannot read the request${place}: ${first?.detail ?? "it is invalid"}`;
    return { ...describe("invalid-request", detail), errors };
  }
  if (isContextError(error) && ERROR_CODES.includes(error.code)) {
    return describe(error.code, error.message);
  }
  return describe("internal", INTERNAL);
}

/** Identifies the error by its name, so that this module need not load zod. */
function isZodError(error: unknown): error is ZodError {
  return error instanceof Error && error.name === "ZodError" && "issues" in error;
}

/**
 * Returns the response about a problem.
 *
 * @param retrySeconds Number of seconds after which the client may retry, for codes that allow it.
 */
export function problemResponse(
  problem: Problem,
  retrySeconds: number = RETRY_SECONDS,
): Response {
  const headers = new Headers({ "Content-Type": PROBLEM_TYPE });
  if (RETRYABLE_CODES.has(problem.code)) headers.set("Retry-After", String(retrySeconds));
  if (problem.code === "method-not-allowed") headers.set("Allow", METHODS);
  if (problem.code === "unauthorized") headers.set("WWW-Authenticate", "Bearer");
  return new Response(JSON.stringify(problem), { status: problem.status, headers });
}

function describe(code: string, detail: string): Problem {
  const words = code.replaceAll("-", " ");
  return {
    type: `urn:dossier:problem:${code}`,
    title: words.charAt(0).toUpperCase() + words.slice(1),
    status: statusOf(code),
    detail,
    code,
  };
}

/**
 * Returns the problems with parts of a request. Of a choice it returns the problems of the
 * alternative that fits best.
 */
function listParts(
  issues: readonly core.$ZodIssue[],
  place: readonly PropertyKey[] = [],
): readonly ProblemPart[] {
  return issues.flatMap((issue) => {
    const path = [...place, ...issue.path];
    if (issue.code === "invalid_union" && issue.errors.length > 0) {
      const choices = issue.errors.map((choice) => listParts(choice, path));
      return choices.toSorted((a, b) => measureDistance(a) - measureDistance(b))[0] ?? [];
    }
    const pointer = path.map((part) => `/${toPointerPart(String(part))}`).join("");
    return [{ pointer, detail: issue.message }];
  });
}

/**
 * Returns the distance of an alternative from the input. Errors deep inside count less, as the
 * outer parts fit.
 */
function measureDistance(parts: readonly ProblemPart[]): number {
  return parts.reduce((sum, { pointer }) => sum + 1 / pointer.split("/").length, 0);
}

function toPointerPart(part: string): string {
  return part.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** Returns the refusal of a method that a path does not have. A path with `GET` also has `HEAD`. */
export function refuseMethod(path: string, methods: readonly string[]): Response {
  const allowed = [...methods, ...(methods.includes("GET") ? ["HEAD"] : [])].join(", ");
  const sentence = `Cannot use this method for "${path}": use ${allowed}`;
  const response = problemResponse(toProblem(new ServerError("method-not-allowed", sentence)));
  response.headers.set("Allow", allowed);
  return response;
}
