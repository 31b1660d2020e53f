import { JSON_TYPE } from "@dossier/retrieval/operation";
import { RETRY_SECONDS } from "../problem/mod.ts";
import type { Route } from "./route.ts";

/** Routes about the server itself. */
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
