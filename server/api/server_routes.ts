import { JSON_TYPE } from "@dossier/retrieval/operation";
import { RETRY_SECONDS } from "../problem/mod.ts";
import type { Route } from "./route.ts";

/** Routes about the server itself. */
export const SERVER_ROUTES: readonly Route[] = [
  {
    method: "get",
    path: "/v1/roots",
    name: "roots",
    summary: "Names of the served trees",
    answers: [{ type: JSON_TYPE, schema: "RootList" }],
    handle: (context, service) => context.json({ roots: service.roots }),
  },
  {
    method: "get",
    path: "/healthz",
    name: "health",
    summary: "State of the server",
    answers: [{ type: JSON_TYPE, schema: "Health" }],
    isOpen: true,
    handle: (context) => context.json({ status: "ok" }),
  },
  {
    method: "get",
    path: "/readyz",
    name: "readiness",
    summary: "State of the indexes: true when all are up to date, as far as is known",
    answers: [
      { type: JSON_TYPE, schema: "Readiness" },
      { type: JSON_TYPE, schema: "Readiness", status: 503 },
    ],
    headers: [{
      name: "Retry-After",
      summary: "Seconds after which the request may be repeated",
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
