import { readBody } from "../request/read_body.ts";
import { SEARCH_REQUEST } from "../schema/search_request.ts";
import { callOptions, type Route } from "./route.ts";

/** `POST /v1/search`: the best chunks. */
export const SEARCH_ROUTE: Route = {
  method: "post",
  path: "/v1/search",
  name: "search",
  summary: "The best chunks with their scores",
  body: "SearchRequest",
  answers: [{ type: "application/json", schema: "SearchResult" }],
  async handle(context, service) {
    const request = await readBody(context, SEARCH_REQUEST);
    return context.json(await service.search(request, callOptions(context)));
  },
};

/** `POST /v1/explain`: the best chunks with the trees of their scores. */
export const EXPLAIN_ROUTE: Route = {
  method: "post",
  path: "/v1/explain",
  name: "explain",
  summary: "Where the scores come from, as trees that add up",
  body: "SearchRequest",
  answers: [{ type: "application/json", schema: "SearchResult" }],
  async handle(context, service) {
    const request = await readBody(context, SEARCH_REQUEST);
    return context.json(await service.explain(request, callOptions(context)));
  },
};
