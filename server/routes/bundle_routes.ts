import type { RenderFormat } from "@dossier/core";
import type { Context } from "hono";
import { FORMAT_TYPES, negotiateFormat } from "../request/negotiate.ts";
import { readBody } from "../request/read_body.ts";
import type { RequestEnv } from "../request_env.ts";
import { CONTEXT_REQUEST } from "../schema/context_request.ts";
import { NEED_REQUEST } from "../schema/need_request.ts";
import type { RenderedBundle } from "../service/service.ts";
import { callOptions, type Route, type RouteAnswer } from "./route.ts";

const BUNDLE_ANSWERS: readonly RouteAnswer[] = [
  { type: "application/json", schema: "Bundle" },
  { type: "text/markdown" },
  { type: "application/xml" },
];

/** `POST /v1/context`: the bundle of a query or an issue. */
export const CONTEXT_ROUTE: Route = {
  method: "post",
  path: "/v1/context",
  name: "context",
  summary: "What to read for a task: the passages that fit a token budget",
  body: "ContextRequest",
  answers: BUNDLE_ANSWERS,
  async handle(context, service) {
    const request = await readBody(context, CONTEXT_REQUEST);
    const format = request.format ?? negotiateFormat(context);
    const rendered = await service.context({ ...request, format }, callOptions(context));
    return respondBundle(context, rendered, format);
  },
};

/** `POST /v1/need`: the answer to an agent's requests. */
export const NEED_ROUTE: Route = {
  method: "post",
  path: "/v1/need",
  name: "need",
  summary: "Answers the NEED_CODE, NEED_DOC and NEED_FILE lines of an agent's text",
  body: "NeedRequest",
  answers: BUNDLE_ANSWERS,
  async handle(context, service) {
    const request = await readBody(context, NEED_REQUEST);
    const format = request.format ?? negotiateFormat(context);
    const rendered = await service.need({ ...request, format }, callOptions(context));
    return respondBundle(context, rendered, format);
  },
};

/** Answers with a bundle; what a text has no place for is in its headers. */
function respondBundle(
  context: Context<RequestEnv>,
  { bundle, text }: RenderedBundle,
  format: RenderFormat,
): Response {
  const headers: Record<string, string> = {
    "Content-Type": FORMAT_TYPES[format],
    "Dossier-Hash": bundle.hash,
    Vary: "Accept",
  };
  if (bundle.record !== undefined) headers["Dossier-Record"] = String(bundle.record);
  return context.body(text, 200, headers);
}
