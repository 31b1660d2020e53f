import type { Context } from "hono";
import type { HttpAnswer, HttpHeader, RequestField } from "@dossier/retrieval/operation";
import type * as z from "zod";
import type { TellingService } from "../events/mod.ts";
import { RETRY_SECONDS, RETRYABLE_CODES, statusOf } from "../problem/mod.ts";
import type { RequestEnv } from "../request/mod.ts";

/** A parameter of a path or a query, as the document describes it. */
export interface RouteParameter {
  readonly name: string;
  readonly in: "path" | "query";
  readonly field: RequestField;
  /** Whether one of a path goes on behind slashes. @default false */
  readonly hasSlashes?: boolean;
}

/** One route: everything that the app and its document need. */
export interface Route {
  readonly method: "get" | "post";
  /** As OpenAPI writes it (`/v1/log/{id}`). */
  readonly path: string;
  readonly name: string;
  /** One line. */
  readonly summary: string;
  readonly parameters?: readonly RouteParameter[];
  /** Name of the schema of its body. @default it has none */
  readonly body?: string;
  readonly bodySchema?: z.ZodType;
  /** The default first. */
  readonly answers: readonly HttpAnswer[];
  /** Besides those of every answer. */
  readonly headers?: readonly HttpHeader[];
  /** Codes of its problems, besides those on the way to any route. */
  readonly problems?: readonly string[];
  /** Whether it answers without a token, and however much there is to do. @default false */
  readonly isOpen?: boolean;
  /** Answers a request; an error becomes a problem. */
  handle(context: Context<RequestEnv>, service: TellingService): Response | Promise<Response>;
}

/** Problems on the way to any route. */
const ALWAYS: readonly string[] = [
  "invalid-request",
  "foreign-host",
  "foreign-origin",
  "body-too-large",
  "internal",
];

/** Problems on the way to a route that needs a token, and has its place among others. */
const GUARDED: readonly string[] = [
  "unauthorized",
  "overloaded",
  "stopping",
  "deadline-exceeded",
  "memory-exceeded",
];

/** Problems with a body before it is read. */
const BODY: readonly string[] = ["body-too-slow", "unsupported-media-type"];

/**
 * Returns the codes of the problems that the answers of a route may carry, by their status: those on the
 * way to it, and those that the route names.
 */
export function problemsByStatus(
  { body, isOpen = false, problems = [] }: Pick<Route, "body" | "isOpen" | "problems">,
): ReadonlyMap<number, readonly string[]> {
  const codes = new Set([
    ...ALWAYS,
    ...(isOpen ? [] : GUARDED),
    ...(body === undefined ? [] : BODY),
    ...problems,
  ]);
  return new Map(
    [...Map.groupBy(codes, (code) => statusOf(code))].sort(([a], [b]) => a - b),
  );
}

/** Describes the headers that an answer with some codes has besides those of every answer. */
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
