import type { HttpAnswer } from "@dossier/retrieval/operation";
import { VERSION } from "@dossier/retrieval/program";
import { OpenAPIHono, type RouteConfig } from "@hono/zod-openapi";
import { toSchema } from "../schema/mod.ts";
import { PROBLEM_TYPE } from "../problem/mod.ts";
import { componentReference, renderComponents, renderSchema } from "./components.ts";
import { problemHeaders, problemsByStatus, type Route } from "./route.ts";

const DESCRIPTION = "What should a coding agent read for this task, and why?";

/** Name of the security scheme: a bearer token, which a server may require. */
const TOKEN = "token";

/** Descriptions of the statuses that are not problems. */
const STATUS_DESCRIPTIONS: Readonly<Record<number, string>> = { 200: "The answer", 503: "Not yet" };

/** Headers of every response. */
const COMMON_HEADERS = {
  "X-Request-Id": {
    description: "ID of the request in the log of the server",
    required: true,
    schema: { type: "string" },
  },
};

/**
 * Returns the OpenAPI 3.1 document of some routes.
 *
 * zod itself writes the schemas, in the edition of JSON Schema that OpenAPI 3.1 refers to. The
 * generator of `@hono/zod-openapi` 1.6 treats fields that are `exactOptional` as required, and
 * never ends on recursive schemas.
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
    parameters: parameters.map(({ name, in: location, field }) => ({
      name,
      in: location,
      required: location === "path",
      schema: renderSchema(toSchema(field)),
    })),
    ...(body === undefined ? {} : {
      request: {
        body: {
          required: true,
          content: { "application/json": { schema: componentReference(body) } },
        },
      },
    }),
    responses: listResponses(route) as RouteConfig["responses"],
  };
}

/**
 * Returns the responses of a route by status: its answers, and every problem that it may report.
 */
function listResponses(route: Route): Readonly<Record<string, object>> {
  const { answers, headers = [] } = route;
  const responses: Record<string, object> = {};
  for (const [status, codes] of problemsByStatus(route)) {
    responses[status] = {
      description: `Problem details (RFC 9457): ${codes.join(", ")}`,
      headers: { ...COMMON_HEADERS, ...problemHeaders(codes) },
      content: { [PROBLEM_TYPE]: { schema: componentReference("Problem") } },
    };
  }
  for (const [status, answersOfStatus] of Map.groupBy(answers, ({ status = 200 }) => status)) {
    const own = headers.filter((header) => (header.status ?? 200) === status);
    responses[status] = {
      description: STATUS_DESCRIPTIONS[status],
      headers: {
        ...COMMON_HEADERS,
        ...Object.fromEntries(
          own.map(({ name, summary: description, isRequired: required, schema }) => [
            name,
            { description, required, schema },
          ]),
        ),
      },
      content: Object.fromEntries(
        answersOfStatus.map((answer) => [answer.type, { schema: toAnswerSchema(answer) }]),
      ),
    };
  }
  return responses;
}

function toAnswerSchema({ schema, events }: HttpAnswer): object {
  if (events !== undefined) return { description: `A stream of events, each with ${events}` };
  return schema === undefined ? { type: "string" } : componentReference(schema);
}
