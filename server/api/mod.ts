/**
 * The routes under `/v1` and the document that describes them.
 *
 * @module
 */

import { BUNDLE_ROUTES } from "./bundle_routes.ts";
import { EVENT_ROUTES } from "./event_routes.ts";
import { INDEX_ROUTES, SERVER_ROUTES } from "./index_routes.ts";
import { LOG_ROUTES } from "./log_routes.ts";
import { POLICY_ROUTES } from "./policy_routes.ts";
import { STRUCTURE_ROUTES } from "./structure_routes.ts";
import type { Route } from "./route.ts";

export { renderDocument } from "./document.ts";
export type { Route } from "./route.ts";

/** All routes of the API, in the order of its document. */
export const ROUTES: readonly Route[] = [
  ...BUNDLE_ROUTES,
  ...STRUCTURE_ROUTES,
  ...INDEX_ROUTES,
  ...LOG_ROUTES,
  ...POLICY_ROUTES,
  ...EVENT_ROUTES,
  ...SERVER_ROUTES,
];
