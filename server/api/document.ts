import type { HttpAnswer } from "@dossier/retrieval/operation";
import { VERSION } from "@dossier/retrieval/program";
import { OpenAPIHono, type RouteConfig } from "@hono/zod-openapi";
import { toSchema } from "../schema/mod.ts";
import { PROBLEM_TYPE } from "../problem/mod.ts";
import { refer, renderComponents, renderSchema } from "./components.ts";
import { problemHeaders, problemsByStatus, type Route } from "./route.ts";

const DESCRIPTION = "What should a coding agent read for this task, and why?";

/** Name of the security scheme: a token, where the server has one. */
const TOKEN = "token";

/** The statuses that are no problem, in words. */
const ANSWERS: Readonly<Record<number, string>> = { 200: "The answer", 503: "Not yet" };

/** Headers of every answer. */
const ALWAYS_HEADERS = {
  "X-Request-Id": {
    description: "ID of the request in the log of the server",
    required: true,
    schema: { type: "string" },
  },
};

/**
 * Returns the OpenAPI 3.1 document of some routes.
 *
 * Its schemas are written by zod itself, as JSON Schema of the edition that OpenAPI 3.1 refers to: the
 * generator behind `@hono/zod-openapi` 1.6 takes fields that are `exactOptional` for required ones, and
 * does not end on recursive schemas.
 */
export function renderDocument(routes: readonly Route[]): object {
  const app = new OpenAPIHono();
  const registry = app.openAPIRegistry;
  for (const [name, schema] of Object.entries(renderComponents())) {
    registry.registerComponent("schemas", name, schema);
  }
  registry.registerComponent("securitySchemes", TOKEN, { type: "http", scheme: "bearer" });
  for (const route of routes) registry.registerPath(toConfig(route));
  return app.getOpenAPI31Document({
    openapi: "3.1.0",
    info: { title: "dossier", version: VERSION, description: DESCRIPTION },
    security: [{}, { [TOKEN]: [] }],
  });
}

function toConfig(route: Route): RouteConfig {
  const { method, path, name, summary, parameters = [], body } = route;
  return {
    method,
    path,
    operationId: name,
    summary,
    parameters: parameters.map(({ name, in: place, field }) => ({
      name,
      in: place,
      required: place === "path",
      schema: renderSchema(toSchema(field)),
    })),
    ...(body === undefined ? {} : {
      request: {
        body: { required: true, content: { "application/json": { schema: refer(body) } } },
      },
    }),
    responses: listResponses(route) as RouteConfig["responses"],
  };
}

/** Returns what a route answers with, by status: what it is asked for, and all that may go wrong. */
function listResponses(route: Route): Readonly<Record<string, object>> {
  const { answers, headers = [] } = route;
  const responses: Record<string, object> = {};
  for (const [status, codes] of problemsByStatus(route)) {
    responses[status] = {
      description: `Problem details (RFC 9457): ${codes.join(", ")}`,
      headers: { ...ALWAYS_HEADERS, ...problemHeaders(codes) },
      content: { [PROBLEM_TYPE]: { schema: refer("Problem") } },
    };
  }
  for (const [status, same] of Map.groupBy(answers, ({ status = 200 }) => status)) {
    const own = headers.filter((header) => (header.status ?? 200) === status);
    responses[status] = {
      description: ANSWERS[status],
      headers: {
        ...ALWAYS_HEADERS,
        ...Object.fromEntries(
          own.map(({ name, summary: description, isRequired: required, schema }) => [
            name,
            { description, required, schema },
          ]),
        ),
      },
      content: Object.fromEntries(
        same.map((answer) => [answer.type, { schema: describeAnswer(answer) }]),
      ),
    };
  }
  return responses;
}

function describeAnswer({ schema, events }: HttpAnswer): object {
  if (events !== undefined) return { description: `A stream of events, each with ${events}` };
  return schema === undefined ? { type: "string" } : refer(schema);
}
