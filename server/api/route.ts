import type { Context } from "hono";
import type * as z from "zod";
import type { Service } from "../service/mod.ts";
import type { ComponentName } from "./components.ts";
import type { RequestEnv } from "../request/mod.ts";
import { type ErrorCode, RETRY_SECONDS, RETRYABLE_CODES, STATUS_CODES } from "../problem/mod.ts";
import { ROOT_NAME } from "../schema/mod.ts";

/** A parameter of a path or a query, as the document describes it. */
export interface RouteParameter {
  /** Its name. */
  readonly name: string;
  /** Where it stands. */
  readonly in: "path" | "query";
  /** Validates its value as a request has it. */
  readonly schema: z.ZodType;
}

/** What a route answers with when all goes well. */
export interface RouteAnswer {
  /** The media type. */
  readonly type: string;
  /** What it holds; text when there is no schema of it. */
  readonly schema?: ComponentName;
  /** What each event of a stream holds, which as a whole has no schema. */
  readonly events?: ComponentName;
  /** HTTP status. @default 200 */
  readonly status?: number;
}

/** A header of what a route answers with when all goes well. */
export interface RouteHeader {
  /** Its name. */
  readonly name: string;
  /** What it says, one line. */
  readonly summary: string;
  /** Whether every such answer has it. */
  readonly isRequired: boolean;
  /** What its value is, as JSON Schema. */
  readonly schema: object;
  /** HTTP status of the answers that have it. @default 200 */
  readonly status?: number;
}

/** One route: everything that the app and its document need. */
export interface Route {
  /** HTTP method. */
  readonly method: "get" | "post";
  /** Path as OpenAPI writes it (`/v1/log/{id}`). */
  readonly path: string;
  /** Its name in the document. */
  readonly name: string;
  /** What it does, one line. */
  readonly summary: string;
  /** Its parameters. */
  readonly parameters?: readonly RouteParameter[];
  /** What its body holds; without, there is none. */
  readonly body?: ComponentName;
  /** What it answers with, the default first. */
  readonly answers: readonly RouteAnswer[];
  /** Headers that its answers have besides those of every answer. */
  readonly headers?: readonly RouteHeader[];
  /** Codes of what may go wrong besides what may on the way to any route. */
  readonly problems?: readonly ErrorCode[];
  /** Whether it answers without a token, and however much there is to do. @default false */
  readonly isOpen?: boolean;
  /** Answers a request; what it throws becomes a problem. */
  handle(context: Context<RequestEnv>, service: Service): Response | Promise<Response>;
}

/** The parameter that names a tree. */
export const ROOT_PARAMETER: RouteParameter = { name: "root", in: "query", schema: ROOT_NAME };

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
