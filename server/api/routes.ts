import { CONTEXT_ROUTE, NEED_ROUTE } from "./bundle_routes.ts";
import { INDEX_ROUTE, STATUS_ROUTE } from "./index_routes.ts";
import { LOG_ROUTE, RECORD_ROUTE, RECORD_TEXT_ROUTE } from "./log_routes.ts";
import { QUERY_PROBLEMS, type Route, TREE_PROBLEMS } from "./route.ts";
import type { SearchResult } from "@dossier/retrieval";
import type { Context } from "hono";
import { callOptions, readBody, type RequestEnv } from "../request/mod.ts";
import { SEARCH_REQUEST, type SearchRequest } from "../schema/mod.ts";
import type { CallOptions } from "../service/mod.ts";
import { RETRY_SECONDS } from "../problem/mod.ts";

/** `POST /v1/search`: the best chunks. */
const SEARCH_ROUTE: Route = {
  method: "post",
  path: "/v1/search",
  name: "search",
  summary: "The best chunks with their scores",
  body: "SearchRequest",
  answers: [{ type: "application/json", schema: "SearchResult" }],
  problems: [...TREE_PROBLEMS, ...QUERY_PROBLEMS],
  handle: (context, service) =>
    answerSearch(context, (request, options) => service.search(request, options)),
};

/** `POST /v1/explain`: the best chunks with the trees of their scores. */
const EXPLAIN_ROUTE: Route = {
  method: "post",
  path: "/v1/explain",
  name: "explain",
  summary: "Where the scores come from, as trees that add up",
  body: "SearchRequest",
  answers: [{ type: "application/json", schema: "SearchResult" }],
  problems: [...TREE_PROBLEMS, ...QUERY_PROBLEMS],
  handle: (context, service) =>
    answerSearch(context, (request, options) => service.explain(request, options)),
};

async function answerSearch(
  context: Context<RequestEnv>,
  ask: (request: SearchRequest, options: CallOptions) => Promise<SearchResult>,
): Promise<Response> {
  return context.json(await ask(await readBody(context, SEARCH_REQUEST), callOptions(context)));
}

/** `GET /v1/roots`: the served trees. */
const ROOTS_ROUTE: Route = {
  method: "get",
  path: "/v1/roots",
  name: "roots",
  summary: "The trees that are served, by name",
  answers: [{ type: "application/json", schema: "RootList" }],
  handle: (context, service) => context.json({ roots: service.roots }),
};

/** `GET /healthz`: whether the server runs. */
const HEALTH_ROUTE: Route = {
  method: "get",
  path: "/healthz",
  name: "health",
  summary: "Whether the server runs",
  answers: [{ type: "application/json", schema: "Health" }],
  isOpen: true,
  handle: (context) => context.json({ status: "ok" }),
};

/** `GET /readyz`: whether the indexes are up to date. */
const READINESS_ROUTE: Route = {
  method: "get",
  path: "/readyz",
  name: "readiness",
  summary: "Whether every index is up to date, as far as is known",
  answers: [
    { type: "application/json", schema: "Readiness" },
    { type: "application/json", schema: "Readiness", status: 503 },
  ],
  headers: [{
    name: "Retry-After",
    summary: "Seconds after which it may be asked again",
    isRequired: true,
    schema: { type: "integer", minimum: 0 },
    status: 503,
  }],
  problems: ["unauthorized"],
  isOpen: true,
  handle(context, service) {
    const roots = service.readiness();
    const isReady = roots.every((root) => root.isReady);
    if (isReady) return context.json({ status: "ready", roots });
    return context.json({ status: "indexing", roots }, 503, {
      "Retry-After": String(RETRY_SECONDS),
    });
  },
};

/** All routes of the API, in the order of its document. */
export const ROUTES: readonly Route[] = [
  CONTEXT_ROUTE,
  NEED_ROUTE,
  SEARCH_ROUTE,
  EXPLAIN_ROUTE,
  STATUS_ROUTE,
  INDEX_ROUTE,
  LOG_ROUTE,
  RECORD_ROUTE,
  RECORD_TEXT_ROUTE,
  ROOTS_ROUTE,
  HEALTH_ROUTE,
  READINESS_ROUTE,
];
