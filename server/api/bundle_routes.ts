import type { Context } from "hono";
import type * as z from "zod";
import {
  QUERY_PROBLEMS,
  type Route,
  type RouteAnswer,
  type RouteHeader,
  STATE_PROBLEMS,
  TREE_PROBLEMS,
} from "./route.ts";
import {
  callOptions,
  FORMAT_TYPES,
  negotiateFormat,
  readBody,
  type RequestEnv,
} from "../request/mod.ts";
import {
  CONTEXT_REQUEST,
  type ContextRequest,
  NEED_REQUEST,
  type NeedRequest,
} from "../schema/mod.ts";
import type { CallOptions, RenderedBundle } from "../service/mod.ts";
import type { ErrorCode } from "../problem/mod.ts";

const BUNDLE_ANSWERS: readonly RouteAnswer[] = [
  { type: "application/json", schema: "Bundle" },
  { type: "text/markdown" },
  { type: "application/xml" },
];

/** What a text has no place for. */
const BUNDLE_HEADERS: readonly RouteHeader[] = [
  {
    name: "Dossier-Hash",
    summary: "The hash of the bundle",
    isRequired: true,
    schema: { type: "string", pattern: "^[0-9a-f]{64}$" },
  },
  {
    name: "Dossier-Record",
    summary: "Number of its record, where one is kept",
    isRequired: false,
    schema: { type: "integer", minimum: 1 },
  },
];

const BUNDLE_PROBLEMS: readonly ErrorCode[] = [
  ...TREE_PROBLEMS,
  ...STATE_PROBLEMS,
  "not-acceptable",
  "invalid-budget",
  "invalid-session",
  "invalid-prompt",
];

/** `POST /v1/context`: the bundle of a query or an issue. */
export const CONTEXT_ROUTE: Route = {
  method: "post",
  path: "/v1/context",
  name: "context",
  summary: "What to read for a task: the passages that fit a token budget",
  body: "ContextRequest",
  answers: BUNDLE_ANSWERS,
  headers: BUNDLE_HEADERS,
  problems: [
    ...BUNDLE_PROBLEMS,
    ...QUERY_PROBLEMS,
    "invalid-issue",
    "issue-not-found",
    "file-not-found",
    "file-excluded",
  ],
  handle: (context, service) =>
    answerBundle(context, CONTEXT_REQUEST, (request, options) => service.context(request, options)),
};

/** `POST /v1/need`: the answer to an agent's requests. */
export const NEED_ROUTE: Route = {
  method: "post",
  path: "/v1/need",
  name: "need",
  summary: "Answers the NEED_CODE, NEED_DOC and NEED_FILE lines of an agent's text",
  body: "NeedRequest",
  answers: BUNDLE_ANSWERS,
  headers: BUNDLE_HEADERS,
  problems: [...BUNDLE_PROBLEMS, "invalid-round", "round-taken"],
  handle: (context, service) =>
    answerBundle(context, NEED_REQUEST, (request, options) => service.need(request, options)),
};

/** Answers with a bundle in the format that the request or else the client wants. */
async function answerBundle<Request extends ContextRequest | NeedRequest>(
  context: Context<RequestEnv>,
  schema: z.ZodType<Request>,
  ask: (request: Request, options: CallOptions) => Promise<RenderedBundle>,
): Promise<Response> {
  const request = await readBody(context, schema);
  const format = request.format ?? negotiateFormat(context);
  const { bundle, text } = await ask({ ...request, format }, callOptions(context));
  const headers: Record<string, string> = {
    "Content-Type": FORMAT_TYPES[format],
    "Dossier-Hash": bundle.hash,
    Vary: "Accept",
  };
  if (bundle.record !== undefined) headers["Dossier-Record"] = String(bundle.record);
  return context.body(text, 200, headers);
}
