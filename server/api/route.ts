import type { Context } from "hono";
import type * as z from "zod";
import type { TellingService } from "../events/mod.ts";
import { type ErrorCode, RETRY_SECONDS, RETRYABLE_CODES, STATUS_CODES } from "../problem/mod.ts";
import type { RequestEnv } from "../request/mod.ts";
import { ROOT_NAME } from "../schema/mod.ts";
import type { ComponentName } from "./components.ts";

/** The media type of most answers. */
export const JSON_TYPE = "application/json";

/** The media type of streams of events. */
export const EVENTS_TYPE = "text/event-stream";

/** A parameter of a path or a query, as the document describes it. */
export interface RouteParameter {
  readonly name: string;
  readonly in: "path" | "query";
  readonly schema: z.ZodType;
  /** Whether one of a path goes on behind slashes. @default false */
  readonly hasSlashes?: boolean;
}

/** An answer of a route when all goes well. */
export interface RouteAnswer {
  /** The media type. */
  readonly type: string;
  /** Of the body; text when there is none. */
  readonly schema?: ComponentName;
  /** Of each event of a stream, which as a whole has no schema. */
  readonly events?: ComponentName;
  /** HTTP status. @default 200 */
  readonly status?: number;
}

/** A header of the answers of a route when all goes well. */
export interface RouteHeader {
  readonly name: string;
  /** One line. */
  readonly summary: string;
  /** Whether every such answer has it. */
  readonly isRequired: boolean;
  /** JSON Schema of its value. */
  readonly schema: object;
  /** HTTP status of the answers that have it. @default 200 */
  readonly status?: number;
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
  /** Schema of its body. @default it has none */
  readonly body?: ComponentName;
  /** The default first. */
  readonly answers: readonly RouteAnswer[];
  /** Besides those of every answer. */
  readonly headers?: readonly RouteHeader[];
  /** Codes of its problems, besides those on the way to any route. */
  readonly problems?: readonly ErrorCode[];
  /** Whether it answers without a token, and however much there is to do. @default false */
  readonly isOpen?: boolean;
  /** Answers a request; an error becomes a problem. */
  handle(context: Context<RequestEnv>, service: TellingService): Response | Promise<Response>;
}

/** The parameter that names a tree. */
export const ROOT_PARAMETER: RouteParameter = { name: "root", in: "query", schema: ROOT_NAME };

/** Problems on the way to any route. */
const ALWAYS: readonly ErrorCode[] = [
  ...["invalid-request", "foreign-host", "foreign-origin", "body-too-large", "internal"] as const,
];

/** Problems on the way to a route that needs a token, and has its place among others. */
const GUARDED: readonly ErrorCode[] = [
  ...["unauthorized", "overloaded", "stopping", "deadline-exceeded", "memory-exceeded"] as const,
];

/** Problems with a body before it is read. */
const BODY: readonly ErrorCode[] = ["body-too-slow", "unsupported-media-type"];

/** Problems with a tree and its index. */
export const TREE_PROBLEMS: readonly ErrorCode[] = [
  ...["root-unknown", "invalid-config", "root-not-found", "root-moved", "root-refused"] as const,
  ...["index-damaged", "index-busy", "index-unwritable", "package-missing"] as const,
  ...["interrupted", "disk-full"] as const,
];

/** Problems with the log of a tree. */
export const STATE_PROBLEMS: readonly ErrorCode[] = [
  ...["state-damaged", "state-newer", "state-busy", "state-unwritable"] as const,
];

/** Problems with the policies of a tree. */
export const POLICY_PROBLEMS: readonly ErrorCode[] = ["invalid-policy", "invalid-item-id"];

/** Problems with a profile. */
export const PROFILE_PROBLEMS: readonly ErrorCode[] = [
  ...POLICY_PROBLEMS,
  ...["profile-not-found", "invalid-profile", "circular-profile", "tampered-item"] as const,
  ...["invalid-hooks", "invalid-capability", "risk-not-acknowledged", "invalid-limits"] as const,
];

/** Problems with what is composed of a profile. */
export const COMPOSITION_PROBLEMS: readonly ErrorCode[] = [
  ...PROFILE_PROBLEMS,
  ...["invalid-inputs", "limit-exceeded", "nothing-permitted"] as const,
  "invalid-transcript",
];

/** Problems with a question. */
export const QUERY_PROBLEMS: readonly ErrorCode[] = ["invalid-query", "invalid-glob"];

/**
 * Returns the codes of the problems that the answers of a route may carry, by their status: those on the
 * way to it, and those that the route names.
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
