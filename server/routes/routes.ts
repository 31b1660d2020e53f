import { CONTEXT_ROUTE, NEED_ROUTE } from "./bundle_routes.ts";
import { INDEX_ROUTE, STATUS_ROUTE } from "./index_routes.ts";
import { LOG_ROUTE, RECORD_ROUTE, RECORD_TEXT_ROUTE } from "./log_routes.ts";
import type { Route } from "./route.ts";
import { EXPLAIN_ROUTE, SEARCH_ROUTE } from "./search_routes.ts";
import { HEALTH_ROUTE, READINESS_ROUTE, ROOTS_ROUTE } from "./server_routes.ts";

/** All routes of the API, in the order of its document. */
export const ROUTES: readonly Route[] = [
  CONTEXT_ROUTE,
  NEED_ROUTE,
  SEARCH_ROUTE,
  EXPLAIN_ROUTE,
  STATUS_ROUTE,
  INDEX_ROUTE,
  LOG_ROUTE,
  RECORD_ROUTE,
  RECORD_TEXT_ROUTE,
  ROOTS_ROUTE,
  HEALTH_ROUTE,
  READINESS_ROUTE,
];
