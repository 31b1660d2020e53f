import { OpenAPIHono, type RouteConfig } from "@hono/zod-openapi";
import type { Route } from "../routes/route.ts";
import { refer, renderComponents, renderSchema } from "./components.ts";

/** Version of the API: raised when a field changes its meaning or goes away. */
const API_VERSION = "1.0.0";

const DESCRIPTION = "What should a coding agent read for this task, and why?";

/** Name of the security scheme: a token, where the server has one. */
const TOKEN = "token";

/** What every route may answer besides: see `STATUS_CODES`. */
const PROBLEM_ANSWER = {
  description: "What went wrong (RFC 9457)",
  content: { "application/problem+json": { schema: refer("Problem") } },
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
    info: { title: "dossier", version: API_VERSION, description: DESCRIPTION },
    security: [{}, { [TOKEN]: [] }],
  });
}

function toConfig({ method, path, name, summary, parameters, body, answers }: Route): RouteConfig {
  const content = Object.fromEntries(
    answers.map(({ type, schema }) => [
      type,
      { schema: schema === undefined ? { type: "string" as const } : refer(schema) },
    ]),
  );
  return {
    method,
    path,
    operationId: name,
    summary,
    parameters: (parameters ?? []).map(({ name, in: place, schema }) => ({
      name,
      in: place,
      required: place === "path",
      schema: renderSchema(schema),
    })),
    ...(body === undefined ? {} : {
      request: {
        body: { required: true, content: { "application/json": { schema: refer(body) } } },
      },
    }),
    responses: { 200: { description: "The answer", content }, default: PROBLEM_ANSWER },
  };
}
