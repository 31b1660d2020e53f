import type { Context } from "hono";
import type { HttpAnswer, HttpHeader, RequestField } from "@dossier/retrieval/operation";
import type * as z from "zod";
import type { ServiceWithEvents } from "../events/mod.ts";
import { RETRY_SECONDS, RETRYABLE_CODES, statusOf } from "../problem/mod.ts";
import type { RequestEnv } from "../request/mod.ts";

/** Parameter of a path or a query, as the document describes it. */
export interface RouteParameter {
  readonly name: string;
  readonly in: "path" | "query";
  readonly field: RequestField;
  /** True when the value of a path parameter may contain slashes. @default false */
  readonly hasSlashes?: boolean;
}

/** One route, with everything that the app and its document need. */
export interface Route {
  readonly method: "get" | "post";
  /** Path as OpenAPI writes it (`/v1/log/{id}`). */
  readonly path: string;
  readonly name: string;
  /** Description in one line. */
  readonly summary: string;
  readonly parameters?: readonly RouteParameter[];
  /** Name of the schema of its body. @default no body */
  readonly body?: string;
  readonly bodySchema?: z.ZodType;
  /** Types of its answers, the default first. */
  readonly answers: readonly HttpAnswer[];
  /** Headers in addition to those of every response. */
  readonly headers?: readonly HttpHeader[];
  /** Codes of its problems, in addition to those that every route may report. */
  readonly problems?: readonly string[];
  /** True when it answers without a token, and under any load. @default false */
  readonly isOpen?: boolean;
  /** Answers a request. Errors become problems. */
  handle(context: Context<RequestEnv>, service: ServiceWithEvents): Response | Promise<Response>;
}

/** Codes of the problems that every route may report. */
const COMMON_PROBLEMS: readonly string[] = [
  "invalid-request",
  "foreign-host",
  "foreign-origin",
  "body-too-large",
  "internal",
];

/** Codes of the problems of routes that require a token and are limited under load. */
const GUARDED_PROBLEMS: readonly string[] = [
  "unauthorized",
  "overloaded",
  "stopping",
  "deadline-exceeded",
  "memory-exceeded",
];

/** Codes of the problems with a body before it is parsed. */
const BODY_PROBLEMS: readonly string[] = ["body-too-slow", "unsupported-media-type"];

/**
 * Returns the codes of the problems that a route may report, by their status: those that are
 * reported before the route is reached, and those that it names.
 */
export function problemsByStatus(
  { body, isOpen = false, problems = [] }: Pick<Route, "body" | "isOpen" | "problems">,
): ReadonlyMap<number, readonly string[]> {
  const codes = new Set([
    ...COMMON_PROBLEMS,
    ...(isOpen ? [] : GUARDED_PROBLEMS),
    ...(body === undefined ? [] : BODY_PROBLEMS),
    ...problems,
  ]);
  return new Map(
    [...Map.groupBy(codes, (code) => statusOf(code))].sort(([a], [b]) => a - b),
  );
}

/** Returns the headers of a response with one of some codes, without those of every response. */
export function problemHeaders(codes: readonly string[]): Readonly<Record<string, object>> {
  return {
    ...(codes.some((code) => RETRYABLE_CODES.has(code)) && {
      "Retry-After": {
        description:
          `Seconds after which the request may be repeated, such as ${RETRY_SECONDS}; with ` +
          codes.filter((code) => RETRYABLE_CODES.has(code)).join(", "),
        required: codes.every((code) => RETRYABLE_CODES.has(code)),
        schema: { type: "integer", minimum: 0 },
      },
    }),
    ...(codes.includes("unauthorized") && {
      "WWW-Authenticate": {
        description: "Method of authentication",
        required: true,
        schema: { type: "string" },
      },
    }),
  };
}
