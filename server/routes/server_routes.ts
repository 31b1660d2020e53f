import { RETRY_SECONDS } from "../problem/to_problem.ts";
import type { Route } from "./route.ts";

/** `GET /v1/roots`: the served trees. */
export const ROOTS_ROUTE: Route = {
  method: "get",
  path: "/v1/roots",
  name: "roots",
  summary: "The trees that are served, by name",
  answers: [{ type: "application/json", schema: "RootList" }],
  handle: (context, service) => context.json({ roots: service.roots }),
};

/** `GET /healthz`: whether the server runs. */
export const HEALTH_ROUTE: Route = {
  method: "get",
  path: "/healthz",
  name: "health",
  summary: "Whether the server runs",
  answers: [{ type: "application/json", schema: "Health" }],
  isOpen: true,
  handle: (context) => context.json({ status: "ok" }),
};

/** `GET /readyz`: whether the indexes are up to date. */
export const READINESS_ROUTE: Route = {
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
