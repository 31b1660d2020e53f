import type { SearchResult } from "@dossier/retrieval";
import type { Context } from "hono";
import type * as z from "zod";
import type { ErrorCode } from "../problem/mod.ts";
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
  SEARCH_REQUEST,
  type SearchRequest,
} from "../schema/mod.ts";
import type { CallOptions, RenderedBundle } from "../service/mod.ts";
import {
  COMPOSITION_PROBLEMS,
  JSON_TYPE,
  QUERY_PROBLEMS,
  type Route,
  type RouteAnswer,
  type RouteHeader,
  STATE_PROBLEMS,
  TREE_PROBLEMS,
} from "./route.ts";

const BUNDLE_ANSWERS: readonly RouteAnswer[] = [
  { type: JSON_TYPE, schema: "Bundle" },
  { type: "text/markdown" },
  { type: "application/xml" },
];

/** The figures that a text has no place for. */
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
  ...["not-acceptable", "invalid-budget", "invalid-session", "invalid-prompt"] as const,
];

/** The routes of bundles and of the ranking behind them. */
export const BUNDLE_ROUTES: readonly Route[] = [
  {
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
      ...COMPOSITION_PROBLEMS,
      ...["invalid-issue", "issue-not-found", "file-not-found", "file-excluded"] as const,
    ],
    handle: (context, service) =>
      answerBundle(context, CONTEXT_REQUEST, (...asked) => service.context(...asked)),
  },
  {
    method: "post",
    path: "/v1/need",
    name: "need",
    summary: "Answers the NEED_CODE, NEED_DOC and NEED_FILE lines of an agent's text",
    body: "NeedRequest",
    answers: BUNDLE_ANSWERS,
    headers: BUNDLE_HEADERS,
    problems: [...BUNDLE_PROBLEMS, "invalid-round", "round-taken"],
    handle: (context, service) =>
      answerBundle(context, NEED_REQUEST, (...asked) => service.need(...asked)),
  },
  {
    method: "post",
    path: "/v1/search",
    name: "search",
    summary: "The best definitions and sections with their scores, or files",
    body: "SearchRequest",
    answers: [{ type: JSON_TYPE, schema: "SearchResult" }],
    problems: [...TREE_PROBLEMS, ...QUERY_PROBLEMS],
    handle: (context, service) => answerSearch(context, (...asked) => service.search(...asked)),
  },
  {
    method: "post",
    path: "/v1/explain",
    name: "explain",
    summary: "Where the scores come from, as trees that add up",
    body: "SearchRequest",
    answers: [{ type: JSON_TYPE, schema: "SearchResult" }],
    problems: [...TREE_PROBLEMS, ...QUERY_PROBLEMS],
    handle: (context, service) => answerSearch(context, (...asked) => service.explain(...asked)),
  },
];

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

async function answerSearch(
  context: Context<RequestEnv>,
  ask: (request: SearchRequest, options: CallOptions) => Promise<SearchResult>,
): Promise<Response> {
  return context.json(await ask(await readBody(context, SEARCH_REQUEST), callOptions(context)));
}
