/**
 * The routes under `/v1` and the document that describes them.
 *
 * @module
 */

import { ALL_OPERATIONS } from "../operations/all/mod.ts";
import { EVENT_ROUTES } from "./event_routes.ts";
import { toRoutes } from "./operation_routes.ts";
import type { Route } from "./route.ts";
import { SERVER_ROUTES } from "./server_routes.ts";

export { renderDocument } from "./document.ts";
export type { Route } from "./route.ts";

/** All routes of the API, in the order of its document. */
export const ROUTES: readonly Route[] = [
  ...ALL_OPERATIONS.flatMap(toRoutes),
  ...EVENT_ROUTES,
  ...SERVER_ROUTES,
];
