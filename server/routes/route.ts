import type { Context } from "hono";
import type * as z from "zod";
import type { Service } from "../service/service.ts";
import type { ComponentName } from "../openapi/components.ts";
import type { RequestEnv } from "../request_env.ts";
import type { ErrorCode } from "../problem/status_codes.ts";
import { ROOT_NAME } from "../schema/fields.ts";

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

/** Returns what ends a call when nobody waits for its answer any more. */
export function callOptions(context: Context<RequestEnv>): { readonly signal: AbortSignal } {
  return { signal: context.get("signal") ?? context.req.raw.signal };
}
