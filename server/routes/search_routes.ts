import type { SearchResult } from "@dossier/retrieval";
import type { Context } from "hono";
import { QUERY_PROBLEMS, TREE_PROBLEMS } from "../openapi/route_problems.ts";
import { readBody } from "../request/read_body.ts";
import type { RequestEnv } from "../request_env.ts";
import { SEARCH_REQUEST, type SearchRequest } from "../schema/search_request.ts";
import type { CallOptions } from "../service/service.ts";
import { callOptions, type Route } from "./route.ts";

/** `POST /v1/search`: the best chunks. */
export const SEARCH_ROUTE: Route = {
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
export const EXPLAIN_ROUTE: Route = {
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
