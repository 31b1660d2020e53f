import type { Context } from "hono";
import { streamSSE } from "hono/streaming";
import { ROOT_PARAMETER, type Route, TREE_PROBLEMS } from "./route.ts";
import { toProblem } from "../problem/mod.ts";
import {
  callOptions,
  negotiateType,
  readBody,
  readParameters,
  type RequestEnv,
} from "../request/mod.ts";
import { ROOT_REQUEST, type RootRequest } from "../schema/mod.ts";
import { findServedRoot, type Service } from "../service/mod.ts";

const EVENTS = "text/event-stream";

/** `GET /v1/status`: what an index holds. */
export const STATUS_ROUTE: Route = {
  method: "get",
  path: "/v1/status",
  name: "status",
  summary: "What the index holds, how old it is and where it is",
  parameters: [ROOT_PARAMETER],
  answers: [{ type: "application/json", schema: "IndexStatus" }],
  problems: TREE_PROBLEMS,
  async handle(context, service) {
    const request = readParameters(context, ROOT_REQUEST);
    return context.json(await service.status(request, callOptions(context)));
  },
};

/** `POST /v1/index`: an index run, with its progress as events. */
export const INDEX_ROUTE: Route = {
  method: "post",
  path: "/v1/index",
  name: "index",
  summary: "Brings the index up to date; tells its progress as events, the last of them its report",
  body: "RootRequest",
  answers: [{ type: EVENTS, events: "IndexEvent" }, {
    type: "application/json",
    schema: "IndexReport",
  }],
  problems: [...TREE_PROBLEMS, "not-acceptable"],
  async handle(context, service) {
    const request = await readBody(context, ROOT_REQUEST);
    // Once events are on their way, it is too late for a status.
    findServedRoot(service.roots, request.root);
    return negotiateType(context, [EVENTS, "application/json"]) === EVENTS
      ? streamIndexRun(context, service, request)
      : context.json(await service.index(request, callOptions(context)));
  },
};

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
