import type { Context } from "hono";
import { streamSSE } from "hono/streaming";
import { RETRY_SECONDS, toProblem } from "../problem/mod.ts";
import {
  callOptions,
  negotiateType,
  readBody,
  readParameters,
  type RequestEnv,
} from "../request/mod.ts";
import { ROOT_REQUEST, type RootRequest } from "../schema/mod.ts";
import { findServedRoot, type Service } from "../service/mod.ts";
import { EVENTS_TYPE, JSON_TYPE, ROOT_PARAMETER, type Route, TREE_PROBLEMS } from "./route.ts";

/** The routes of a tree's index. */
export const INDEX_ROUTES: readonly Route[] = [
  {
    method: "get",
    path: "/v1/status",
    name: "status",
    summary: "What the index holds, how old it is and where it is",
    parameters: [ROOT_PARAMETER],
    answers: [{ type: JSON_TYPE, schema: "IndexStatus" }],
    problems: TREE_PROBLEMS,
    async handle(context, service) {
      const request = readParameters(context, ROOT_REQUEST);
      return context.json(await service.status(request, callOptions(context)));
    },
  },
  {
    method: "post",
    path: "/v1/index",
    name: "index",
    summary:
      "Brings the index up to date; tells its progress as events, the last of them its report",
    body: "RootRequest",
    answers: [{ type: EVENTS_TYPE, events: "IndexEvent" }, {
      type: JSON_TYPE,
      schema: "IndexReport",
    }],
    problems: [...TREE_PROBLEMS, "not-acceptable"],
    async handle(context, service) {
      const request = await readBody(context, ROOT_REQUEST);
      // Once events are on their way, it is too late for a status.
      findServedRoot(service.roots, request.root);
      return negotiateType(context, [EVENTS_TYPE, JSON_TYPE]) === EVENTS_TYPE
        ? streamIndexRun(context, service, request)
        : context.json(await service.index(request, callOptions(context)));
    },
  },
];

/** The routes of the server itself. */
export const SERVER_ROUTES: readonly Route[] = [
  {
    method: "get",
    path: "/v1/roots",
    name: "roots",
    summary: "The trees that are served, by name",
    answers: [{ type: JSON_TYPE, schema: "RootList" }],
    handle: (context, service) => context.json({ roots: service.roots }),
  },
  {
    method: "get",
    path: "/healthz",
    name: "health",
    summary: "Whether the server runs",
    answers: [{ type: JSON_TYPE, schema: "Health" }],
    isOpen: true,
    handle: (context) => context.json({ status: "ok" }),
  },
  {
    method: "get",
    path: "/readyz",
    name: "readiness",
    summary: "Whether every index is up to date, as far as is known",
    answers: [
      { type: JSON_TYPE, schema: "Readiness" },
      { type: JSON_TYPE, schema: "Readiness", status: 503 },
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
      if (roots.every(({ isReady }) => isReady)) return context.json({ status: "ready", roots });
      const headers = { "Retry-After": String(RETRY_SECONDS) };
      return context.json({ status: "indexing", roots }, 503, headers);
    },
  },
];

/** Answers with the events `progress`, and at last `done` with the report or `problem`. */
function streamIndexRun(
  context: Context<RequestEnv>,
  service: Service,
  request: RootRequest,
): Response {
  return streamSSE(context, async (stream) => {
    const gone = new AbortController();
    stream.onAbort(() => gone.abort());
    const { signal } = callOptions(context);
    const tell = (event: string, data: unknown) =>
      stream.writeSSE({ event, data: JSON.stringify(data) });
    try {
      const report = await service.index(request, {
        signal: AbortSignal.any([signal, gone.signal]),
        onProgress: (progress) => void tell("progress", progress),
      });
      await tell("done", report);
    } catch (error) {
      await tell("problem", toProblem(error));
    }
  });
}
